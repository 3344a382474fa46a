import FTPConformance
import FTPProtocol

/// A search for sequences that break a server, at one that runs or at one that is started for it.
package struct ServerCampaign: Sendable {
  /// What a campaign tells while it runs.
  package enum Event: Sendable {
    /// The server was looked at.
    case began(ServerGrounds)
    /// So many sequences after so long, and the arrows seen so far.
    case progress(runs: Int, Duration, DiagramCoverage)
    /// Something was found, and is about to be minimized.
    case broken(ServerFault)
    /// Something was found, and minimized.
    case found(ServerFinding)
  }

  /// What came of a campaign.
  package struct Summary: Sendable {
    /// How many sequences were tried.
    package var runs = 0
    /// How long it took.
    package var duration = Duration.zero
    /// The arrows that were seen.
    package var coverage: DiagramCoverage
    /// What was found, in the order in which it was.
    package var findings: [ServerFinding] = []
    /// What could not be removed from the server.
    package var leftovers: [String] = []
    /// Why the campaign ended before its bounds; nil if it did not.
    package var problem: String?
  }

  /// The server.
  ///
  /// Where a command has a word for the port, that of the target does not count.
  package var target: TestedServer
  /// The command that starts it; none for a server that runs.
  package var command: [String] = []
  /// What sequences follow from.
  package var seed: UInt64
  /// How many sequences are tried; nil for no bound.
  package var runs: Int?
  /// How long; nil for no bound.
  package var time: Duration?
  /// The one kind of fault that is looked for, and ends the campaign; nil for all, none of which does.
  package var sought: ServerFault.Kind?
  /// How many sequences there may be in a second.
  package var rate = 200
  /// After how many sequences that bring no arrow that is new the campaign ends; nil for none.
  package var patienceForCoverage: Int?
  /// How long replies are awaited that have to come; nil for as long as `check` waits.
  package var patience: Duration?
  /// How long replies are awaited that need not come; nil for a few round trips.
  package var quiet: Duration?
  /// How long a server that was started may take to close what a session has opened.
  package var settling = Duration.seconds(2)
  /// What the patience of `check` is multiplied with.
  package var timeoutScale = 1.0
  /// How often what was found is tried again.
  package var trials = 3
  /// How many sequences are tried to make a finding small.
  package var shortenings = 200
  /// How long that may take.
  package var shorteningLimit = Duration.seconds(60)

  /// A campaign at a server.
  package init(at target: TestedServer, seed: UInt64) {
    self.target = target
    self.seed = seed
  }

  /// Runs the campaign.
  ///
  /// Throws if it cannot begin. Where its task is cancelled, it ends and leaves nothing.
  package func run(_ tell: @escaping @Sendable (Event) -> Void = { _ in }) async throws(ServerGrounds.Problem)
    -> Summary
  {
    let hunt = try await ServerHunt(self, tell)
    return await hunt.end(await hunt.search())
  }

  /// Tries a sequence a few times, and returns what it breaks each time or at least once.
  package func replay(_ sequence: ServerSequence) async throws(ServerGrounds.Problem) -> Summary {
    let hunt = try await ServerHunt(self) { _ in }
    return await hunt.end(await hunt.replay(sequence))
  }
}
