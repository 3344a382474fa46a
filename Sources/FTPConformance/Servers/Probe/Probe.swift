import FTPConversation
import FTPProtocol
import FTPSystem

/// What the steps of a case use: a connection to the server, and ways to report what is wrong.
///
/// ```swift
/// { probe in
///   try await probe.send("TYPE I", expecting: 200)
///   let file = try await probe.download("RETR notes.txt")
///   try probe.require(file.bytes.count == 12, "12 bytes", "\(file.bytes.count)")
/// }
/// ```
///
/// A step that throws ends the case. So does an error of the client, which says what the server did: no reply in time,
/// a close, an unreadable reply. Everything is recorded, on every connection that the probe opens.
package final class Probe: Sendable {
  struct State {
    var connections: [CaseConnection] = []
    var findings: [Finding] = []
    /// What differs, for the report.
    var exhibits: [CaseAttempt.Exhibit] = []
    var random: SeededGenerator
    var preparations: [CaseAttempt.Preparation] = []
    /// How many events the first connection had when the steps began.
    var begin = 0
    /// The step of the case that is being taken; nil after the last.
    var step: Int?
    /// Whether a step waited to see that nothing comes.
    var reliesOnPause = false
  }

  package let current: ServerCase
  package let target: TestedServer
  /// What was learned about the server before the first case.
  package let facts: ServerFacts
  /// How long to wait for each kind of event.
  package let patience: Patience
  /// The name of the case's own directory, from the root; nil if it has none.
  package let directory: String?
  /// The seed of the random bytes.
  let seed: UInt64
  /// What the steps call, and what comes of it.
  let log: StepLog
  /// The recorded conversations; none if the server is there.
  let recorded: [CaseAttempt.Conversation]

  let start = ContinuousClock.now
  let state: Guarded<State>

  init(
    _ current: ServerCase, at target: TestedServer, facts: ServerFacts, patience: Patience, seed: UInt64,
    directory: String?, log: StepLog, recorded: [CaseAttempt.Conversation] = []
  ) {
    self.current = current
    self.target = target
    self.facts = facts
    self.patience = patience
    self.directory = directory
    self.seed = seed
    self.log = log
    self.recorded = recorded
    state = Guarded(State(random: SeededGenerator(seed: seed)))
  }

  /// The connection that the case began with, or the first that its steps opened.
  package var ftp: CaseConnection {
    get throws {
      guard let first = state.withLock({ $0.connections.first }) else {
        throw CaseStop.impossible("the steps use a connection that they did not open")
      }
      return first
    }
  }

  /// Every connection so far.
  var connections: [CaseConnection] { state.withLock { $0.connections } }

  /// The findings of steps that continued.
  var findings: [Finding] { state.withLock { $0.findings } }

  /// How long a step waits for something that should not come, or need not.
  ///
  /// On a busy machine it may come later, so a pass that relies on this is repeated.
  func pause(_ factor: Double = 1) -> Duration {
    state.withLock { $0.reliesOnPause = true }
    return patience.quiet * factor
  }

  /// Bytes that look random, and are the same in every run with the same seed; any value may occur.
  package func bytes(_ count: Int) -> [UInt8] {
    state.withLock { $0.random.bytes(count) }
  }

  /// The time of this machine, in seconds since 1970.
  func now() async throws -> Int64 {
    // A recording may say anything; a difference to a time in a reply must not overflow.
    min(max(0, Int64(try await log.call("now", on: "run") { Int(LocalClock.now().seconds) })), 1 << 40)
  }

  /// The time since the case began.
  func elapsed() async throws -> Duration {
    .milliseconds(
      try await log.call("elapsed", on: "run") { Int(start.duration(to: .now) / .milliseconds(1)) })
  }
}
