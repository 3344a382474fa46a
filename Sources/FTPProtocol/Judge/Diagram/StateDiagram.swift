/// The command-reply sequences of RFC 959, section 6, with rows for the commands of later RFCs, as one table.
///
/// The judge reads it, the mock server obeys it, the conformance suite derives cases from it and
/// `ftpraw diagram` prints it. An arrow lives here, or in a cited exception of ``Judge``. The diagram is a value, so that
/// a test can turn an arrow and see all four follow.
///
/// ```swift
/// let diagram = StateDiagram.ftp
/// diagram.box(.user, 331)                // .then(.pass)
/// diagram.step(for: .retr)               // .transfer
/// diagram.step(for: .retr, after: .rest) // .restarted
/// ```
public struct StateDiagram: Sendable {
  /// The rows, in the order in which they are printed.
  public let rows: [Row]
  /// The arrows for single codes, instead of those for their first digits.
  package let codeArrows: [CodeArrow]
  /// The rows in the order of ``ReplyState``'s cases, for look-up by index.
  private let rowsByStep: [Row]
  /// The arrows of the rows, five a step: every reply is looked up here.
  private let boxes: [ReplyOutcome]

  /// Makes a diagram from rows; a step without a row is a one-reply command.
  package init(rows: [Row], codeArrows: [CodeArrow]) {
    self.rows = rows
    self.codeArrows = codeArrows
    rowsByStep = ReplyState.allCases.map { step in
      rows.first { $0.step == step }
        ?? Row(step: step, arrows: [.error, .success, .error, .failure, .failure], verbs: [], source: "")
    }
    boxes = rowsByStep.flatMap { row in (UInt8(1)...5).map { row.box(firstDigit: $0) } }
  }

  /// One state and the arrows that leave it, labelled 1yz to 5yz.
  public struct Row: Hashable, Sendable {
    /// The state.
    public let step: ReplyState
    /// Where 1yz, 2yz, 3yz, 4yz and 5yz lead, in this order; always five.
    public let arrows: [ReplyOutcome]
    /// The commands that lead to the state, in the order of the documents.
    public let verbs: [Verb]
    /// Where the arrows are drawn or described ("RFC 959, section 6").
    public let source: String

    /// Where a reply with this first digit leads; ``ReplyOutcome/error`` for a digit outside 1 to 5.
    public func box(firstDigit: UInt8) -> ReplyOutcome {
      firstDigit >= 1 && firstDigit <= 5 ? arrows[Int(firstDigit) - 1] : .error
    }
  }

  /// An arrow for one code, instead of the arrow for its first digit.
  package struct CodeArrow: Hashable, Sendable {
    /// The states it leaves.
    package let steps: [ReplyState]
    package let code: ReplyCode
    /// Where it leads.
    package let box: ReplyOutcome
    /// The requirement that draws it.
    package let requirement: RequirementID
  }
}

extension StateDiagram {
  /// Where a reply leads.
  ///
  /// A 6yz reply wraps another that only the security mechanism can read (RFC 2228, section 5.2), so it counts
  /// as success. Digits that no RFC defines lead to ``ReplyOutcome/error``.
  public func box(_ step: ReplyState, _ code: ReplyCode) -> ReplyOutcome {
    for index in codeArrows.indices where codeArrows[index].code == code {
      if codeArrows[index].steps.contains(step) { return codeArrows[index].box }
    }
    let digit = Int(code.firstDigit)
    guard digit >= 1, digit <= 5 else { return digit == 6 ? .success : .error }
    return boxes[step.index * 5 + digit - 1]
  }

  /// The state a command leads to; a verb in no row is a one-reply command.
  ///
  /// - Parameters:
  ///   - verb: The command that is sent.
  ///   - previous: The step whose 3yz reply preceded it, if any: a transfer directly after REST is
  ///     ``ReplyState/restarted``, and nothing else depends on it.
  /// - Returns: the state.
  public func step(for verb: Verb, after previous: ReplyState? = nil) -> ReplyState {
    guard let row = verb.row else { return .simple }
    return previous == .rest && row.traits.contains(.followsREST) ? .restarted : row.step
  }

  /// The row of a state.
  public func row(_ step: ReplyState) -> Row { rowsByStep[step.index] }

  /// The commands whose replies can lead to a state, in the order of the rows: USER for ``ReplyState/pass``.
  ///
  /// The arrows of single codes are omitted, because 332 may follow nearly every command.
  package func verbs(leadingTo step: ReplyState) -> [Verb] {
    rows.filter { $0.arrows.contains(.then(step)) }.flatMap(\.verbs)
  }

  /// The code with which a command leads to a state, the first that the RFCs list for it: 331 for USER and
  /// ``ReplyState/pass``.
  ///
  /// Nil if the diagram has no such arrow.
  package func code(_ verb: Verb, leadingTo next: ReplyState) -> ReplyCode? {
    let step = step(for: verb)
    return CommandReplies.allowed(verb, .first).first { box(step, $0.code) == .then(next) }?.code
  }

  /// The same diagram with one arrow turned: in `step`, replies whose first digit is `digit` lead to `box`.
  package func turning(_ step: ReplyState, _ digit: UInt8, to box: ReplyOutcome) -> StateDiagram {
    let rows = rows.map { row in
      guard row.step == step, (1...5).contains(digit) else { return row }
      var arrows = row.arrows
      arrows[Int(digit) - 1] = box
      return Row(step: step, arrows: arrows, verbs: row.verbs, source: row.source)
    }
    return StateDiagram(rows: rows, codeArrows: codeArrows)
  }
}

extension ReplyState {
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
