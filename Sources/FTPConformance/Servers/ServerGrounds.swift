/// A server prepared for tests other than `check`: examined in the same way, with a folder to write in, and left as it
/// was.
package struct ServerGrounds: Sendable {
  /// Why nothing can be tested on a server, in words; bytes of the peer are escaped.
  package struct Problem: Error, Sendable, CustomStringConvertible {
    package let description: String

    /// Makes a problem with this reason.
    package init(_ description: String) { self.description = description }
  }

  package let target: TestedServer
  /// What was learned about it.
  package let facts: ServerFacts
  /// How long to wait for each kind of event.
  package let patience: Patience

  /// Connects to a server, logs in, and creates a folder there; throws if no login succeeds.
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

  /// The folder that was created, from the root; nil if nothing may be written.
  package var folder: String? { facts.scratch }

  /// Why nothing may be written; nil if writing works.
  package var reasonAgainstWriting: String? { facts.reasonAgainst(.writeAccess).map(target.redacting) }

  /// Removes the folder and everything in it, and returns what could not be removed.
  ///
  /// It continues when the task is cancelled.
  package func tidyUp() async -> [String] {
    guard let folder else { return [] }
    return await ScratchFolder(path: folder).remove(
      from: target, knowing: facts, patience: patience, farewell: RunOptions.usualFarewell, jobs: 1)
  }
}
