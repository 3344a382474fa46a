/// Finds deviations from the grammar in complete lines: at most one of each kind per line.
struct DeviationFinder {
  /// The deviations found so far.
  var found: [ReplyDeviation] = []
  let code: ReplyCode
  /// Where the reply begins in the bytes.
  let origin: Int
  /// The kinds to report; nil for all.
  let wanted: Set<ReplyDeviation.Kind>?
  let carriageReturnEndsLine: Bool

  /// Checks one line, whose range includes its line end.
  mutating func check(
    _ bytes: Span<UInt8>, _ range: Range<Int>, kind: ReplyLine.Kind, index: Int, isUnterminated: Bool
  ) {
    let head = LineHead(bytes, line: range, carriageReturnEndsLine: carriageReturnEndsLine)
    func report(_ deviation: ReplyDeviation.Kind, _ offset: Int) {
      guard wanted?.contains(deviation) ?? true else { return }
      found.append(ReplyDeviation(kind: deviation, line: index, offset: offset - origin))
    }
    checkHead(head, range, kind, report)
    checkContent(bytes, range.lowerBound..<head.contentEnd, report)
    let end = range.upperBound
    if isUnterminated {
      report(.unterminatedLine, end)
    } else if end - head.contentEnd == 1, bytes[end - 1] == 0x0A {
      report(.bareLineFeed, end - 1)
    } else if bytes[end - 1] != 0x0A {
      report(.carriageReturnOnly, head.contentEnd)
    }
  }

  private func checkHead(
    _ head: LineHead, _ range: Range<Int>, _ kind: ReplyLine.Kind,
    _ report: (ReplyDeviation.Kind, Int) -> Void
  ) {
    switch kind {
    case .stray:
      report(head.contentEnd == range.lowerBound ? .blankLine : .strayLine, range.lowerBound)
    case .only, .first:
      if code.firstDigit == 0 || code.firstDigit > 6 || code.secondDigit > 5 {
        report(.codeOutOfRange, head.codeStart)
      }
      checkSeparator(head, report)
    case .last:
      if head.code != code { report(.otherCodeAtEnd, head.codeStart) }
      checkSeparator(head, report)
    case .inner:
      guard let other = head.code, head.codeStart == range.lowerBound else { return }
      if other != code {
        report(.unpaddedDigits, head.codeStart)
      } else if code.firstDigit != 6 {
        // RFC 2228, section 5.2: every line of a protected reply carries the code and a hyphen.
        report(.repeatedCode, head.codeStart)
      }
    }
  }

  private func checkSeparator(_ head: LineHead, _ report: (ReplyDeviation.Kind, Int) -> Void) {
    if head.separator == nil {
      report(.missingText, head.textStart)
    } else if head.separator != 0x20, head.separator != 0x2D {
      report(.missingSeparator, head.textStart)
    }
  }

  private func checkContent(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ report: (ReplyDeviation.Kind, Int) -> Void
  ) {
    var firstReturn: Int?
    var firstNUL: Int?
    var firstCommand: Int?
    var firstIAC: Int?
    var firstEightBit: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      var length = 1
      if byte == 0x0D {
        if index + 1 < bytes.count, bytes[index + 1] == 0 {
          length = 2
        } else {
          firstReturn = firstReturn ?? index
        }
      } else if byte == 0 {
        firstNUL = firstNUL ?? index
      } else if byte == Telnet.iac {
        length = Telnet.sequenceLength(in: bytes, at: index, end: range.upperBound)
        if !Telnet.isData(in: bytes, at: index, end: range.upperBound) {
          firstCommand = firstCommand ?? index
        } else {
          if length == 1 { firstIAC = firstIAC ?? index }
          firstEightBit = firstEightBit ?? index
        }
      } else if byte >= 0x80 {
        firstEightBit = firstEightBit ?? index
      }
      index += length
    }
    if let firstReturn { report(.bareCarriageReturn, firstReturn) }
    if let firstNUL { report(.nul, firstNUL) }
    if let firstCommand { report(.telnetCommand, firstCommand) }
    if let firstIAC { report(.unescapedIAC, firstIAC) }
    if let firstEightBit {
      let text = Telnet.text(bytes, range)
      if String(validating: text, as: UTF8.self) == nil { report(.invalidUTF8, firstEightBit) }
    }
  }
}
