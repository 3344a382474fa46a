/// The command-reply sequences of RFC 959, section 6, with rows for the commands of later RFCs, as one table.
///
/// The judge reads it, the mock server obeys it, the conformance suite derives cases from it and
/// `ftpraw diagram` prints it. An arrow lives here, or in a cited exception of ``Judge``.
///
/// ```swift
/// StateDiagram.box(.user, 331)                // .then(.pass)
/// StateDiagram.step(for: .retr)               // .transfer
/// StateDiagram.step(for: .retr, after: .rest) // .restarted
/// ```
public enum StateDiagram {
  /// One state and the arrows that leave it, labelled 1yz to 5yz.
  public struct Row: Hashable, Sendable {
    /// The state.
    public let step: Step
    /// Where 1yz, 2yz, 3yz, 4yz and 5yz lead, in this order; always five.
    public let arrows: [Box]
    /// The commands that lead to the state, in the order of the documents.
    public let verbs: [Verb]
    /// Where the arrows are drawn or described ("RFC 959, section 6").
    public let source: String

    /// Where a reply whose first digit is this leads; ``Box/error`` for a digit outside 1 to 5.
    public func box(firstDigit: UInt8) -> Box {
      firstDigit >= 1 && firstDigit <= 5 ? arrows[Int(firstDigit) - 1] : .error
    }
  }

  /// An arrow for one code, in place of the arrow for its first digit.
  public struct CodeArrow: Hashable, Sendable {
    /// The states it leaves.
    public let steps: [Step]
    /// The code.
    public let code: ReplyCode
    /// Where it leads.
    public let box: Box
    /// The requirement that draws it.
    public let requirement: RequirementID
  }

  /// Where a reply leads.
  ///
  /// A 6yz reply wraps another that only the security mechanism can read (RFC 2228, section 5.2), so it counts
  /// as success. Digits that no RFC defines lead to ``Box/error``.
  public static func box(_ step: Step, _ code: ReplyCode) -> Box {
    let digit = code.firstDigit
    if digit == 3, let box = codeArrow(step, code) { return box }
    if digit == 6 { return .success }
    return rowsByStep[step.index].box(firstDigit: digit)
  }

  /// The state a command leads to; a verb in no row is a one-reply command.
  ///
  /// - Parameters:
  ///   - verb: The command that is sent.
  ///   - previous: The step whose 3yz reply came before, if any: a transfer directly after REST is
  ///     ``Step/restarted``, and nothing else depends on it.
  public static func step(for verb: Verb, after previous: Step? = nil) -> Step {
    guard let row = verb.row else { return .simple }
    return previous == .rest && row.traits.contains(.followsREST) ? .restarted : row.step
  }

  /// The row of a state.
  public static func row(_ step: Step) -> Row { rowsByStep[step.index] }

  private static func codeArrow(_ step: Step, _ code: ReplyCode) -> Box? {
    for arrow in codeArrows where arrow.code == code && arrow.steps.contains(step) {
      return arrow.box
    }
    return nil
  }

  /// The rows in the order of ``Step``'s cases, for look-up by index.
  private static let rowsByStep: [Row] = Step.allCases.map { step in
    rows.first { $0.step == step }
      ?? Row(step: step, arrows: [.error, .success, .error, .failure, .failure], verbs: [], source: "")
  }
}

extension Step {
  /// The position among the cases.
  var index: Int {
    switch self {
    case .greeting: 0
    case .simple: 1
    case .transfer: 2
    case .rnfr: 3
    case .rnto: 4
    case .rest: 5
    case .restarted: 6
    case .user: 7
    case .pass: 8
    case .acct: 9
    case .auth: 10
    case .adat: 11
    case .protected: 12
    }
  }
}
