import Testing

@testable import FTPProtocol

@Suite("The judge follows every arrow of the diagram")
struct ArrowTests {
  /// Every verb of the table, with its step and what must come before it.
  static let verbs: [(ReplyState, Verb)] = StateDiagram.ftp.rows.flatMap { row in
    row.verbs.map { (row.step, $0) }
  }

  @Test(arguments: verbs)
  func followsTheTable(_ step: ReplyState, _ verb: Verb) {
    for digit in UInt8(1)...5 {
      var judge = Judge.loggedIn()
      if step == .restarted {
        judge.observe(command: Command(.rest, "1"))
        judge.observe(reply: Reply(350, "x"))
      }
      let sent = judge.observe(command: Command(verb))
      #expect(sent.step == step && sent.box == nil)
      let code = listedCode(verb, digit)
      let judgement = judge.observe(reply: Reply(code, "x"))
      let drawn = StateDiagram.ftp.row(step).box(firstDigit: digit)
      #expect(judgement.box == drawn, "\(verb) \(code)")
      #expect(judgement.step == step && judgement.command?.verb == verb && judgement.code == code)
      #expect(judgement.isFinal == (digit != 1))
      #expect((judge.commandsInFlight.isEmpty) == (digit != 1))
      let isErrorCited = judgement.verdicts.contains { $0.requirement == step.requirement }
      #expect(isErrorCited == (drawn == .error), "\(verb) \(code): \(judgement.verdicts)")
    }
  }

  @Test func greetsByTheTable() {
    for digit in UInt8(1)...5 {
      var judge = Judge()
      let judgement = judge.observe(
        reply: Reply(ReplyCode(digit, 2, digit == 2 || digit == 1 ? 0 : 1), "x"))
      #expect(judgement.box == StateDiagram.ftp.row(.greeting).box(firstDigit: digit))
      #expect(judgement.step == .greeting && judgement.command == nil)
    }
  }

  /// A code with this first digit that the tables list for the verb, or one that they do not list.
  private func listedCode(_ verb: Verb, _ digit: UInt8) -> ReplyCode {
    let listed = CommandReplies.entries(for: verb).first {
      $0.code.firstDigit == digit && $0.origin != .wrong && $0.phase != .mark && $0.code != 421
    }
    return listed?.code ?? ReplyCode(digit, 5, 9)
  }
}
