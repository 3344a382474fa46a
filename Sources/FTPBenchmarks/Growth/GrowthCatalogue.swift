import CYardstick
import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPVectors

/// The jobs whose growth is measured, by name.
enum GrowthCatalogue {
  /// All jobs, in the order in which they run.
  static let all: [Growth] = [
    Growth(name: "reply-length", unit: "bytes", start: 1 << 16, prepare: replyLength),
    Growth(name: "reply-lines", unit: "lines", start: 1_000, prepare: replyLines),
    Growth(name: "judged-commands", unit: "commands", start: 500, prepare: judgedCommands),
    Growth(name: "recorded-commands", unit: "commands", start: 500, prepare: recordedCommands),
    Growth(name: "transcript-rows", unit: "commands", start: 500, prepare: transcriptRows),
    Growth(name: "vector-rows", unit: "rows", start: 500, prepare: vectorRows),
    Growth(name: "capture-packets", unit: "commands", start: 250, prepare: capturePackets),
    Growth(name: "capture-holes", unit: "commands", start: 250, prepare: captureHoles),
    Growth(name: "capture-shuffled", unit: "commands", start: 250, prepare: captureShuffled),
    Growth(name: "rules", unit: "rules", start: 500, prepare: rules),
    Growth(name: "baselines", unit: "lines", start: 1_000, prepare: baselines),
    Growth(name: "listing-files", unit: "files", start: 500, prepare: listingFiles),
    Growth(name: "sessions", unit: "sessions", start: 8, prepare: sessions),
    Growth(name: "cases", unit: "cases", start: 4, prepare: cases),
  ]

  static let unlimited = RecordingLimits(events: .max, totalBytes: .max, untakenBytes: .max)
  static let piece = 1 << 14

  /// One reply of one line, in segments as from a network.
  @Sendable private static func replyLength(_ count: Int) -> Growth.Run {
    let bytes = Array("220 ".utf8) + [UInt8](repeating: 0x78, count: count) + [0x0D, 0x0A]
    return { try parse(bytes) }
  }

  /// One reply of many lines, some of which look like its end.
  @Sendable private static func replyLines(_ count: Int) -> Growth.Run {
    var bytes = Array("211-Status\r\n".utf8)
    for number in 0..<count { bytes += Array((number % 8 == 0 ? "212 no end\r\n" : " a line\r\n").utf8) }
    bytes += Array("211 End\r\n".utf8)
    return { [bytes] in try parse(bytes) }
  }

  private static func parse(_ bytes: [UInt8]) throws {
    var parser = ReplyParser(limits: ReplyLimits(lineLength: .max, lines: .max, bytes: .max))
    var start = 0
    var count = 0
    while start < bytes.count {
      parser.append(bytes[start..<min(bytes.count, start + piece)])
      while let reply = try parser.next() { count += reply.lines.count }
      start += piece
    }
    guard count > 0 else { throw BenchmarkFailure("there was no reply") }
  }

  /// Commands and replies that change what the judge remembers.
  @Sendable private static func judgedCommands(_ count: Int) -> Growth.Run {
    let turns = Turn.all
    return {
      var judge = Judge()
      for number in 0..<count {
        let turn = turns[number % turns.count]
        _ = judge.observe(command: turn.command)
        _ = judge.observe(reply: turn.reply)
      }
    }
  }

  @Sendable private static func recordedCommands(_ count: Int) -> Growth.Run {
    { guard record(count).events.count >= count else { throw BenchmarkFailure("not all was recorded") } }
  }

  @Sendable private static func transcriptRows(_ count: Int) -> Growth.Run {
    let transcript = record(count)
    return {
      var printer = TranscriptPrinter()
      var rows = 0
      for event in transcript.events { rows += printer.rows(for: event).count }
      rows += printer.finish().count
      guard rows >= count else { throw BenchmarkFailure("not all was printed") }
    }
  }

  @Sendable private static func vectorRows(_ count: Int) -> Growth.Run {
    let bytes = Array(vector(count / 2).utf8)
    return { _ = try Vector(parsing: bytes) }
  }

  /// Rules for different arguments of a few verbs.
  @Sendable private static func rules(_ count: Int) -> Growth.Run {
    let verbs = ["RETR", "STOR", "LIST", "*"]
    let text = (0..<count).map {
      "\(verbs[$0 % verbs.count]) file-\($0)*.txt -> 150, then 1 KiB, then 426 \"No.\"\n"
    }
    let bytes = Array(text.joined().utf8)
    return {
      guard try Script(parsing: bytes).rules.count == count else {
        throw BenchmarkFailure("not all was read")
      }
    }
  }

  /// A baseline in which every other line names no case, compared with a run of as many cases and updated by it.
  @Sendable private static func baselines(_ count: Int) throws -> Growth.Run {
    let entries = (0..<count).map { number in
      ConformanceCase(
        CaseID(rawValue: "growth/\(number)/case"), "It does.", of: .server, ["959:4.2:reply-line"])
    }
    var report = RunReport(
      TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts()), RunOptions(),
      started: LocalClock.now())
    report.cases = entries.map { CaseReport($0, skipped: "not run") }
    let text = (0..<count).map { "growth/\($0)/\($0 % 2 == 0 ? "case" : "gone")  fail  A reason.\n" }.joined()
    let bytes = Array(text.utf8)
    return {
      let baseline = try Baseline(parsing: bytes)
      var compared = report
      compared.options.baseline = BaselineComparison(
        baseline, name: "growth", on: CalendarDate(report.started), cases: entries)
      guard compared.cases(.untested).count == (count + 1) / 2,
        !compared.bytes(as: .json, program: "growth").isEmpty,
        baseline.updated(by: report, among: entries).dropped.count == count / 2
      else { throw BenchmarkFailure("not all was compared") }
    }
  }

  @Sendable private static func listingFiles(_ count: Int) throws -> Growth.Run {
    guard let now = TimeValue(secondsSince1970: 1_715_938_200) else {
      throw BenchmarkFailure("there is no such time")
    }
    var text = "total \(count)\r\n"
    for number in 0..<count {
      text += "-rw-r--r--   1 user group \(1_000 + number) Jan 01 00:00 some-file-name-\(number).txt\r\n"
    }
    let bytes = Array(text.utf8)
    return {
      var parser = ListingParser(clock: ListingClock(now: now))
      var lines = 0
      var start = 0
      while start < bytes.count {
        parser.append(bytes[start..<min(bytes.count, start + piece)])
        while parser.next() != nil { lines += 1 }
        start += piece
      }
      parser.finish()
      while parser.next() != nil { lines += 1 }
      guard lines >= count else { throw BenchmarkFailure("not all was read") }
    }
  }

  /// This many sessions at once with the embedded server, each with a download.
  ///
  /// The time of their client, in C, counts too.
  @Sendable private static func sessions(_ count: Int) throws -> Growth.Run {
    DescriptorLimit.raise()
    var configuration = MockServer.Configuration(recording: nil)
    configuration.tree.addFile("file", FileContents([UInt8](repeating: 0x78, count: 1_000)))
    configuration.limits.keptCommands = 0
    let server = try MockServer.start(configuration)
    guard let port = server.addresses.first?.port else { throw BenchmarkFailure("there is no port") }
    return {
      var load = yardstick_load()
      guard let sessions = yardstick_sessions_open(port, "anonymous", "guest@", count, 32, &load) else {
        throw BenchmarkFailure("no memory, or a system without epoll")
      }
      defer { yardstick_sessions_free(sessions) }
      yardstick_sessions_retrieve(sessions, "file", 1_000, &load)
      guard load.failures == 0 else { throw BenchmarkFailure("\(load.failures) sessions failed") }
      withExtendedLifetime(server) {}
    }
  }

  /// A run of this many cases against the embedded server, and its report.
  @Sendable private static func cases(_ count: Int) throws -> Growth.Run {
    var configuration = MockServer.Configuration(recording: nil)
    configuration.limits.keptCommands = 0
    let server = try MockServer.start(configuration)
    guard let port = server.addresses.first?.port else { throw BenchmarkFailure("there is no port") }
    let cases = (0..<count).map { number in
      ServerCase(
        CaseID(rawValue: "growth/\(number)/noop"), "NOOP gets 200.", ["959:4.1.3:noop-ok-only"], failsWith: []
      ) { probe in try await probe.send("NOOP", expecting: 200) }
    }
    let run = ServerRun(at: TestedServer(host: "127.0.0.1", port: port), cases: cases)
    return {
      let done = Monitor<RunReport?>(nil)
      Task.detached {
        let report = await run.run()
        done.withLockAndWakeOne { $0 = report }
      }
      let report = done.wait { $0 }
      guard report.count(.pass) == count, !report.bytes(as: .json, program: "growth").isEmpty else {
        throw BenchmarkFailure("not all cases passed")
      }
      withExtendedLifetime(server) {}
    }
  }

  private static func record(_ count: Int) -> Transcript {
    let recorder = ConversationRecorder(limits: unlimited)
    let turns = Turn.all
    recorder.controlOpened(local: "127.0.0.1:1", peer: "127.0.0.1:2")
    for number in 0..<count {
      let turn = turns[number % turns.count]
      _ = recorder.commandBytes(turn.line)
      _ = recorder.reply(turn.reply)
    }
    recorder.controlClosed(.byClient)
    return recorder.transcript
  }

  static func vector(_ count: Int) -> String {
    let turns = Turn.all
    var text = "# \(count) commands\nid: made/growth\nS> 220 Ready.\n"
    for number in 0..<count {
      let turn = turns[number % turns.count]
      text += "C> \(turn.words)\nS> \(turn.answer)\n"
    }
    return text + "-- close control (closed by the client)\n"
  }
}

/// A command and its reply.
private struct Turn: Sendable {
  let words: String
  let answer: String
  let command: Command
  let reply: Reply
  let line: [UInt8]

  init?(_ words: String, _ answer: String) {
    guard let command = Command(parsing: words), let reply = Reply(parsing: answer + "\r\n") else {
      return nil
    }
    self.words = words
    self.answer = answer
    self.command = command
    self.reply = reply
    line = Array((words + "\r\n").utf8)
  }

  static let all: [Turn] = [
    Turn("USER guest", "331 Password please."), Turn("PASS guest@", "230 Logged in."),
    Turn("TYPE I", "200 Type set."), Turn("REST 100", "350 Go on."), Turn("NOOP", "200 OK"),
    Turn("RNFR old", "350 Ready."), Turn("RNTO new", "250 Done."), Turn("CWD /", "250 Done."),
    Turn("SIZE file", "213 1000"), Turn("XYZZY", "500 What?"),
  ].compactMap { $0 }
}
