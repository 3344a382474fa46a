import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A server follows its script, and obeys commands that the script does not mention", .alsoUnderToyLayer)
struct ScriptTests {
  /// The replies to commands of a session that is logged in, including the one to a final QUIT.
  private func answer(_ script: String, _ commands: String...) throws -> String {
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      try client.write((commands + ["QUIT"]).map { $0 + "\r\n" }.joined())
      return try client.rest().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        .replacing("221 Goodbye.\r\n", with: "").replacing("\r\n", with: "|")
    }
  }

  @Test(arguments: [
    ("NOOP -> 299", "299 As the rule says.|"), ("NOOP -> 425", "425 Cannot open data connection.|"),
    (#"NOOP -> 200 "Well.""#, "200 Well.|"), (#"NOOP -> 200 """#, "200 |"),
    (#"NOOP -> 200 "One\n2 two\r\nthree""#, "200-One| 2 two|200 three|"),
    (#"NOOP -> raw "20", raw "0 ra", delay 1ms, raw "w\r\n""#, "200 raw|"),
    (#"NOOP -> 120 "First.", obey, 299 "Last.""#, "120 First.|200 NOOP ok.|299 Last.|"),
    ("NOOP -> obey, obey", "200 NOOP ok.|200 NOOP ok.|"), ("NOOP -> ignore", ""),
    ("NOOP -> cut 1 4", "200 NOOP ok.|"), ("NOOP -> drip 1 0s", "200 NOOP ok.|"),
    ("NOOP -> cut 3 100, 200, obey", "200 Command okay.|200 NOOP ok.|"),
    ("delay NOOP 1ms", "200 NOOP ok.|"),
    (
      #"NOOP -> raw "120 a\r\n" 3 times, raw "200 {verb}\r\n" 2 times"#,
      "120 a|120 a|120 a|200 NOOP|200 NOOP|"
    ),
    ("* x -> 500\nPWD -> 501\nNOOP y -> 501", "200 NOOP ok.|"), ("* -> 500 and close", "500 Syntax error.|"),
    ("NOOP -> close", ""),
  ])
  func repliesInsteadOfTheHandler(script: String, expected: String) throws {
    let isForAll = script.hasPrefix("* ->")
    let text = isForAll ? "USER -> obey\nPASS -> obey\n" + script : script
    #expect(try answer(text, "NOOP") == expected)
  }

  @Test func theFirstRuleThatMatchesSpeaks() throws {
    let script = """
      RETR *.iso -> 551 "One."
      on the 2nd RETR a* -> 552 "Two."
      RETR ?b* -> 553 "Three."
      from the 3rd RETR -> 554 "Four."
      """
    let commands = ["RETR a.iso", "RETR ab", "RETR xb", "RETR x", "RETR ab", "retr abc.iso"]
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      var codes: [ReplyCode] = []
      for command in commands { codes.append(try client.send(command).code) }
      // Every rule counts what it matches: `a.iso` is the first `a*`, and `ab` the second.
      #expect(codes == [551, 552, 553, 554, 553, 551])
    }
  }

  @Test func everySessionCountsSeparately() throws {
    let script = "on the 2nd NOOP -> 425\nfrom the 4th NOOP -> 421"
    try withMockServer(.scripted(script)) { server in
      var first = try TestClient.loggedIn(server)
      var second = try TestClient.loggedIn(server)
      for code: ReplyCode in [200, 425, 200, 421, 421] {
        #expect(try first.send("NOOP").code == code)
        #expect(try second.send("noop").code == code)
      }
    }
  }

  @Test func aDelayHoldsTheReplyBack() throws {
    try withMockServer(.scripted("delay PASV 300ms\nNOOP -> delay 200ms, 200, delay 100ms, 299")) { server in
      var client = try TestClient.loggedIn(server)
      for (command, codes) in [("PASV", [ReplyCode(2, 2, 7)]), ("NOOP", [200, 299])] {
        let start = ContinuousClock.now
        #expect(try client.send(command).code == codes[0])
        if codes.count > 1 { #expect(try client.reply().code == codes[1]) }
        #expect(start.duration(to: .now) >= .milliseconds(300))
      }
    }
  }

  /// The first segment that arrives while the server waits before it sends the next.
  @Test(arguments: [
    ("NOOP -> drip 1 1m", "2"), ("NOOP -> drip 7 1m", "200 NOO"), (#"NOOP -> raw "20", delay 1m, 200"#, "20"),
    (#"NOOP -> drip 2 1m, raw "xyz""#, "xy"), ("NOOP -> 120, delay 1m, 200", "120 Service ready soon.\r\n"),
  ])
  func aSegmentLeavesByItself(script: String, expected: String) throws {
    try withMockServer(.scripted(script)) { server in
      let control = try TCPConnection.connect(to: server.address)
      var client = PlainReader(control)
      #expect(try client.read(count: 3) == "220")
      _ = try client.readLine()
      try client.write("NOOP\r\n")
      #expect(try client.read(count: expected.utf8.count) == expected)
      // Nothing else has arrived: the rest comes only because the server stops and no longer waits.
      let isAll = client.isEmpty
      #expect(isAll)
    }
  }

  @Test func cutsWhereTheRuleSays() {
    func segments(_ offsets: Int...) -> [[UInt8]] {
      WireStep.segments(Array("200 ok".utf8), cutAt: offsets).compactMap { step in
        if case .bytes(let bytes) = step { bytes } else { nil }
      }
    }
    #expect(segments(1, 4) == [Array("2".utf8), Array("00 ".utf8), Array("ok".utf8)])
    #expect(segments(5, 6, 7, 100) == [Array("200 o".utf8), Array("k".utf8)])
  }

  @Test func greetsAsTheRuleSays() throws {
    let script = """
      on the 1st connect -> close
      on the 2nd connect -> 421 "Not yet.", close
      on the 3rd connect -> raw "220-Well\\r\\n", raw "220 come\\r\\n"
      on the 4th connect -> 120, obey
      on the 5th connect -> ignore
      """
    try withMockServer(.scripted(script)) { server in
      for codes: [ReplyCode] in [[], [421], [220, 221], [120, 220, 221], [221], [220, 221]] {
        var client = try TestClient(server.address)
        if codes.last == 221 { try client.write("QUIT\r\n") }
        #expect(try client.rest().map(\.code) == codes)
      }
    }
  }

  @Test func aCommandIsNotAConnection() throws {
    try withMockServer(.scripted("connect -> obey\n* (CONNECT) -> 599")) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("(connect)").code == 500)
    }
  }

  @Test func resetsTheControlConnection() throws {
    try withMockServer(.scripted("NOOP -> raw \"20\", reset")) { server in
      var client = try TestClient.loggedIn(server)
      try client.write("NOOP\r\n")
      let error = #expect(throws: TransportError.self) { try client.rest() }
      #expect(error?.isPeerGone == true)
    }
  }

  @Test func whatARuleAnswersIsNoFirstHalf() throws {
    let script = "NOOP -> 200\nUSER them -> 331\nRNFR x -> 350"
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      for (command, code) in [
        ("RNFR notes.txt", 350), ("NOOP", 200), ("RNTO y", 503), ("RNFR x", 350), ("RNTO y", 503),
        ("USER them", 331), ("PASS secret", 503), ("USER ftpraw", 331), ("PASS secret", 230),
      ] {
        #expect(try client.send(command).code.rawValue == code, "\(command)")
      }
    }
  }

  @Test func aStopEndsADelay() throws {
    let server = try MockServer.start(.scripted("delay NOOP 60m\nPWD -> drip 1 60m"))
    var delayed = try TestClient.loggedIn(server)
    var dripped = try TestClient.loggedIn(server)
    try delayed.write("NOOP\r\n")
    try dripped.write("PWD\r\n")
    // The stop comes in the middle of a line, and the farewell begins a new one.
    try dripped.awaitBytes()
    server.stop()
    #expect(try delayed.rest().last?.code == 421)
    #expect(try dripped.rest().map(\.code) == [257, 421])
  }

  @Test func faultsWorkOnWhatRulesReply() throws {
    let configuration = try MockServer.Configuration.scripted(
      "NOOP -> 200 \"One.\"\nPWD -> obey, cut 1", faults: "reply-bare-lf", "code-pwd=200", "session-stray=3")
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      // The stray reply follows the reply to the third command.
      for (command, line) in [("NOOP", "200 One.\n"), ("PWD", "200 By the way.\n")] {
        #expect(try client.send(command).bytes == Array(line.utf8))
      }
      #expect(try client.reply().bytes.starts(with: "200 \"/\"".utf8))
    }
  }

  @Test func theConversationIsKept() throws {
    try withMockServer(.scripted("NOOP -> 120, raw \"200 a\", raw \"ll\\r\\n\"\nSTAT -> 599")) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("NOOP").code == 120)
      #expect(try client.reply().code == 200)
      #expect(try client.send("STAT").code == 599)
      let text = server.transcripts.first?.description ?? ""
      #expect(text.contains("C> NOOP\nS> 120 Service ready soon.\n!! 959:6:simple-commands server"))
      #expect(text.contains("S> 200 all\nC> STAT\nS> 599 As the rule says.\n!! "))
      #expect(server.receivedCommands("NOOP").count == 1)
    }
  }
}

extension MockServer.Configuration {
  /// A server with a script, and with faults.
  static func scripted(_ script: String, faults: String...) throws -> MockServer.Configuration {
    MockServer.Configuration(faults: try faults.map { try Fault($0) }, script: try Script(parsing: script))
  }
}

/// Reads a few bytes at a time.
private struct PlainReader: ~Copyable {
  private var control: TCPConnection
  private var unread: [UInt8] = []
  private let patience = Deadline.after(.patience)

  init(_ control: consuming TCPConnection) { self.control = control }

  /// Whether everything that was read has been taken.
  var isEmpty: Bool { unread.isEmpty }

  func write(_ text: String) throws { try control.write(Array(text.utf8), deadline: patience) }

  mutating func read(count: Int) throws -> String {
    while unread.count < count, try control.read(appendingTo: &unread, deadline: patience) > 0 {}
    defer { unread.removeFirst(min(count, unread.count)) }
    return String(decoding: unread.prefix(count), as: UTF8.self)
  }

  mutating func readLine() throws -> String {
    var line = ""
    while line.utf8.last != 0x0A { line += try read(count: 1) }
    return line
  }
}
