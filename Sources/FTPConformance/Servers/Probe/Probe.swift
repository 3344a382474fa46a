import FTPClient
import FTPConversation
import FTPProtocol

/// What the steps of a case are written against: a connection to the server, and ways to say what is wrong.
///
/// ```swift
/// { probe in
///   try await probe.send("TYPE I", expecting: 200)
///   let file = try await probe.download("RETR notes.txt")
///   try probe.require(file.bytes.count == 12, "12 bytes", "\(file.bytes.count)")
/// }
/// ```
///
/// A step that throws ends the case; so does an error of the client, which says what the server did: no reply in time,
/// a close, a reply that cannot be read. Everything is recorded, on every connection that the probe makes.
package final class Probe: Sendable {
  struct Connection {
    let client: RawFTPClient
    /// When its own clock began, on the clock of the case.
    let opened: Duration
  }

  struct State {
    var connections: [Connection] = []
    var findings: [Finding] = []
    var random: SeededGenerator
  }

  /// The case at hand.
  package let current: ServerCase
  /// The server.
  package let target: TestedServer
  /// What was learned of the server before the first case.
  package let facts: ServerFacts
  /// How long is waited for what.
  package let patience: Patience
  /// The name of the case's own directory, from the root; nil if it has none.
  package let directory: String?
  /// What random bytes follow from.
  let seed: UInt64

  let start = ContinuousClock.now
  let state: Guarded<State>

  init(
    _ current: ServerCase, at target: TestedServer, facts: ServerFacts, patience: Patience, seed: UInt64,
    directory: String?
  ) {
    self.current = current
    self.target = target
    self.facts = facts
    self.patience = patience
    self.directory = directory
    self.seed = seed
    state = Guarded(State(random: SeededGenerator(seed: seed)))
  }

  /// The connection that the case began with, or the first that its steps made.
  package var ftp: RawFTPClient {
    get throws {
      guard let first = state.withLock({ $0.connections.first?.client }) else {
        throw CaseStop.impossible("the steps use a connection that they did not open")
      }
      return first
    }
  }

  /// Every connection so far.
  var connections: [Connection] { state.withLock { $0.connections } }

  /// What was found so far by steps that went on.
  var findings: [Finding] { state.withLock { $0.findings } }

  /// Bytes that look random and are the same in every run with the same seed; all values occur.
  package func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in (0..<count).map { _ in UInt8.random(in: 0...255, using: &state.random) } }
  }
}
