import Testing

@testable import FTPProtocol

@Suite("A second reply at the end of a transfer is not taken for that to the next command")
struct TransferEndTests {
  private let uploading = Judge.loggedIn(("PASV", 227, "(127,0,0,1,4,1)"), ("STOR f", 150, "Go."))

  /// A judge whose server has just ended an upload with this reply.
  private func judge(after end: Reply) -> Judge {
    var judge = uploading
    judge.observe(reply: end)
    return judge
  }

  /// The ends that servers send twice.
  private static let pairs = [
    (Reply(226, "Done."), Reply(226, "Done.")), (Reply(226, "Done."), Reply(226, "Closing.")),
    (Reply(250, "Done."), Reply(226, "Done.")), (Reply(200, "Done."), Reply(226, "Done.")),
  ]

  /// Commands that follow a transfer, their replies, and whether servers are known to answer them with 226, or may for 250.
  private static let next: [(Command, Reply, mayGet226: Bool)] = [
    (Command(.size, "f"), Reply(213, "5"), false), (Command(.rnfr, "f"), Reply(350, "x"), false),
    (Command(.mdtm, "f"), Reply(213, "20240102030405"), false),
    (Command(.epsv), Reply(229, "(|||5|)"), false),
    (Command(.mfmt, "20240102030405 f"), Reply(213, "Modify=20240102030405; f"), false),
    (Command(.pasv), Reply(227, "(127,0,0,1,4,1)"), false),
    (Command(.port, "127,0,0,1,4,1"), Reply(200, "x"), false),
    (Command(.rest, "5"), Reply(350, "x"), false), (Command(.noop), Reply(200, "x"), false),
    (Command(.pwd), Reply(257, "\"/\" x"), false), (Command(.quit), Reply(221, "x"), false),
    (Command(.syst), Reply(215, "UNIX"), false), (Command(.feat), Reply(211, "x"), false),
    (Command(.type, "A"), Reply(200, "x"), true), (Command(.mkd, "d"), Reply(257, "\"d\" x"), false),
    (Command(.cwd, "d"), Reply(250, "x"), true), (Command(.dele, "f"), Reply(250, "x"), true),
    (Command(.rnto, "f"), Reply(250, "x"), true), (Command(.mlst, "f"), Reply(250, "x"), true),
  ]

  @Test(arguments: pairs.indices, [0, 1])
  func itAnswersNothing(pair: Int, delay: Int) {
    let (first, second) = Self.pairs[pair]
    for (command, reply, mayGet226) in Self.next {
      if delay > 0, mayGet226, first != second { continue }
      var judge = judge(after: first)
      if delay == 0 { #expect(judge.observe(reply: second).command == nil) }
      let ordinal = judge.observe(command: command).ordinal
      if delay == 1 {
        let judgement = judge.observe(reply: second)
        #expect(judgement.command == nil, "\(second) to \(command)")
        #expect(judgement.verdicts.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
      }
      let judgement = judge.observe(reply: reply)
      #expect(judgement.ordinal == ordinal && judgement.isFinal, "\(second), then \(reply) to \(command)")
      #expect(judge.commandsInFlight.isEmpty)
    }
  }

  /// Servers that read a command during a transfer may answer it first.
  @Test func aReplyToACommandDuringItIsNotTheEnd() {
    for (command, first) in [
      (Command(.rein), Reply(230, "Ready.")), (Command(.pasv), Reply(227, "(127,0,0,1,4,2)")),
    ] {
      var judge = uploading
      judge.observe(command: command)
      judge.observe(reply: first)
      let verdicts = judge.observe(reply: Reply(226, "Done.")).verdicts.map(\.requirement)
      #expect(!verdicts.contains("959:5.4:nothing-spontaneous"), "\(verdicts)")
      #expect(judge.commandsInFlight.isEmpty)
    }
  }

  /// Every code that any command may get, or is known to get by mistake, is its own also after a transfer.
  @Test(arguments: pairs.map(\.0.code))
  func whatACommandMayGetIsItsOwn(end: ReplyCode) {
    for row in VerbTable.rows where row.verb != CommandReplies.connection && !row.verb.name.contains(" ") {
      for entry in row.replies where entry.phase == .first {
        var judge = judge(after: Reply(end, "Done."))
        let ordinal = judge.observe(command: Command(row.verb, "x")).ordinal
        let judgement = judge.observe(reply: Reply(entry.code, "Other words."))
        #expect(judgement.ordinal == ordinal, "\(entry.code) to \(row.verb)")
      }
    }
  }
}
