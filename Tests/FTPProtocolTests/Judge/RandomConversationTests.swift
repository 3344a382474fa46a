import TestSupport
import Testing

@testable import FTPProtocol

@Suite("No conversation, however odd, can harm the judge")
struct RandomConversationTests {
  static let verbs = CommandReplies.verbs + ["XYZZY", "", "\0", "A-LONGER-VERB"]
  static let arguments: [[UInt8]?] = [
    nil, [], Array("ALL".utf8), Array("127,0,0,1,4,1".utf8), Array("99999999999999999999".utf8),
    [0xFF, 0, 0x0A],
    Array("TLS".utf8), Array("|1|127.0.0.1|1025|".utf8), Array("Z".utf8),
  ]
  static let texts = ["x", "(127,0,0,1,4,1)", "(|||1025|)", "MARK a = b", "(4,4,127,0,0,1,2,4,1)", ""]

  @Test(.computing, arguments: 0..<10)
  func survives(_ part: Int) {
    for run in 0..<Thoroughness.rounds(5_000) {
      var random = SeededGenerator(seed: UInt64(part * 5_000 + run))
      var limits = Judge.Limits()
      limits.commandsInFlight = 6
      var judge = Judge(limits: limits)
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        let judgement = Self.event(&judge, &random)
        check(judge, judgement, limits)
      }
    }
  }

  private static func event(_ judge: inout Judge, _ random: inout SeededGenerator) -> Judgement {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      let argument = arguments.randomElement(using: &random) ?? nil
      return judge.observe(command: Command(verbs.randomElement(using: &random) ?? .noop, bytes: argument))
    case 40..<45:
      let line = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return judge.observe(commandLine: line)
    case 45..<90:
      let text = texts.randomElement(using: &random) ?? ""
      return judge.observe(reply: Reply(code(judge, &random), text))
    case 90..<97:
      let events: [DataEvent] = [.opened, .firstByte, .closed(byteCount: .max), .refused]
      return judge.observe(data: events.randomElement(using: &random) ?? .opened)
    case 97..<99:
      let events: [SecurityEvent] = [.established, .failed, .ended]
      return judge.observe(security: events.randomElement(using: &random) ?? .ended)
    default:
      let ends: [ControlEnd] = [.byServer, .byClient, .lost]
      return judge.observe(end: ends.randomElement(using: &random) ?? .lost)
    }
  }

  /// Mostly a code that suits a command in flight, at times any at all.
  private static func code(_ judge: Judge, _ random: inout SeededGenerator) -> ReplyCode {
    if Bool.random(using: &random), let verb = judge.commandsInFlight.randomElement(using: &random)?.verb,
      let entry = CommandReplies.entries(for: verb).randomElement(using: &random)
    {
      return entry.code
    }
    return ReplyCode(
      .random(in: 0...9, using: &random), .random(in: 0...9, using: &random),
      .random(in: 0...9, using: &random))
  }

  private func check(_ judge: Judge, _ judgement: Judgement, _ limits: Judge.Limits) {
    var updated = judge
    updated.updateState()
    #expect(judge.state == updated.state)
    if let broken = Self.brokenRule(judge, judgement, limits) {
      Issue.record("\(broken): \(judge.state) \(judgement)")
    }
  }

  private static func brokenRule(
    _ judge: Judge, _ judgement: Judgement, _ limits: Judge.Limits
  ) -> StaticString? {
    let transfer = judge.transfer?.ordinal
    if judge.queue.count > limits.commandsInFlight { return "the queue is bounded" }
    if judgement.verdicts.count > 32 || judgement.facts.count > 8 { return "verdicts and facts are bounded" }
    if judge.uncountedCommands < 0 { return "nothing is counted below zero" }
    if transfer != nil, !judge.queue.contains(where: { $0.ordinal == transfer }) {
      return "a transfer waits for its end"
    }
    if judge.end != nil, !judge.queue.isEmpty { return "nothing waits after the end" }
    if judge.queue.dropFirst().contains(where: \.isGreeting) { return "there is one greeting" }
    return nil
  }
}
