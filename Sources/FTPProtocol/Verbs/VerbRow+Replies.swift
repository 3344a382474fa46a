extension VerbRow {
  /// What the table says about a code that the command got.
  func judge(_ code: ReplyCode, _ phase: CommandReplies.Phase) -> CommandReplies.Standing {
    let phase = phase == .afterPreliminary && !hasSecondPhase ? .first : phase
    if let index = replies.firstIndex(where: { $0.code == code && $0.phase == phase }) {
      return replies[index].standing
    }
    if replies.isEmpty { return CommandReplies.judgeUnlisted(code) }
    return isGeneral(code, phase) || hasNeighbour(of: code, phase) ? .tolerated : .notListed
  }

  /// The codes that a text lists for the command in a phase, in words and in ascending order.
  func listedCodes(_ phase: CommandReplies.Phase) -> String {
    let phase = hasSecondPhase ? phase : .first
    let codes = Set(replies.filter { $0.phase == phase && $0.standing == .allowed }.map(\.code.rawValue))
      .sorted()
    guard let last = codes.last, codes.count > 1 else {
      return codes.first.map { "\($0)" } ?? "a code of some text"
    }
    return codes.dropLast().map { "\($0)" }.joined(separator: ", ") + " or \(last)"
  }

  /// Whether servers are known to send the code here although it is wrong.
  func hasSeen(_ code: ReplyCode) -> Bool {
    replies.contains { $0.code == code && $0.standing == .notListed }
  }

  /// Whether a rule for every command covers a code.
  private func isGeneral(_ code: ReplyCode, _ phase: CommandReplies.Phase) -> Bool {
    // RFC 959, section 4.2.1, and RFC 2228, section 5.2.
    if code == 421 || code.firstDigit == 6 { return CommandReplies.isWithinGrammar(code) }
    guard phase == .first, step != .greeting else { return false }
    switch code {
    // RFC 959, sections 4.2.1, 4.1.1 and 4.2.
    case 530, 332, 532, 500, 501, 503, 504: return true
    case 502: return !traits.contains(.minimum)
    case 202: return !isBase
    // Later RFCs list few refusals; those of RFC 959 about files mean the same there (RFC 1123, section 4.1.2.11).
    case 450...452, 550...553: return !isBase && traits.contains(.touchesFiles)
    default: return false
    }
  }

  /// A code that no RFC defines may stand for a listed one that differs only in the third digit
  /// (RFC 1123, section 4.1.2.11; RFC 2228, section 3).
  private func hasNeighbour(of code: ReplyCode, _ phase: CommandReplies.Phase) -> Bool {
    guard !CommandReplies.definedCodes.contains(code) else { return false }
    return replies.contains {
      $0.phase == phase && $0.standing != .notListed && $0.code.rawValue / 10 == code.rawValue / 10
    }
  }
}
