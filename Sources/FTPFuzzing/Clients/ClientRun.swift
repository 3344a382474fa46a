import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

/// One run of a client: its process and folder, a server that follows a script, and the outcome.
struct ClientRun {
  struct Outcome: Sendable {
    var trial = FuzzedClient.Trial()
    /// How the process ended; nil if it had to be ended.
    var ending: WatchedProcess.Ending?
    /// The verbs of the commands that the client sent, in order.
    var verbs: [String] = []
    var hasConnected = false
    /// The most bytes of memory that the process was seen to use.
    var peakMemory = 0
    /// No less than what it used.
    var memoryCeiling = 0
    /// What the server said.
    var talk: UsualTalk?
  }

  /// What the run with a correct server showed about the client.
  struct Usual: Sendable {
    /// The most bytes of memory that the client may use.
    let memoryBound: Int
    /// What the server said, if the client then ended with status 0.
    let talk: UsualTalk?
  }

  private let subject: ClientSubject
  /// What the first run showed; nil in that run.
  private let usual: Usual?
  /// How long the process may take.
  private let limit: Duration
  /// Signalled when the campaign should end.
  private let wakeUp = WakeUp()

  /// Runs the client against a server with this script, or a correct one, and returns what the client did, and what is
  /// wrong with it.
  static func play(
    _ subject: ClientSubject, _ script: Script?, usual: ClientRun.Usual?, _ limit: Duration
  ) async -> Outcome {
    let run = ClientRun(subject: subject, usual: usual, limit: limit)
    return await BlockingThread.run(waitingWith: run.wakeUp) { run.run(script) }
  }

  /// Blocks until the process, the server and the folder are gone.
  private func run(_ script: Script?) -> Outcome {
    var outcome = Outcome()
    do {
      // Names in listings lead up to four folders up, and such a folder may be created inside another one.
      let folder = try EnclosedFolder("8", "7", "6", "5", "4", "3", "2", "1", "client")
      if subject.uploads {
        let path = folder.path + "/" + ClientSubject.upload
        try LocalFile.write(ClientSubject.uploadedBytes, to: path, permissions: 0o644)
      }
      let server = try MockServer.start(configuration(script))
      defer { server.stop() }
      let process = try start(server, folder)
      let isLate = process.isLate(limit, at: server, wakeUp)
      outcome.ending = isLate ? nil : process.ending
      process.stop()
      process.waitForOutput(within: .milliseconds(300))
      // The server still reads what the client sent before its end, and records what it answers.
      _ = try? server.waitUntil(within: .milliseconds(300)) { $0.sessionCount == 0 }
      let transcripts = server.transcripts
      let output = process.output(after: 0)
      outcome.peakMemory = process.peakMemory
      outcome.memoryCeiling = process.memoryCeiling
      outcome.hasConnected = !transcripts.isEmpty
      outcome.verbs = Self.verbs(transcripts)
      outcome.talk = UsualTalk(transcripts)
      outcome.trial.output = redacted(output)
      guard !wakeUp.isSignalled else { return outcome }
      if isLate { outcome.trial.faults.append(hang(outcome.verbs)) }
      judge(process, output, transcripts, folder, script, &outcome)
      // Most runs find nothing, so their conversations are never read.
      if !outcome.trial.faults.isEmpty { outcome.trial.transcript = Self.text(transcripts) }
    } catch {
      outcome.trial.problem = "\(error)"
    }
    return outcome
  }

  private func configuration(_ script: Script?) -> MockServer.Configuration {
    var configuration = MockServer.Configuration()
    configuration.script = script?.rules.isEmpty == true ? nil : script
    // The client need not wait long for something that the server never says.
    let patience = subject.serverPatience(limit)
    configuration.timeouts = MockServer.Timeouts(
      idle: patience, dataConnection: patience, dataIdle: patience, reply: patience, work: patience)
    configuration.recording = RecordingLimits(dataBytes: 8 << 20, events: 20_000, totalBytes: 32 << 20)
    configuration.limits.keptConversations = 50
    return configuration
  }

  private func start(_ server: MockServer, _ folder: EnclosedFolder) throws -> WatchedProcess {
    let words = CommandWord.fill(
      subject.command,
      [
        .port: "\(server.port)", .host: server.address.host, .url: server.url, .folder: folder.path,
        .user: ClientSubject.user, .password: ClientSubject.password, .file: ClientSubject.file,
        .upload: ClientSubject.upload,
      ])
    let environment = Environment.variables(home: folder.path, folder: folder.path)
    do throws(SystemError) {
      return try WatchedProcess.start(words, in: folder.path, environment: environment)
    } catch {
      throw CampaignProblem("cannot start '\(words.first ?? "")': \(error)")
    }
  }

  /// The conversations in vector notation, shortened, because megabytes would not help readers.
  private static func text(_ transcripts: [Transcript]) -> String {
    transcripts.map { transcript in
      var short = transcript
      short.events = transcript.events.prefix(400).map { event in
        switch event.content {
        case .data(let connection, let direction, let bytes, let omitted) where bytes.count > 100:
          let kept = Array(bytes.prefix(100))
          let rest = omitted + bytes.count - kept.count
          return ConversationEvent(time: event.time, .data(connection, direction, kept, omitted: rest))
        case .reply(let reply, _, _) where reply.byteCount > 2_000:
          return ConversationEvent(
            time: event.time, .mark(.note("a reply \(reply.code) of \(reply.byteCount) bytes")))
        case .unfinishedReply(let bytes, let omitted) where bytes.count > 100:
          let kept = Array(bytes.prefix(100))
          let rest = omitted + bytes.count - kept.count
          return ConversationEvent(time: event.time, .unfinishedReply(kept, omitted: rest))
        default: return event
        }
      }
      let lines = short.description.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.map { $0.prefix(500) }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func verbs(_ transcripts: [Transcript]) -> [String] {
    transcripts.flatMap { transcript in
      transcript.events.compactMap { event in
        guard case .command(let line, _) = event.content else { return nil }
        return Command(parsing: line.bytes)?.verb.name
      }
    }
  }

  private func redacted(_ output: [UInt8]) -> [String] {
    let finder = SecretFinder([Array(ClientSubject.password.utf8)])
    return output.suffix(4_000).split(separator: 0x0A).suffix(20).map {
      finder.redacting(Escaping.ascii($0, limit: 300))
    }
  }
}

// The oracles.
extension ClientRun {
  private func hang(_ verbs: [String]) -> ClientFault {
    let last = verbs.last ?? "the connection"
    return ClientFault(
      .hang, rule: "after \(last)",
      "still running after \(Deadline.text(of: limit)); the last command was \(verbs.last ?? "none")")
  }

  private func judge(
    _ process: WatchedProcess, _ output: [UInt8], _ transcripts: [Transcript], _ folder: EnclosedFolder,
    _ script: Script?, _ outcome: inout Outcome
  ) {
    if let ending = outcome.ending, case .signalled = ending, !ending.isByOthers {
      outcome.trial.faults.append(ClientFault(.crash, rule: "\(ending)", "the process \(ending)"))
    }
    if let report = FaultReport.find(in: output) { outcome.trial.faults += fault(report, output) }
    if let bound = usual?.memoryBound, outcome.peakMemory > bound {
      outcome.trial.faults.append(
        ClientFault(
          .memory, "\(outcome.peakMemory >> 20) MiB of memory; the limit is \(bound >> 20) MiB"))
    }
    let absolute = EscapedFile.take(EscapedFile.names(in: script?.description ?? ""))
    if let change = folder.changeOutside() ?? absolute.map({ "'\($0)' was written" }) {
      outcome.trial.faults.append(ClientFault(.folder, change))
    }
    if outcome.ending == .exited(0), let name = subject.download {
      let served = ServedFile(ClientSubject.file, in: transcripts)
      if let fault = served.damage(Self.contents(name, in: folder)) { outcome.trial.faults.append(fault) }
    }
    if outcome.ending == .exited(0), subject.uploads {
      let sent = ServedFile(uploadedIn: transcripts)
      if let fault = sent.damage(ClientSubject.uploadedBytes) { outcome.trial.faults.append(fault) }
    }
    if case .exited(let status)? = outcome.ending, status != 0, let usual = usual?.talk,
      outcome.talk?.isLike(usual) == true
    {
      outcome.trial.faults.append(
        ClientFault(.form, "exited with status \(status), but with status 0 in the first run"))
    }
    for transcript in transcripts { outcome.trial.faults += rules(transcript) }
  }

  private static func contents(_ name: String, in folder: EnclosedFolder) -> [UInt8]? {
    try? LocalFile.open(name.hasPrefix("/") ? name : folder.path + "/" + name).bytes(limit: 64 << 20)
  }

  /// The fault that a report shows.
  ///
  /// There is none if the report is an exception that may only mean that the server refused something.
  private func fault(_ report: (sign: String, line: String), _ output: [UInt8]) -> [ClientFault] {
    let detail = redacted(Array(report.line.utf8)).first ?? ""
    guard report.sign == FaultReport.traceback else {
      return [ClientFault(.report, rule: report.sign, detail)]
    }
    let last = FaultReport.exception(in: output) ?? []
    let name = String(decoding: last.prefix { $0 != 0x3A && $0 != 0x20 }, as: UTF8.self)
    let isAnswer =
      ["ftplib.", "socket.", "Connection"].contains { name.hasPrefix($0) }
      || ["OSError", "TimeoutError", "BrokenPipeError", "EOFError"].contains(name)
    return isAnswer
      ? [] : [ClientFault(.report, rule: name, isLenient: true, redacted(Array(last)).first ?? "")]
  }

  /// The verdicts of the judge about the client.
  private func rules(_ transcript: Transcript) -> [ClientFault] {
    let verdicts = transcript.events.compactMap { event in
      if case .verdict(let verdict) = event.content { verdict } else { nil }
    }
    // Verdicts that come later count too: that a reply is malformed may become known with the next one, or never.
    let hasServerErred = verdicts.contains { $0.party == .server }
    return verdicts.filter { $0.party == .client }.compactMap { ClientFault($0, isLenient: hasServerErred) }
  }
}
