import Testing

@testable import FTPProtocol

@Suite("A session knows what the replies have made so")
struct SessionTests {
  /// A session after a login and then these exchanges, each a command and its reply.
  private func session(_ exchanges: (String, ReplyCode, String)...) -> Session {
    var session = Session()
    session.observe(reply: Reply(220, "Ready."))
    session.observe(command: Command(.user, "a"))
    session.observe(reply: Reply(230, "In."))
    for (command, code, text) in exchanges {
      session.observe(commandLine: Array("\(command)\r\n".utf8))
      session.observe(reply: Reply(code, text))
    }
    return session
  }

  @Test(arguments: [
    ("A", RepresentationType.ascii(.nonPrint)), ("a n", .ascii(.nonPrint)), ("A T", .ascii(.telnet)),
    ("E C", .ebcdic(.carriageControl)), ("E", .ebcdic(.nonPrint)), ("I", .image), ("i", .image),
    ("L 8", .local(byteSize: 8)), ("L 255", .local(byteSize: 255)),
  ])
  func takesATypeWithItsReply(_ argument: String, _ type: RepresentationType) {
    #expect(session(("TYPE E T", 200, "x"), ("TYPE \(argument)", 200, "x")).parameters.type == type)
    #expect(
      session(("TYPE E T", 200, "x"), ("TYPE \(argument)", 504, "x")).parameters.type == .ebcdic(.telnet))
    #expect(RepresentationType(argument: type.description.utf8) == type)
  }

  @Test(arguments: [
    "", "Q", "L", "L 0", "L 256", "L -1", "L 99999999999999999999", "A N N", "I 8", "AN", "A Q",
  ])
  func takesNoOtherType(_ argument: String) {
    #expect(RepresentationType(argument: argument.utf8) == nil)
    #expect(session(("TYPE \(argument)", 200, "x")).parameters.type == .ascii(.nonPrint))
  }

  @Test func takesModeAndStructure() {
    let changed = session(("MODE B", 200, "x"), ("STRU r", 200, "x"))
    #expect(changed.parameters.mode == .block && changed.parameters.structure == .record)
    #expect(session(("MODE Z", 200, "x")).parameters.mode == .deflate)
    #expect(session(("MODE B", 504, "x"), ("STRU R", 504, "x")).parameters == TransferParameters())
  }

  @Test func takesARestartPoint() {
    #expect(session(("REST 5", 350, "x")).restartOffset == 5)
    #expect(session(("REST 5", 350, "x"), ("REST 0", 350, "x")).restart == nil)
    #expect(session(("REST 5", 501, "x")).restart == nil)
    #expect(
      session(("REST 18446744073709551616", 350, "x")).restart == .marker(Array("18446744073709551616".utf8)))
    #expect(session(("REST abc", 350, "x")).restart == .marker(Array("abc".utf8)))
    #expect(session(("RANG 2 9", 350, "x")).restart == .range(2, 9))
    #expect(session(("RANG 1 0", 350, "x")).restart == nil)
    var session = session(("REST 5", 350, "x"), ("PASV", 227, "(127,0,0,1,4,1)"), ("RETR f", 150, "x"))
    #expect(session.transfer?.restartOffset == 5)
    session.observe(reply: Reply(226, "x"))
    #expect(session.restart == nil && session.transfer == nil)
  }

  @Test func takesARename() {
    #expect(session(("RNFR a b", 350, "x")).pendingRename == Array("a b".utf8))
    #expect(session(("RNFR a", 350, "x"), ("RNTO b", 250, "x")).pendingRename == nil)
    #expect(session(("RNFR a", 550, "x")).pendingRename == nil)
  }

  @Test func takesADataAddress() throws {
    let passive = try #require(session(("PASV", 227, "(127,0,0,1,4,1)")).dataSetup)
    #expect(passive.isPassive && passive.verb == .pasv && passive.address?.port == 1025)
    let active = try #require(session(("EPRT |2|::1|1025|", 200, "x")).dataSetup)
    #expect(!active.isPassive && active.address == DataAddress("[::1]:1025"))
    #expect(session(("EPSV", 229, "(|||1025|)")).dataSetup?.address == DataAddress(host: nil, port: 1025))
    #expect(session(("PASV", 227, "(127,0,0,1,4,1)"), ("PORT 1", 501, "x")).dataSetup == nil)
  }

  @Test func comparesTheAnnouncedHostWhereItKnowsTheServer() {
    for (host, isOwn) in [("127,0,0,1", true), ("192,0,2,1", false)] {
      var session = session()
      session.serverAddress = IPAddress("127.0.0.1")
      session.observe(command: Command(.pasv))
      let judgement = session.observe(reply: Reply(227, "(\(host),4,1)"))
      #expect(judgement.verdicts.map(\.requirement) == (isOwn ? [] : ["1123:4.1.2.6:pasv-own-address"]))
    }
  }

  @Test func returnsToTheDefaults() {
    let all = [
      ("TYPE I", ReplyCode(integerLiteral: 200)), ("MODE B", 200), ("EPSV ALL", 200), ("REST 5", 350),
      ("RNFR a", 350), ("EPSV", 229),
    ]
    for (command, code) in [("REIN", ReplyCode(integerLiteral: 220)), ("AUTH TLS", 234)] {
      var session = session()
      for (line, reply) in all {
        session.observe(commandLine: Array("\(line)\r\n".utf8))
        session.observe(reply: Reply(reply, "(|||1025|)"))
      }
      #expect(session.isEPSVAll && session.dataSetup != nil && session.restart != nil)
      session.observe(commandLine: Array("\(command)\r\n".utf8))
      session.observe(reply: Reply(code, "x"))
      #expect(session.state == .ready && session.parameters == TransferParameters())
      #expect(!session.isEPSVAll && session.dataSetup == nil && session.restart == nil)
      #expect(session.pendingRename == nil)
    }
  }

  @Test func keepsTheParametersForANewUser() {
    #expect(session(("TYPE I", 200, "x"), ("USER b", 331, "x")).parameters.type == .image)
  }

  @Test func knowsTheProtection() {
    var session = session(("AUTH tls", 234, "x"))
    #expect(session.protection.mechanism == "TLS" && session.protection.exchange == .negotiating)
    session.observe(security: .established)
    #expect(session.protection.isControlProtected && session.protection.dataLevel == .clear)
    for (line, code) in [("PBSZ 0", ReplyCode(integerLiteral: 200)), ("PROT P", 200)] {
      session.observe(commandLine: Array("\(line)\r\n".utf8))
      session.observe(reply: Reply(code, "x"))
    }
    #expect(session.protection.hasBufferSize && session.protection.dataLevel == .private)
    session.observe(command: Command(.ccc))
    session.observe(reply: Reply(200, "x"))
    #expect(!session.protection.isControlProtected && session.protection.dataLevel == .private)
  }

  @Test func tellsWhichCommandAReplyAnswers() {
    var session = session()
    let first = session.observe(command: Command(.noop))
    let second = session.observe(command: Command(.noop))
    #expect(session.commandsInFlight == [Command(.noop), Command(.noop)])
    #expect(session.observe(reply: Reply(200, "x")).ordinal == first.ordinal)
    let judgement = session.observe(reply: Reply(200, "x"))
    #expect(judgement.ordinal == second.ordinal && judgement.command == Command(.noop) && judgement.isFinal)
    #expect(session.observe(reply: Reply(200, "x")).command == nil)
    #expect(session.lastReply?.code == 200)
  }

  @Test func takesNoCommandForTheConnection() {
    var session = session()
    let judgement = session.observe(command: Command(CommandReplies.connection))
    #expect(judgement.step == .simple && session.state == .loggedIn)
    #expect(session.observe(reply: Reply(500, "x")).command?.verb == CommandReplies.connection)
  }

  @Test func boundsTheCommandsItFollows() {
    var limits = Session.Limits()
    limits.commandsInFlight = 3
    var session = Session(limits: limits)
    session.observe(reply: Reply(220, "x"))
    for _ in 0..<3 { #expect(session.observe(command: Command(.noop)).verdicts.isEmpty) }
    for _ in 0..<2 {
      #expect(
        session.observe(command: Command(.pwd)).verdicts.map(\.requirement) == ["959:5.4:wait-for-final"])
    }
    #expect(session.commandsInFlight.count == 3 && session.uncountedCommands == 2)
    for _ in 0..<3 { #expect(session.observe(reply: Reply(200, "x")).verdicts.isEmpty) }
    for _ in 0..<2 { #expect(session.observe(reply: Reply(257, "x")).verdicts.isEmpty) }
    #expect(session.observe(reply: Reply(257, "x")).verdicts.count == 1)
  }

  @Test(arguments: [(Verb.rein, ReplyCode(integerLiteral: 220)), (.noop, 200)])
  func takesALoginBehindALogin(between: Verb, code: ReplyCode) {
    var session = Session()
    session.observe(reply: Reply(220, "x"))
    var found: [Verdict] = []
    for verb in [Verb.user, .pass, between, .user] {
      found += session.observe(command: Command(verb, "a")).verdicts.filter {
        $0.requirement.section != "5.4"
      }
    }
    for code in [530, 530, code] { found += session.observe(reply: Reply(code, "x")).verdicts }
    // The PASS that comes now is for the second USER, of which nothing is known yet.
    found += session.observe(command: Command(.pass, "b")).verdicts
    for code in [331, 230] as [ReplyCode] { found += session.observe(reply: Reply(code, "x")).verdicts }
    #expect(found == [])
    #expect(session.login == .loggedIn)
  }

  @Test func givesAReplyUp() throws {
    var session = session(("PASV", 227, "(127,0,0,1,4,1)"), ("RETR f", 150, "x"))
    let abort = session.observe(command: Command(.abor))
    let given = session.abandon(try #require(abort.ordinal))
    #expect(given.command?.verb == .abor && given.ordinal == abort.ordinal)
    #expect(given.verdicts.map(\.requirement) == ["959:4.1.3:abor-426-226"])
    #expect(session.abandon(try #require(abort.ordinal)).verdicts.isEmpty)
    let transfer = try #require(session.transfer?.ordinal)
    #expect(session.abandon(transfer).verdicts.map(\.requirement) == ["959:4.2:every-command-answered"])
    #expect(session.transfer == nil && session.commandsInFlight.isEmpty)
  }

  @Test func namesTheCodeThatEndsAReplyOfAnother() throws {
    var session = Session()
    let reply = try #require(Reply(parsing: "220-x\r\n421 y\r\n", Leniency(multilineEnd: .anyCode)))
    let verdict = try #require(session.observe(reply: reply).verdicts.first)
    #expect(verdict.requirement == "959:4.2:multiline-end")
    #expect(verdict.received.hasSuffix(", 421"))
  }

  @Test func showsNoBytesOfAPeerInAVerdict() {
    var session = Session()
    session.observe(reply: Reply(220, "x"))
    let hostile = Command(Verb(bytes: [0x1B, 0x5B, 0x32, 0x4A, 0x07, 0xFF]), bytes: [0x1B])
    session.observe(command: Command(.list))
    session.observe(command: hostile)
    let verdicts =
      session.observe(reply: Reply(150, "x")).verdicts + session.observe(command: hostile).verdicts
      + session.observe(reply: Reply(226, "x")).verdicts
      + session.observe(reply: Reply(700, "\u{1B}")).verdicts
      + session.observe(end: .byServer).verdicts
    #expect(verdicts.count >= 3)
    for verdict in verdicts { #expect(verdict.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }) }
  }

  @Test func takesTheOutcomesOfACommandParser() {
    var session = session()
    var parser = CommandParser(lineLength: 64)
    parser.append(Array("NOOP\r\nCWD \(String(repeating: "a", count: 99))\r\nNOOP\r\n".utf8))
    var verdicts: [RequirementID] = []
    while let outcome = parser.next() { verdicts += session.observe(outcome).verdicts.map(\.requirement) }
    #expect(verdicts == ["959:4.2:long-command-line"])
    #expect(session.commandsInFlight.map(\.verb) == [.noop, .cwd, .noop])
  }
}
