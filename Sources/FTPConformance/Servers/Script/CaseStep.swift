import FTPProtocol

/// One step of a case: a preparation, which nothing can break, or a test, which names what must hold.
///
/// ```text
/// rfc959/4.1.1/cdup-parent: CDUP goes to the parent directory.
///   needs: write-access
///   finds: code-pretend=CDUP:250
///   remember: directory
///   prepare: MKD inner
///   prepare: CWD inner
///   send: CDUP -> 2yz
///   same: directory
/// ```
///
/// - The judge checks the form of replies, and their order, in every step.
/// - A preparation accepts whatever a client accepts that wants to get on. If it cannot get on, the case is skipped.
/// - Without a rule of its own, a test is about the first requirement of the case.
package struct CaseStep: Sendable {
  /// What kind of step it is.
  let field: CaseField
  /// The step as it is written, and the steps inside it; none for what is computed.
  package let lines: [String]
  /// The commands that it sends, apart from those that only set up a transfer; nil if they are computed.
  let commands: [String]?
  /// The replies to them; nil if that is not all there is to it.
  let expected: ExpectedReply?
  /// The step in parts, each of which is worth leaving out alone; none if it has only one.
  let pieces: [CaseStep]
  /// Takes the step.
  let play: CasePlay

  init(
    _ field: CaseField, _ value: String, commands: [String]? = [], expecting expected: ExpectedReply? = nil,
    inner: [CaseStep] = [], pieces: [CaseStep] = [], play: @escaping CasePlay
  ) {
    self.field = field
    let head = value.isEmpty ? "\(field.rawValue):" : "\(field.rawValue): \(value)"
    lines = (field == .do ? [] : [head]) + inner.flatMap(\.lines).map { "  " + $0 }
    self.commands = commands
    self.expected = expected
    self.pieces = pieces
    self.play = play
  }

  /// Sends a command, which gets one of these replies.
  static func send(_ command: String, _ expected: ExpectedReply, as field: CaseField = .send) -> CaseStep {
    CaseStep(field, command, commands: [command], expecting: expected) {
      try await $0.send(command, expected)
    }
  }

  static func compute(_ body: @escaping CaseBody) -> CaseStep {
    CaseStep(.do, "", commands: nil) { try await body($0.probe) }
  }

  /// Brings the server into the state that the next steps need.
  static func prepare(
    _ action: CaseAction, as words: String? = nil, _ field: CaseField = .prepare
  ) -> CaseStep {
    CaseStep(field, words ?? action.command, commands: [action.command]) { player in
      player.data = try await player.probe.prepare(action, as: player) ?? player.data
    }
  }
}

/// Takes a step.
package typealias CasePlay = @Sendable (inout CasePlayer) async throws -> Void

/// How a data connection is opened.
package enum DataWay: Hashable, Sendable {
  /// By the passive command that works with this server.
  case passive
  /// By this passive command.
  case by(AddressForm)
  case active
  /// Earlier steps have agreed on it.
  case ready
}

/// The replies that a step accepts, and what another one breaks.
package struct ExpectedReply: Sendable {
  /// The replies; any if there are none.
  var patterns: [ReplyPattern]
  /// Replies that are wrong but common, so that the case continues with a warning.
  var tolerated: [ReplyPattern] = []
  /// What any other reply breaks; nil for the first requirement of the case.
  var requirement: RequirementID?
  /// The best of the replies, if not all are as good; another one of them is a warning.
  var preferred: [ReplyPattern] = []
  /// What a reply breaks that is not the best; nil for the first requirement of the case.
  var preference: RequirementID?
  /// Whether a server need not have the command: the case is not supported if the reply says so, and is not listed here.
  var isOptional = false
  /// Replies that are accepted without a word.
  var ignored: [ReplyPattern] = []
  /// Replies that end the case.
  var ends: [(patterns: [ReplyPattern], end: CaseEnd)] = []
  /// How any other reply ends the case, if it is not to fail.
  var otherwise: CaseEnd?
  /// Whether the server may close the connection instead, which ends the case.
  var mayClose = false
  /// The same command as every server has it: without it, no reply is worse than another.
  var usual: String?
  /// How the case ends if no reply comes in time; nil if that is wrong.
  var silence: CaseEnd?
  /// The case that says more about a reply for which this one is skipped.
  var witness: String?

  /// How a reply ends the case; nil if it does not.
  func end(by code: ReplyCode) -> CaseEnd? {
    ends.first { $0.patterns.contains { $0.matches(code) } }?.end
      ?? (patterns.contains { $0.matches(code) } ? nil : otherwise)
  }
}

/// How a case ends before its last step if nothing is wrong.
package enum CaseEnd: String, Sendable {
  case passed, skipped, unsupported
}
