import FTPProtocol

/// A random conversation that is shown to the judge event by event: commands and replies that fit and some that do not,
/// in any order, with events of the other channels.
package struct JudgedConversation {
  /// The judge after the last event.
  package private(set) var judge: Judge
  private var dice: ByteDice
  private let limits: Judge.Limits

  /// Begins a conversation.
  ///
  /// The judge follows only a few commands at a time, so that a conversation can exceed that limit.
  package init(dice: ByteDice) {
    self.dice = dice
    var limits = Judge.Limits()
    limits.commandsInFlight = 6
    self.limits = limits
    judge = Judge(limits: limits)
  }

  /// Whether all bytes are used.
  package var isOver: Bool { dice.isSpent }

  /// Shows the judge the next event.
  package mutating func next() -> Judgement {
    switch dice.below(100) {
    case 0..<40: judge.observe(command: command())
    case 40..<45:
      judge.observe(commandLine: (0..<below(12)).map { _ in UInt8(truncatingIfNeeded: below(256)) })
    case 45..<90: judge.observe(reply: Reply(code(), Self.texts[below(Self.texts.count)]))
    case 90..<97: judge.observe(data: Self.dataEvents[below(Self.dataEvents.count)])
    case 97..<99: judge.observe(security: Self.securityEvents[below(Self.securityEvents.count)])
    default: judge.observe(end: Self.ends[below(Self.ends.count)])
    }
  }

  private mutating func below(_ bound: Int) -> Int { dice.below(bound) }

  private mutating func command() -> Command {
    Command(Self.verbs[below(Self.verbs.count)], bytes: Self.arguments[below(Self.arguments.count)])
  }

  /// Usually a code that fits a command in flight, sometimes any code.
  private mutating func code() -> ReplyCode {
    let verbs = judge.commandsInFlight.map(\.verb)
    if below(2) == 0, !verbs.isEmpty {
      let entries = CommandReplies.entries(for: verbs[below(verbs.count)])
      if !entries.isEmpty { return entries[below(entries.count)].code }
    }
    return ReplyCode(UInt8(below(10)), UInt8(below(10)), UInt8(below(10)))
  }

  /// What must hold after each event.
  func check(_ judgement: Judgement) throws(ParserFault) {
    let inFlight = judge.commandsInFlight.count
    try ParserOracle.memory.expect(
      inFlight <= limits.commandsInFlight,
      "\(inFlight) commands are followed, of at most \(limits.commandsInFlight)")
    try ParserOracle.memory.expect(
      judgement.verdicts.count <= 32 && judgement.facts.count <= 8,
      "\(judgement.verdicts.count) verdicts and \(judgement.facts.count) facts at one event")
    try ParserOracle.state.expect(
      judge.uncountedCommands >= 0, "\(judge.uncountedCommands) commands are not followed")
    try ParserOracle.state.expect(
      judge.end == nil || inFlight == 0, "\(inFlight) commands wait after the end, \(judge.state)")
  }

  private static let verbs = CommandReplies.verbs + ["XYZZY", "", "\0", "A-LONGER-VERB"]
  private static let arguments: [[UInt8]?] = [
    nil, [], Array("ALL".utf8), Array("127,0,0,1,4,1".utf8), Array("99999999999999999999".utf8),
    [0xFF, 0, 0x0A], Array("TLS".utf8), Array("|1|127.0.0.1|1025|".utf8), Array("Z".utf8),
  ]
  private static let texts = [
    "x", "(127,0,0,1,4,1)", "(|||1025|)", "MARK a = b", "(4,4,127,0,0,1,2,4,1)", "",
  ]
  private static let dataEvents: [DataEvent] = [.opened, .firstByte, .closed(byteCount: .max), .refused]
  private static let securityEvents: [SecurityEvent] = [.established, .failed, .ended]
  private static let ends: [ControlEnd] = [.byServer, .byClient, .lost]
}
