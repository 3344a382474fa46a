import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

/// A search for server scripts that break a client.
///
/// The client is started again for each script.
package struct ClientCampaign: Sendable {
  /// What a campaign reports while it runs.
  package enum Event: Sendable {
    /// The client was tried with a correct server and sent these commands.
    case began([String])
    /// The number of runs so far, the time they took, and how many of the possible ways to deviate the client has met.
    case progress(runs: Int, Duration, seen: Int, possible: Int)
    /// A fault was found and will be minimized.
    case broken(ClientFault)
    /// A fault was found and minimized.
    case found(ClientFinding)
  }

  /// The result of a campaign.
  package struct Summary: Sendable {
    /// How many runs there were.
    package var runs = 0
    /// How long they took.
    package var duration = Duration.zero
    /// The ways to deviate from what a client expects that it has met.
    package var seen: Set<ClientWay> = []
    /// All ways to deviate that are possible with the commands that it sends.
    package var possible: Set<ClientWay> = []
    /// The findings, in the order in which they were found.
    package var findings: [ClientFinding] = []
    /// Why the campaign ended early; nil if it did not.
    package var problem: String?
  }

  /// Why a campaign cannot begin.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in printable ASCII.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// A user of the server, which also allows anonymous logins.
  package static let user = "ftpraw"
  /// The password of that user.
  package static let password = "secret"
  /// A file that the server has.
  package static let file = "pub/hello.txt"

  /// The file in the client's folder that it uploads, if its command names it.
  package static let upload = "upload.bin"
  /// Its contents: lines and other bytes, more than fit into one segment.
  static let uploadedBytes: [UInt8] = {
    var random = SeededGenerator(seed: 959)
    return (0..<100_003).map { $0 % 61 == 60 ? 0x0A : UInt8(truncatingIfNeeded: random.next()) }
  }()

  /// The command that starts the client.
  package var command: [String]
  /// The file in the client's folder to which it downloads ``file``; nil if unknown.
  package var download: String?
  /// Whether it uploads ``upload``.
  var uploads: Bool { CommandWord.upload.stands(in: command) }
  /// The number that determines all scripts.
  package var seed: UInt64
  /// The number of the first run.
  package var firstRun: UInt64 = 0
  /// How many runs there are; nil for no bound.
  package var runs: Int?
  /// How long the campaign runs; nil for no bound.
  package var time: Duration?
  /// How many clients run side by side.
  package var jobs = Processors.count
  /// How long a client may take.
  package var limit = Duration.seconds(10)
  /// How many more bytes of memory the client may use than in the run with a correct server.
  package var memory = 16 << 20
  /// The only oracle that is checked; the campaign ends when it is broken.
  ///
  /// Nil for all oracles, none of which ends it.
  package var sought: ClientOracle?
  /// How often a script that was found is repeated.
  package var trials = 3
  /// How many runs are made to minimize a finding.
  package var shortenings = 200
  /// How long minimizing a finding may take, and how long it may go on after the end of the campaign.
  package var shorteningLimit = Duration.seconds(60)
  package var graceLimit = Duration.seconds(10)

  /// Makes a campaign for a client.
  ///
  /// A relative path at the beginning of the command is resolved against the working folder of this process.
  package init(_ command: [String], seed: UInt64) {
    self.command = command
    self.seed = seed
    if let program = command.first, program.contains("/"), !program.hasPrefix("/"),
      let folder = Environment.workingFolder
    {
      self.command[0] = "\(folder)/\(program)"
    }
  }

  /// How long the server waits for a client that may take this long.
  ///
  /// It is less than the limit of the client, so that no client has to wait for something that never comes.
  package func serverPatience(_ limit: Duration) -> Duration { min(.seconds(1), limit / 8) }

  /// Runs the campaign.
  ///
  /// If its task is cancelled, it ends and removes all that it made.
  ///
  /// - Throws: if the campaign cannot begin.
  package func run(_ tell: @escaping @Sendable (Event) -> Void = { _ in }) async throws(Problem) -> Summary {
    let hunt = try await ClientHunt(self, tell)
    return await hunt.search()
  }

  /// Tries a script a few times, and returns what it breaks at least once.
  package func replay(_ script: Script, as text: String) async throws(Problem) -> Summary {
    let hunt = try await ClientHunt(self) { _ in }
    return await hunt.replay(script, text)
  }
}
