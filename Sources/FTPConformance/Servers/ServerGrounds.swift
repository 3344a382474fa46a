import FTPProtocol

/// A server for others than `check` to try things at: looked at in the same way, with the same folder to write in, and left as
/// it was.
package struct ServerGrounds: Sendable {
  /// Why nothing can be tried at a server, in words; bytes of the peer are escaped.
  package struct Problem: Error, Sendable, CustomStringConvertible {
    package let description: String

    /// Says why.
    package init(_ description: String) { self.description = description }
  }

  /// The server.
  package let target: TestedServer
  /// What was learned of it.
  package let facts: ServerFacts
  /// How long is waited for what.
  package let patience: Patience

  /// Reaches a server, logs in, and makes a folder there.
  ///
  /// - Throws: if no login succeeds.
  package static func find(_ target: TestedServer, timeoutScale: Double = 1) async throws(Problem)
    -> ServerGrounds
  {
    let runner = ServerRunner(target, timeoutScale: timeoutScale)
    let first = await runner.meet()
    guard first.verdict == .pass else { throw Problem(target.redacting(runner.problem(first))) }
    if let reason = runner.reasonAgainst(.login) { throw Problem(reason) }
    await runner.survey([.writeAccess])
    return ServerGrounds(target: target, facts: runner.facts, patience: runner.patience)
  }

  /// The folder that was made, from the root; nil if nothing may be written.
  package var folder: String? { facts.scratch }

  /// Why nothing may be written; nil if something may.
  package var reasonAgainstWriting: String? { facts.reasonAgainst(.writeAccess).map(target.redacting) }

  /// Removes the folder with all that is in it, and returns what could not be removed.
  ///
  /// Cancelling the task does not end it.
  package func tidyUp() async -> [String] {
    guard let folder else { return [] }
    return await ScratchFolder(path: folder).remove(
      from: target, knowing: facts, patience: patience, jobs: 1)
  }
}
