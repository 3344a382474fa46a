import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

/// A search for scripts that break a client, which is started again for each.
package struct ClientCampaign: Sendable {
  /// What a campaign tells while it runs.
  package enum Event: Sendable {
    /// The client was tried with a server that does all right: the commands that it sent.
    case began([String])
    /// So many runs after so long; the ways seen so far, of how many.
    case progress(runs: Int, Duration, seen: Int, possible: Int)
    /// Something was found, and is about to be minimized.
    case broken(ClientFault)
    /// Something was found, and minimized.
    case found(ClientFinding)
  }

  /// What came of a campaign.
  package struct Summary: Sendable {
    /// How many runs there were.
    package var runs = 0
    /// How long they took.
    package var duration = Duration.zero
    /// The ways to depart that the client has met.
    package var seen: Set<ClientWay> = []
    /// Those that there are for the commands that it sends.
    package var possible: Set<ClientWay> = []
    /// What was found, in the order in which it was.
    package var findings: [ClientFinding] = []
    /// Why the campaign ended before its bounds; nil if it did not.
    package var problem: String?
  }

  /// Why a campaign cannot begin.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in printable ASCII.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// A user of the server, which lets anonymous in, too.
  package static let user = "ftpraw"
  /// The password of that user.
  package static let password = "secret"
  /// A file that the server has.
  package static let file = "pub/hello.txt"

  /// A file that stands in the client's folder where its command names it.
  package static let upload = "upload.bin"
  /// What is in it: lines and other bytes, more than fit into one segment.
  static let uploadedBytes: [UInt8] = {
    var random = SeededGenerator(seed: 959)
    return (0..<100_003).map { $0 % 61 == 60 ? 0x0A : UInt8(truncatingIfNeeded: random.next()) }
  }()

  /// The command that starts the client.
  package var command: [String]
  /// The file in the client's folder that it downloads ``file`` to; nil if that is not known.
  package var download: String?
  /// Whether it uploads ``upload``.
  var uploads: Bool { CommandWord.upload.stands(in: command) }
  /// What scripts follow from.
  package var seed: UInt64
  /// The number of the first run.
  package var firstRun: UInt64 = 0
  /// How many runs there are; nil for no bound.
  package var runs: Int?
  /// How long; nil for no bound.
  package var time: Duration?
  /// How many clients run side by side.
  package var jobs = Processors.count
  /// How long a client may take.
  package var limit = Duration.seconds(10)
  /// How many more bytes of memory it may have than in the run in which all goes well.
  package var memory = 16 << 20
  /// The one oracle that is asked, and ends the campaign when it is broken; nil for all, none of which does.
  package var sought: ClientOracle?
  /// How often what was found is tried again.
  package var trials = 3
  /// How many runs there are to make a finding small.
  package var shortenings = 200
  /// How long that may take, and how long after the end of the campaign.
  package var shorteningLimit = Duration.seconds(60)
  package var graceLimit = Duration.seconds(10)

  /// A campaign for a client.
  ///
  /// A path that the command begins with counts from where this process is.
  package init(_ command: [String], seed: UInt64) {
    self.command = command
    self.seed = seed
    if let program = command.first, program.contains("/"), !program.hasPrefix("/"),
      let folder = Environment.workingFolder
    {
      self.command[0] = "\(folder)/\(program)"
    }
  }

  /// How long the server waits for a client that may take so long: less, so that no client has to wait for what never comes.
  package func serverPatience(_ limit: Duration) -> Duration { min(.seconds(1), limit / 8) }

  /// Runs the campaign.
  ///
  /// Throws if it cannot begin. Where its task is cancelled, it ends and leaves nothing.
  package func run(_ tell: @escaping @Sendable (Event) -> Void = { _ in }) async throws(Problem) -> Summary {
    let hunt = try await ClientHunt(self, tell)
    return await hunt.search()
  }

  /// Tries a script a few times, and returns what it breaks each time or at least once.
  package func replay(_ script: Script, as text: String) async throws(Problem) -> Summary {
    let hunt = try await ClientHunt(self) { _ in }
    return await hunt.replay(script, text)
  }
}
