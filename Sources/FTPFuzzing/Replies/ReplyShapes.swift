package enum LineForm: UInt8, CaseIterable, Sendable {
  /// `220 text`, alone.
  case single
  /// `220-text`.
  case opening
  /// `220 text`, the last of several lines.
  case closing
  /// A code and the line end.
  case bareCode
  /// A code and something other than a space or a hyphen.
  case oddSeparator
  /// Text inside a reply.
  case inner
  /// An empty line inside a reply.
  case innerBlank
  /// A line inside a reply with the code of the reply.
  case innerSameCode
  /// A line inside a reply with three other digits.
  case innerDigits
  /// Text before a reply.
  case stray
  /// An empty line before a reply.
  case blank
  /// A last line without its line end.
  case unterminated

  /// Whether lines of this form begin with three digits.
  var hasCode: Bool {
    switch self {
    case .inner, .innerBlank, .stray, .blank: false
    default: true
    }
  }

  var hasContent: Bool { self != .innerBlank && self != .blank }

  /// Whether such a line can be part of an incomplete reply.
  var isPossibleWithoutReply: Bool {
    switch self {
    case .single, .closing, .bareCode, .oddSeparator: false
    default: true
    }
  }
}

/// Where a segment ends in a line.
package enum CutPlace: UInt8, CaseIterable, Sendable {
  /// Nowhere: the line is in one segment.
  case nowhere
  /// Before its first byte.
  case before
  /// Among the digits of its code.
  case inCode
  case afterCode
  /// After the separator between code and text.
  case afterSeparator
  /// In the text, or elsewhere in a line without a code.
  case inText
  /// Before the line end.
  case beforeEnd
  /// Between its CR and its LF.
  case inEnd

  /// Whether a segment can end there in a line of this form.
  func isPossible(in form: LineForm) -> Bool {
    switch self {
    case .nowhere, .before: true
    case .inCode: form.hasCode
    case .afterCode: form.hasCode && form != .bareCode
    case .afterSeparator: form.hasCode && form != .bareCode && form != .oddSeparator
    case .inText: form.hasContent && form != .bareCode
    case .beforeEnd: form.hasContent && form != .unterminated
    case .inEnd: form != .unterminated
    }
  }
}

/// Which shapes of input were tried.
///
/// A shape is the first digit of the reply, the form of the line, and where a segment ends in it.
package struct ReplyShapes: Sendable {
  /// The kind of a line that is not part of a reply.
  static let noKind: UInt8 = 10
  /// How many kinds there are: the ten first digits, and none.
  private static let kindCount = 11

  private static let formCount = LineForm.allCases.count
  private static let placeCount = CutPlace.allCases.count

  private var isSeen = [Bool](repeating: false, count: kindCount * formCount * placeCount)

  private static func cell(_ kind: UInt8, _ form: LineForm, _ place: CutPlace) -> Int {
    (Int(kind) * formCount + Int(form.rawValue)) * placeCount + Int(place.rawValue)
  }

  /// The numbers of the possible shapes.
  package static let possible: Set<Int> = Set(
    (0..<UInt8(kindCount)).flatMap { kind in
      LineForm.allCases.filter { kind != noKind || $0.isPossibleWithoutReply }.flatMap { form in
        CutPlace.allCases.filter { $0.isPossible(in: form) }.map { cell(kind, form, $0) }
      }
    })

  /// The numbers of the shapes that were seen.
  var seen: Set<Int> { Set(isSeen.indices.filter { isSeen[$0] }) }

  /// Records the lines of a stream that was cut at ascending offsets.
  mutating func note(_ lines: [ReferenceReplies.Line], cuts: [Int]) {
    var next = 0
    for line in lines {
      var isCut = false
      while next < cuts.count, cuts[next] < line.end {
        let place = place(of: cuts[next], in: line)
        isSeen[Self.cell(line.kind, line.form, place)] = true
        isCut = isCut || place != .before
        next += 1
      }
      if !isCut { isSeen[Self.cell(line.kind, line.form, .nowhere)] = true }
    }
  }

  private func place(of cut: Int, in line: ReferenceReplies.Line) -> CutPlace {
    if cut <= line.start { return .before }
    if cut > line.contentEnd { return .inEnd }
    if cut == line.contentEnd, line.form != .unterminated { return .beforeEnd }
    guard line.form.hasCode, line.code != -1 else { return .inText }
    if cut < line.codeEnd { return .inCode }
    if cut == line.codeEnd { return .afterCode }
    return cut == line.textStart && line.form != .oddSeparator ? .afterSeparator : .inText
  }
}
