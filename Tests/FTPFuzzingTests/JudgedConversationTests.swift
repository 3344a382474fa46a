import TestSupport
import Testing

@testable import FTPFuzzing
@testable import FTPProtocol

@Suite("No conversation, however odd, can harm the judge", .computing)
struct JudgedConversationTests {
  @Test func survives() throws {
    for run in 0..<UInt64(Thoroughness.rounds(2_500)) {
      var random = SeededGenerator(seed: 2, run: run)
      var conversation = JudgedConversation(
        dice: ByteDice((0..<random.below(120)).map { _ in random.byte() }))
      while !conversation.isOver {
        let judgement = conversation.next()
        try conversation.check(judgement)
        check(conversation.judge, judgement)
      }
    }
  }

  /// Checks what the judge's interface does not show.
  private func check(_ judge: Judge, _ judgement: Judgement) {
    var updated = judge
    updated.updateState()
    #expect(judge.state == updated.state)
    if let broken = Self.brokenRule(judge) { Issue.record("\(broken): \(judge.state) \(judgement)") }
  }

  private static func brokenRule(_ judge: Judge) -> StaticString? {
    let transfer = judge.transfer?.ordinal
    if judge.queue.count > judge.limits.commandsInFlight { return "the queue is bounded" }
    if transfer != nil, !judge.queue.contains(where: { $0.ordinal == transfer }) {
      return "a transfer waits for its end"
    }
    if judge.end != nil, !judge.queue.isEmpty { return "nothing waits after the end" }
    if judge.queue.dropFirst().contains(where: \.isGreeting) { return "there is one greeting" }
    return nil
  }

  /// The random conversations get past the login, into transfers, and to the end.
  @Test func goesEverywhere() {
    var states: Set<String> = []
    for run in 0..<UInt64(300) {
      var random = SeededGenerator(seed: 3, run: run)
      var conversation = JudgedConversation(dice: ByteDice((0..<100).map { _ in random.byte() }))
      while !conversation.isOver {
        _ = conversation.next()
        states.insert("\(conversation.judge.login)")
        if conversation.judge.transfer != nil { states.insert("transfer") }
        if conversation.judge.pendingRename != nil { states.insert("rename") }
        if conversation.judge.end != nil { states.insert("end") }
      }
    }
    #expect(states.isSuperset(of: ["transfer", "rename", "end"]) && states.count >= 6, "\(states)")
  }
}
