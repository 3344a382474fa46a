import FTPConformance
import FTPProtocol

/// A search for sequences that break a server, which is running already or is started for the campaign.
package struct ServerCampaign: Sendable {
  /// What a campaign reports while it runs.
  package enum Event: Sendable {
    /// The server was examined.
    case began(ServerGrounds)
    /// The number of sequences so far, the time they took, and the arrows seen.
    case progress(runs: Int, Duration, DiagramCoverage)
    /// A fault was found and will be minimized.
    case broken(ServerFault)
    /// A fault was found and minimized.
    case found(ServerFinding)
  }

  /// The result of a campaign.
  package struct Summary: Sendable {
    /// How many sequences were tried.
    package var runs = 0
    /// How long it took.
    package var duration = Duration.zero
    /// The arrows that were seen.
    package var coverage: DiagramCoverage
    /// The findings, in the order in which they were found.
    package var findings: [ServerFinding] = []
    /// What could not be removed from the server.
    package var leftovers: [String] = []
    /// Why the campaign ended early; nil if it did not.
    package var problem: String?
  }

  /// The server.
  ///
  /// Its port is ignored if the command contains the word for a port.
  package var target: TestedServer
  /// The command that starts the server; empty if it is running already.
  package var command: [String] = []
  /// The number that determines all sequences.
  package var seed: UInt64
  /// How many sequences are tried; nil for no bound.
  package var runs: Int?
  /// How long the campaign runs; nil for no bound.
  package var time: Duration?
  /// The only kind of fault that is looked for; the campaign ends when it is found.
  ///
  /// Nil for all kinds, none of which ends it.
  package var sought: ServerFault.Kind?
  /// The most sequences per second.
  package var rate = 200
  /// The campaign ends after this many sequences without a new arrow; nil for no bound.
  package var patienceForCoverage: Int?
  /// How long to wait for replies that must come; nil for as long as `check` waits.
  package var patience: Duration?
  /// How long to wait for replies that need not come; nil for a few round trips.
  package var quiet: Duration?
  /// How long a server that was started for the campaign may take to close what a session opened.
  package var settling = Duration.seconds(2)
  /// The factor for the timeouts of `check`.
  package var timeoutScale = 1.0
  /// How often a sequence that was found is repeated.
  package var trials = 3
  /// How many sequences are tried to minimize a finding.
  package var shortenings = 200
  /// How long minimizing may take.
  package var shorteningLimit = Duration.seconds(60)
  package var graceLimit = Duration.seconds(10)

  /// Makes a campaign for a server.
  package init(at target: TestedServer, seed: UInt64) {
    self.target = target
    self.seed = seed
  }

  /// Runs the campaign.
  ///
  /// If its task is cancelled, it ends and removes all that it made.
  ///
  /// - Throws: if the campaign cannot begin.
  package func run(_ tell: @escaping @Sendable (Event) -> Void = { _ in }) async throws(ServerGrounds.Problem)
    -> Summary
  {
    let hunt = try await ServerHunt(self, tell)
    return await hunt.end(await hunt.search())
  }

  /// Tries a sequence a few times, and returns what it breaks at least once.
  package func replay(_ sequence: ServerSequence) async throws(ServerGrounds.Problem) -> Summary {
    let hunt = try await ServerHunt(self) { _ in }
    return await hunt.end(await hunt.replay(sequence))
  }
}
