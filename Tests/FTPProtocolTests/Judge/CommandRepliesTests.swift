import Testing

@testable import FTPProtocol

@Suite("The command-reply tables of RFC 959, section 5.4 and of the later RFCs")
struct CommandRepliesTests {
  @Test(
    arguments: [
      (CommandReplies.connection, "120 220 421", "220"),
      (.user, "230 331 332 530 500 501 421 232 336", ""),
      (.pass, "230 202 332 530 500 501 503 421", ""),
      (.retr, "125 150 450 550 500 501 421 530 554 555 534 521 522", "226 250 425 426 451 535 522"),
      (.noop, "200 500 421", ""),
      (.epsv, "229 500 501 522", ""),
      (.mlsd, "150 501 550 500 502 530 553 503 504 450 451 521 522", "226 425 426 451 522"),
      (.rein, "120 220 421 500 502", "220"),
    ] as [(Verb, String, String)])
  func listsTheCodes(_ verb: Verb, _ first: String, _ after: String) {
    func codes(_ phase: CommandReplies.Phase) -> String {
      CommandReplies.allowed(verb, phase).filter { $0.origin != .practice }
        .map(\.code.description).joined(separator: " ")
    }
    #expect(codes(.first) == first)
    #expect(codes(.afterPreliminary) == after)
  }

  @Test func listsAMarkForTransfersOfFiles() {
    for verb in [Verb.retr, .stor, .appe, .stou] {
      #expect(CommandReplies.allowed(verb, .mark).map(\.code) == [110])
    }
    #expect(CommandReplies.allowed(.list, .mark).isEmpty)
  }

  @Test(
    arguments: [
      (.retr, 226, .afterPreliminary, .allowed, "RFC 959, section 5.4"),
      (.retr, 226, .first, .notListed, nil),
      (.retr, 200, .afterPreliminary, .notListed, nil),
      (.retr, 110, .mark, .allowed, "RFC 959, section 5.4"),
      (.retr, 425, .first, .practice, .practice),
      (.retr, 550, .afterPreliminary, .practice, .practice),
      (.stor, 200, .afterPreliminary, .notListed, .wrong),
      (.mkd, 250, .first, .notListed, .wrong),
      (.mkd, 257, .first, .allowed, "RFC 959, section 5.4"),
      (.mkd, 521, .first, .allowed, "RFC 959, appendix II"),
      (.xmkd, 257, .first, .allowed, "RFC 1123, section 4.1.3.1"),
      (.noop, 421, .afterPreliminary, .allowed, "RFC 959, section 5.4"),
      (.retr, 421, .afterPreliminary, .tolerated, nil),
      (.noop, 530, .first, .practice, .practice),
      (.mfmt, 530, .first, .tolerated, nil),
      (.noop, 332, .first, .tolerated, nil),
      (.noop, 502, .first, .notListed, nil),
      (.cwd, 502, .first, .allowed, "RFC 959, section 5.4"),
      (.pass, 502, .first, .tolerated, nil),
      (.cwd, 503, .first, .tolerated, nil),
      (.cwd, 202, .first, .notListed, nil),
      (.eprt, 202, .first, .tolerated, nil),
      (.pwd, 631, .first, .tolerated, nil),
      (.pwd, 611, .first, .notListed, nil),
      (.pwd, 259, .first, .tolerated, nil),
      (.pwd, 299, .first, .notListed, nil),
      (.pwd, 250, .first, .notListed, nil),
      ("XYZZY", 299, .first, .notListed, nil),
      ("XYZZY", 251, .first, .tolerated, nil),
      ("XYZZY", 761, .first, .notListed, nil),
      (CommandReplies.connection, 530, .first, .notListed, nil),
      (CommandReplies.connection, 220, .afterPreliminary, .allowed, "RFC 959, section 5.4"),
      ("EPSV ALL", 200, .first, .practice, .practice),
      ("OPTS MODE Z", 200, .first, .allowed, "draft-preston-ftpext-deflate-04"),
    ] as [(Verb, ReplyCode, CommandReplies.Phase, CommandReplies.Standing, Origin?)])
  func judgesACode(
    _ verb: Verb, _ code: ReplyCode, _ phase: CommandReplies.Phase, _ standing: CommandReplies.Standing,
    _ origin: Origin?
  ) {
    #expect((verb.row?.judge(code, phase) ?? CommandReplies.judgeUnlisted(code)) == standing)
    let isLater = verb.row?.hasSecondPhase ?? false
    let entry = CommandReplies.entries(for: verb).first { $0.code == code && ($0.phase == phase || !isLater) }
    #expect(entry?.origin == origin)
  }

  @Test func readsEveryLineOfTheTables() {
    #expect(CommandReplies.verbs.count >= 75)
    for verb in CommandReplies.verbs {
      for entry in CommandReplies.entries(for: verb) {
        #expect(CommandReplies.isWithinGrammar(entry.code), "\(verb) \(entry.code)")
        #expect(entry.phase != .mark || entry.code == 110)
      }
    }
  }

  /// The diagram must not call a listed code an error, apart from errors seen in practice.
  @Test func agreesWithTheDiagram() {
    for verb in CommandReplies.verbs {
      for entry in CommandReplies.entries(for: verb) where entry.origin != .wrong {
        let step = verb == CommandReplies.connection ? .greeting : StateDiagram.ftp.step(for: verb)
        #expect(StateDiagram.ftp.box(step, entry.code) != .error, "\(verb) \(entry.code)")
      }
    }
  }

  @Test func namesTheRequirementOfAVerb() {
    #expect(CommandReplies.requirement(for: .retr, 259) == "959:5.4:retr-codes")
    #expect(CommandReplies.requirement(for: .retr, 504) == "959:5.4:retr-codes")
    #expect(CommandReplies.requirement(for: .xpwd, 250) == "775:1:x-verbs")
    #expect(CommandReplies.requirement(for: .eprt, 250) == "2428:2:eprt-200")
    #expect(CommandReplies.requirement(for: .eprt, 425) == "1123:4.1.2.11:standard-codes")
    #expect(CommandReplies.requirement(for: "XYZZY", 259) == "1123:4.1.2.11:standard-codes")
  }
}
