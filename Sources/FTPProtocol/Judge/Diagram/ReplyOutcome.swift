/// Where an arrow of the state diagram leads: what a reply means to the step it arrives in.
///
/// RFC 959, section 6 draws the boxes W (wait), S (success), F (failure) and E (error); an arrow that leads
/// to the next command of a sequence is ``then(_:)``.
public enum ReplyOutcome: Hashable, Sendable {
  /// The action has begun; another reply to the same command follows.
  case wait
  /// The command is done.
  case success
  /// The command was not done.
  case failure
  /// The diagram has no such arrow: the peer broke the protocol.
  case error
  /// The command is done and the sequence continues with a command of this step.
  case then(ReplyState)

  /// The word used in transcripts: `wait`, `success`, `failure`, `error` or `then`.
  public var name: String {
    switch self {
    case .wait: "wait"
    case .success: "success"
    case .failure: "failure"
    case .error: "error"
    case .then: "then"
    }
  }

  /// The letter of RFC 959, section 6; `then`, which has no letter there, is shown as `>`.
  public var letter: Character { next == nil ? Character(name.prefix(1).uppercased()) : ">" }

  /// True if the command is done and the conversation may have moved to another step.
  var isAdvance: Bool { self == .success || next != nil }

  /// The step that follows, if the box is ``then(_:)``.
  public var next: ReplyState? {
    if case .then(let step) = self { step } else { nil }
  }
}

extension ReplyOutcome: CustomStringConvertible {
  /// The word, and the step that follows in parentheses: `then(pass)`.
  public var description: String {
    if case .then(let step) = self { "then(\(step.rawValue))" } else { name }
  }
}

extension ReplyOutcome {
  /// Reads ``description``; nil for any other text.
  package init?(_ description: String) {
    let boxes: [ReplyOutcome] = [.wait, .success, .failure, .error] + ReplyState.allCases.map { .then($0) }
    guard let box = boxes.first(where: { $0.description == description }) else { return nil }
    self = box
  }
}
