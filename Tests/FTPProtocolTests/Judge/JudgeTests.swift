import Testing

@testable import FTPProtocol

@Suite("The judge knows the state that the replies have established")
struct JudgeTests {
  @Test(arguments: [
    ("A", RepresentationType.ascii(.nonPrint)), ("a n", .ascii(.nonPrint)), ("A T", .ascii(.telnet)),
    ("E C", .ebcdic(.carriageControl)), ("E", .ebcdic(.nonPrint)), ("I", .image), ("i", .image),
    ("L 8", .local(byteSize: 8)), ("L 255", .local(byteSize: 255)),
  ])
  func takesATypeWithItsReply(_ argument: String, _ type: RepresentationType) {
    #expect(Judge.loggedIn(("TYPE E T", 200, "x"), ("TYPE \(argument)", 200, "x")).parameters.type == type)
    #expect(
      Judge.loggedIn(("TYPE E T", 200, "x"), ("TYPE \(argument)", 504, "x")).parameters.type
        == .ebcdic(.telnet))
    #expect(RepresentationType(argument: type.description.utf8) == type)
  }

  @Test(arguments: [
    "", "Q", "L", "L 0", "L 256", "L -1", "L 99999999999999999999", "A N N", "I 8", "AN", "A Q",
  ])
  func takesNoOtherType(_ argument: String) {
    #expect(RepresentationType(argument: argument.utf8) == nil)
    #expect(Judge.loggedIn(("TYPE \(argument)", 200, "x")).parameters.type == .ascii(.nonPrint))
  }

  @Test func takesModeAndStructure() {
    let changed = Judge.loggedIn(("MODE B", 200, "x"), ("STRU r", 200, "x"))
    #expect(changed.parameters.mode == .block && changed.parameters.structure == .record)
    #expect(Judge.loggedIn(("MODE Z", 200, "x")).parameters.mode == .deflate)
    #expect(Judge.loggedIn(("MODE B", 504, "x"), ("STRU R", 504, "x")).parameters == TransferParameters())
  }

  @Test func takesARestartPoint() {
    #expect(Judge.loggedIn(("REST 5", 350, "x")).restartOffset == 5)
    #expect(Judge.loggedIn(("REST 5", 350, "x"), ("REST 0", 350, "x")).restart == nil)
    #expect(Judge.loggedIn(("REST 5", 501, "x")).restart == nil)
    #expect(
      Judge.loggedIn(("REST 18446744073709551616", 350, "x")).restart
        == .marker(Array("18446744073709551616".utf8)))
    #expect(Judge.loggedIn(("REST abc", 350, "x")).restart == .marker(Array("abc".utf8)))
    #expect(Judge.loggedIn(("RANG 2 9", 350, "x")).restart == .range(2, 9))
    #expect(Judge.loggedIn(("RANG 1 0", 350, "x")).restart == nil)
    var judge = Judge.loggedIn(("REST 5", 350, "x"), ("PASV", 227, "(127,0,0,1,4,1)"), ("RETR f", 150, "x"))
    #expect(judge.transfer?.restartOffset == 5)
    judge.observe(reply: Reply(226, "x"))
    #expect(judge.restart == nil && judge.transfer == nil)
  }

  @Test func takesARename() {
    #expect(Judge.loggedIn(("RNFR a b", 350, "x")).pendingRename == Array("a b".utf8))
    #expect(Judge.loggedIn(("RNFR a", 350, "x"), ("RNTO b", 250, "x")).pendingRename == nil)
    #expect(Judge.loggedIn(("RNFR a", 550, "x")).pendingRename == nil)
  }

  @Test func takesADataAddress() throws {
    let passive = try #require(Judge.loggedIn(("PASV", 227, "(127,0,0,1,4,1)")).dataSetup)
    #expect(passive.isPassive && passive.verb == .pasv && passive.address?.port == 1025)
    let active = try #require(Judge.loggedIn(("EPRT |2|::1|1025|", 200, "x")).dataSetup)
    #expect(!active.isPassive && active.address == DataAddress("[::1]:1025"))
    #expect(
      Judge.loggedIn(("EPSV", 229, "(|||1025|)")).dataSetup?.address == DataAddress(host: nil, port: 1025))
    #expect(Judge.loggedIn(("PASV", 227, "(127,0,0,1,4,1)"), ("PORT 1", 501, "x")).dataSetup == nil)
  }

  @Test func comparesTheAnnouncedHostWhereItKnowsTheServer() {
    for (host, isOwn) in [("127,0,0,1", true), ("192,0,2,1", false)] {
      var judge = Judge.loggedIn()
      judge.serverAddress = IPAddress("127.0.0.1")
      judge.observe(command: Command(.pasv))
      let judgement = judge.observe(reply: Reply(227, "(\(host),4,1)"))
      #expect(judgement.verdicts.map(\.requirement) == (isOwn ? [] : ["1123:4.1.2.6:pasv-own-address"]))
    }
  }

  @Test func returnsToTheDefaults() {
    let all = [
      ("TYPE I", ReplyCode(integerLiteral: 200)), ("MODE B", 200), ("EPSV ALL", 200), ("REST 5", 350),
      ("RNFR a", 350), ("EPSV", 229),
    ]
    for (command, code) in [("REIN", ReplyCode(integerLiteral: 220)), ("AUTH TLS", 234)] {
      var judge = Judge.loggedIn()
      for (line, reply) in all {
        judge.observe(commandLine: Array("\(line)\r\n".utf8))
        judge.observe(reply: Reply(reply, "(|||1025|)"))
      }
      #expect(judge.isEPSVAll && judge.dataSetup != nil && judge.restart != nil)
      judge.observe(commandLine: Array("\(command)\r\n".utf8))
      judge.observe(reply: Reply(code, "x"))
      #expect(judge.state == .ready && judge.parameters == TransferParameters())
      #expect(!judge.isEPSVAll && judge.dataSetup == nil && judge.restart == nil)
      #expect(judge.pendingRename == nil)
    }
  }

  @Test func keepsTheParametersForANewUser() {
    #expect(Judge.loggedIn(("TYPE I", 200, "x"), ("USER b", 331, "x")).parameters.type == .image)
  }

  @Test func knowsTheProtection() {
    var judge = Judge.loggedIn(("AUTH tls", 234, "x"))
    #expect(judge.protection.mechanism == "TLS" && judge.protection.exchange == .negotiating)
    judge.observe(security: .established)
    #expect(judge.protection.isControlProtected && judge.protection.dataLevel == .clear)
    for (line, code) in [("PBSZ 0", ReplyCode(integerLiteral: 200)), ("PROT P", 200)] {
      judge.observe(commandLine: Array("\(line)\r\n".utf8))
      judge.observe(reply: Reply(code, "x"))
    }
    #expect(judge.protection.hasBufferSize && judge.protection.dataLevel == .private)
    judge.observe(command: Command(.ccc))
    judge.observe(reply: Reply(200, "x"))
    #expect(!judge.protection.isControlProtected && judge.protection.dataLevel == .private)
  }

  @Test func reportsWhichCommandAReplyAnswers() {
    var judge = Judge.loggedIn()
    let first = judge.observe(command: Command(.noop))
    let second = judge.observe(command: Command(.noop))
    #expect(judge.commandsInFlight == [Command(.noop), Command(.noop)])
    #expect(judge.observe(reply: Reply(200, "x")).ordinal == first.ordinal)
    let judgement = judge.observe(reply: Reply(200, "x"))
    #expect(judgement.ordinal == second.ordinal && judgement.command == Command(.noop) && judgement.isFinal)
    #expect(judge.observe(reply: Reply(200, "x")).command == nil)
    #expect(judge.lastReply?.code == 200)
  }

  @Test func mistakesNoCommandForTheConnection() {
    var judge = Judge.loggedIn()
    let judgement = judge.observe(command: Command(CommandReplies.connection))
    #expect(judgement.step == .simple && judge.state == .loggedIn)
    #expect(judge.observe(reply: Reply(500, "x")).command?.verb == CommandReplies.connection)
  }

  @Test func boundsTheCommandsItFollows() {
    var limits = Judge.Limits()
    limits.commandsInFlight = 3
    var judge = Judge(limits: limits)
    judge.observe(reply: Reply(220, "x"))
    for _ in 0..<3 { #expect(judge.observe(command: Command(.noop)).verdicts.isEmpty) }
    for _ in 0..<2 {
      #expect(
        judge.observe(command: Command(.pwd)).verdicts.map(\.requirement) == ["959:5.4:wait-for-final"])
    }
    #expect(judge.commandsInFlight.count == 3 && judge.uncountedCommands == 2)
    // Nor is an empty line followed, which may be answered or not.
    #expect(judge.observe(commandLine: [0x0D, 0x0A]).ordinal == nil && judge.commandsInFlight.count == 3)
    for _ in 0..<3 { #expect(judge.observe(reply: Reply(200, "x")).verdicts.isEmpty) }
    for _ in 0..<2 { #expect(judge.observe(reply: Reply(257, "x")).verdicts.isEmpty) }
    #expect(judge.observe(reply: Reply(257, "x")).verdicts.count == 1)
  }

  @Test(arguments: [(Verb.rein, ReplyCode(integerLiteral: 220)), (.noop, 200)])
  func takesALoginAfterALogin(between: Verb, code: ReplyCode) {
    var judge = Judge()
    judge.observe(reply: Reply(220, "x"))
    var found: [Verdict] = []
    for verb in [Verb.user, .pass, between, .user] {
      found += judge.observe(command: Command(verb, "a")).verdicts.filter {
        $0.requirement.section != "5.4"
      }
    }
    for code in [530, 530, code] { found += judge.observe(reply: Reply(code, "x")).verdicts }
    // The next PASS belongs to the second USER, which has no reply yet.
    found += judge.observe(command: Command(.pass, "b")).verdicts
    for code in [331, 230] as [ReplyCode] { found += judge.observe(reply: Reply(code, "x")).verdicts }
    #expect(found == [])
    #expect(judge.login == .loggedIn)
  }

  @Test func givesAReplyUp() throws {
    var judge = Judge.loggedIn(("PASV", 227, "(127,0,0,1,4,1)"), ("RETR f", 150, "x"))
    let abort = judge.observe(command: Command(.abor))
    let given = judge.abandon(try #require(abort.ordinal))
    #expect(given.command?.verb == .abor && given.ordinal == abort.ordinal)
    #expect(given.verdicts.map(\.requirement) == ["959:4.1.3:abor-426-226"])
    #expect(judge.abandon(try #require(abort.ordinal)).verdicts.isEmpty)
    let transfer = try #require(judge.transfer?.ordinal)
    #expect(judge.abandon(transfer).verdicts.map(\.requirement) == ["959:4.2:every-command-answered"])
    #expect(judge.transfer == nil && judge.commandsInFlight.isEmpty)
  }

  @Test func givesUpTheOldestCommandOfAVerb() {
    var judge = Judge.loggedIn()
    for verb in [Verb.noop, .pwd, .pwd] { judge.observe(command: Command(verb)) }
    let given = [Verb.pwd, .pwd, .pwd].map { judge.abandon(oldest: $0)?.command?.verb }
    #expect(given == [.pwd, .pwd, nil] && judge.commandsInFlight == [Command(.noop)])
  }

  @Test(arguments: [
    ("220-a\r\n220 b\r\n", nil), ("220-a\n b\r\n220 c\n", ", and so does 1 more"),
    ("220-a\n b\n c\n220 d\r\n", ", and so do 2 more"), ("220-a\n b\r\n c\r\n220 \u{1}\r\n", ""),
    ("220-a\n b\r\n c\rd\r\n220 e\r\n", ""),
  ])
  func countsTheLinesThatAreWrongInTheSameWay(_ text: String, _ end: String?) throws {
    var judge = Judge()
    let verdicts = judge.observe(reply: try #require(Reply(parsing: Array(text.utf8)))).verdicts
    #expect(verdicts.isEmpty == (end == nil))
    #expect(
      verdicts.first.map {
        $0.received.hasSuffix(end ?? "") && $0.received.contains(", and so") == (end != "")
      } ?? true)
  }

  @Test func namesTheCodeThatEndsAReplyOfAnother() throws {
    var judge = Judge()
    let reply = try #require(Reply(parsing: "220-x\r\n421 y\r\n", Leniency(multilineEnd: .anyCode)))
    let verdict = try #require(judge.observe(reply: reply).verdicts.first)
    #expect(verdict.requirement == "959:4.2:multiline-end")
    #expect(verdict.received.hasSuffix(", 421"))
  }

  @Test func showsNoBytesOfAPeerInAVerdict() {
    var judge = Judge()
    judge.observe(reply: Reply(220, "x"))
    let hostile = Command(Verb(bytes: [0x1B, 0x5B, 0x32, 0x4A, 0x07, 0xFF]), bytes: [0x1B])
    judge.observe(command: Command(.list))
    judge.observe(command: hostile)
    let verdicts =
      judge.observe(reply: Reply(150, "x")).verdicts + judge.observe(command: hostile).verdicts
      + judge.observe(reply: Reply(226, "x")).verdicts
      + judge.observe(reply: Reply(700, "\u{1B}")).verdicts
      + judge.observe(end: .byServer).verdicts
    #expect(verdicts.count >= 3)
    for verdict in verdicts { #expect(verdict.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }) }
  }

  @Test func takesTheOutcomesOfACommandParser() {
    var judge = Judge.loggedIn()
    var parser = CommandParser(lineLength: 64)
    parser.append(Array("NOOP\r\nCWD \(String(repeating: "a", count: 99))\r\nNOOP\r\n".utf8))
    var verdicts: [RequirementID] = []
    while let outcome = parser.next() { verdicts += judge.observe(outcome).verdicts.map(\.requirement) }
    #expect(verdicts == ["959:4.2:long-command-line"])
    #expect(judge.commandsInFlight.map(\.verb) == [.noop, .cwd, .noop])
  }
}
