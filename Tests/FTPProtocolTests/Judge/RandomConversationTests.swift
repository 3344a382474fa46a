import Testing

@testable import FTPProtocol

@Suite("No conversation, however odd, can harm the judge")
struct RandomConversationTests {
  /// A generator whose runs can be repeated.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static let verbs = CommandReplies.verbs + ["XYZZY", "", "\0", "A-LONGER-VERB"]
  static let arguments: [[UInt8]?] = [
    nil, [], Array("ALL".utf8), Array("127,0,0,1,4,1".utf8), Array("99999999999999999999".utf8),
    [0xFF, 0, 0x0A],
    Array("TLS".utf8), Array("|1|127.0.0.1|1025|".utf8), Array("Z".utf8),
  ]
  static let texts = ["x", "(127,0,0,1,4,1)", "(|||1025|)", "MARK a = b", "(4,4,127,0,0,1,2,4,1)", ""]

  @Test(arguments: 0..<10)
  func survives(_ part: Int) {
    for run in 0..<5_000 {
      var random = Seeded(state: UInt64(part * 5_000 + run))
      var limits = Session.Limits()
      limits.commandsInFlight = 6
      var session = Session(limits: limits)
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        let judgement = Self.event(&session, &random)
        check(session, judgement, limits)
      }
    }
  }

  private static func event(_ session: inout Session, _ random: inout Seeded) -> Judgement {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      let argument = arguments.randomElement(using: &random) ?? nil
      return session.observe(command: Command(verbs.randomElement(using: &random) ?? .noop, bytes: argument))
    case 40..<45:
      let line = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return session.observe(commandLine: line)
    case 45..<90:
      let text = texts.randomElement(using: &random) ?? ""
      return session.observe(reply: Reply(code(session, &random), text))
    case 90..<97:
      let events: [DataEvent] = [.opened, .firstByte, .closed(byteCount: .max), .refused]
      return session.observe(data: events.randomElement(using: &random) ?? .opened)
    case 97..<99:
      let events: [SecurityEvent] = [.established, .failed, .ended]
      return session.observe(security: events.randomElement(using: &random) ?? .ended)
    default:
      let ends: [ControlEnd] = [.byServer, .byClient, .lost]
      return session.observe(end: ends.randomElement(using: &random) ?? .lost)
    }
  }

  /// Mostly a code that suits a command in flight, at times any at all.
  private static func code(_ session: Session, _ random: inout Seeded) -> ReplyCode {
    if Bool.random(using: &random), let verb = session.commandsInFlight.randomElement(using: &random)?.verb,
      let entry = CommandReplies.entries(for: verb).randomElement(using: &random)
    {
      return entry.code
    }
    return ReplyCode(
      .random(in: 0...9, using: &random), .random(in: 0...9, using: &random),
      .random(in: 0...9, using: &random))
  }

  private func check(_ session: Session, _ judgement: Judgement, _ limits: Session.Limits) {
    var updated = session
    updated.updateState()
    #expect(session.state == updated.state)
    if let broken = Self.brokenRule(session, judgement, limits) {
      Issue.record("\(broken): \(session.state) \(judgement)")
    }
  }

  private static func brokenRule(
    _ session: Session, _ judgement: Judgement, _ limits: Session.Limits
  ) -> StaticString? {
    let transfer = session.transfer?.ordinal
    if session.queue.count > limits.commandsInFlight { return "the queue is bounded" }
    if judgement.verdicts.count > 32 || judgement.facts.count > 8 { return "verdicts and facts are bounded" }
    if session.uncountedCommands < 0 { return "nothing is counted below zero" }
    if transfer != nil, !session.queue.contains(where: { $0.ordinal == transfer }) {
      return "a transfer waits for its end"
    }
    if session.end != nil, !session.queue.isEmpty { return "nothing waits after the end" }
    if session.queue.dropFirst().contains(where: \.isGreeting) { return "there is one greeting" }
    return nil
  }
}
