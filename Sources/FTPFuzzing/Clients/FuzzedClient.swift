import FTPMockServer
import FTPProtocol
import FTPSystem

/// A search for server scripts that break a client, which is started again for each script.
package typealias ClientCampaign = Campaign<FuzzedClient>

/// The client of a campaign.
package struct ClientSubject: Sendable {
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
  /// How long a client may take.
  package var limit = Duration.seconds(10)
  /// How many more bytes of memory the client may use than in the run with a correct server.
  package var memory = 16 << 20

  /// Makes a client.
  ///
  /// A relative path at the beginning of the command is resolved against the working folder of this process.
  package init(_ command: [String]) {
    self.command = command
    if let program = command.first, program.contains("/"), !program.hasPrefix("/"),
      let folder = Environment.workingFolder
    {
      self.command[0] = "\(folder)/\(program)"
    }
  }

  /// Whether it uploads ``upload``.
  var uploads: Bool { CommandWord.upload.stands(in: command) }

  /// How long the server waits for a client that may take this long.
  ///
  /// It is less than the limit of the client, so that no client has to wait for something that never comes.
  package func serverPatience(_ limit: Duration) -> Duration { min(.seconds(1), limit / 8) }
}

/// A client in a campaign, and what it does with a correct server.
package struct FuzzedClient: CampaignTarget {
  package typealias Case = Script
  package typealias Oracle = ClientOracle
  package typealias Way = ClientWay

  package static let usualJobs = Processors.count
  /// A client that was only late is looked at each time.
  package static let mostAccidents = Int.max
  package static let retriesOriginal = true

  private let subject: ClientSubject
  private let usual: ClientRun.Usual
  /// The run without a script.
  private let correct: ClientRun.Outcome
  private let places: [String]

  /// Tries the client with a correct server.
  package static func start(_ subject: ClientSubject) async throws(CampaignProblem) -> FuzzedClient {
    let correct = await ClientRun.play(subject, nil, usual: nil, subject.limit)
    if let problem = correct.trial.problem { throw CampaignProblem(problem) }
    let ending = correct.ending.map { "the command \($0)" } ?? "the command had to be ended"
    let output = correct.trial.output.last.map { ": \($0)" } ?? ""
    if !correct.hasConnected, correct.ending == .exited(126) || correct.ending == .exited(127) {
      throw CampaignProblem("cannot start '\(subject.command.first ?? "")'\(output)")
    }
    guard correct.hasConnected else {
      throw CampaignProblem(
        Task.isCancelled ? "interrupted" : "\(ending) without connecting to the server\(output)")
    }
    if subject.download != nil || subject.uploads, correct.ending != .exited(0) {
      throw CampaignProblem("\(ending), even with a correct server\(output)")
    }
    let usual = ClientRun.Usual(
      // The client may have used more than was seen of a short run, and must not be blamed for that later.
      memoryBound: correct.memoryCeiling + subject.memory,
      talk: correct.ending == .exited(0) ? correct.talk.flatMap { $0.isInOrder ? $0 : nil } : nil)
    return FuzzedClient(
      subject: subject, usual: usual, correct: correct,
      places: ScriptGenerator(seed: 0, verbs: correct.verbs).places)
  }

  /// The verbs that the client sends, each once.
  package var verbs: [String] { correct.verbs.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

  package var possible: Set<ClientWay> { ClientWay.all(places) }
  package var first: (tried: Script, trial: Trial)? { (Script([]), correct.trial) }

  package func makeWorker(seed: UInt64) -> ScriptGenerator {
    ScriptGenerator(seed: seed, verbs: correct.verbs)
  }

  package func attempt(
    _ runs: Range<UInt64>, _ generator: inout ScriptGenerator, _ coverage: CampaignCoverage<ClientWay>
  ) async -> [Attempt] {
    let run = runs.lowerBound
    let (script, ways) = generator.make(run: run)
    var outcome = await ClientRun.play(subject, script, usual: usual, subject.limit)
    outcome.trial.ways = ways.filter { $0.place == "connect" || outcome.verbs.contains($0.place) }
    return [(run, script, outcome.trial)]
  }

  /// Tries a script; a shorter limit suffices to see whether a client still hangs.
  ///
  /// The repetitions at the end, with the full limit, show whether it hangs for good.
  package func trial(
    _ script: Script, minimizing oracle: ClientOracle?, _ generator: inout ScriptGenerator
  ) async -> Trial {
    guard script.isReadable else { return Trial() }
    let limit = oracle == .hang ? subject.limit / 3 : subject.limit
    return await ClientRun.play(subject, script, usual: usual, limit).trial
  }

  /// A client that hangs takes its time, so repetitions run side by side.
  ///
  /// Scripts that name files by absolute paths are repeated one at a time: each run looks for these files and removes
  /// them.
  package func mostAtOnce(_ script: Script) -> Int {
    EscapedFile.names(in: script.description).isEmpty ? .max : 1
  }

  package func isAccident(_ finding: CampaignFinding<Case, Oracle>) -> Bool {
    finding.fault.kind.oracle == .hang && finding.shown == 0
  }
}
