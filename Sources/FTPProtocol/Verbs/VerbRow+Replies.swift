extension VerbRow {
  /// What the table says about a code that the command got.
  func judge(_ code: ReplyCode, _ phase: CommandReplies.Phase) -> CommandReplies.Standing {
    let phase = phase == .afterPreliminary && !hasSecondPhase ? .first : phase
    for index in replies.indices where replies[index].code == code && replies[index].phase == phase {
      switch replies[index].weight {
      case .text: return .allowed(replies[index].origin)
      case .practice: return .tolerated(replies[index].origin)
      case .wrong: return .notListed
      }
    }
    if replies.isEmpty { return CommandReplies.judgeUnlisted(code) }
    if let origin = generalOrigin(code, phase) { return .tolerated(origin) }
    return hasNeighbour(of: code, phase) ? .tolerated("RFC 1123, section 4.1.2.11") : .notListed
  }

  /// The codes that a text lists for the command in a phase, in words and in ascending order.
  func listedCodes(_ phase: CommandReplies.Phase) -> String {
    let phase = hasSecondPhase ? phase : .first
    let codes = Set(replies.filter { $0.phase == phase && $0.weight == .text }.map(\.code.rawValue)).sorted()
    guard let last = codes.last, codes.count > 1 else {
      return codes.first.map { "\($0)" } ?? "a code of some text"
    }
    return codes.dropLast().map { "\($0)" }.joined(separator: ", ") + " or \(last)"
  }

  /// Whether servers are known to send the code here although it is wrong.
  func hasSeen(_ code: ReplyCode) -> Bool { replies.contains { $0.code == code && $0.weight == .wrong } }

  /// The rule for every command that covers a code, if one does.
  private func generalOrigin(_ code: ReplyCode, _ phase: CommandReplies.Phase) -> Origin? {
    if code == 421 || code.firstDigit == 6 {
      guard CommandReplies.isWithinGrammar(code) else { return nil }
      return code == 421 ? "RFC 959, section 4.2.1" : "RFC 2228, section 5.2"
    }
    guard phase == .first, step != .greeting else { return nil }
    switch code {
    case 530: return "RFC 959, section 4.2.1"
    case 332, 532: return "RFC 959, section 4.1.1"
    case 500, 501, 503, 504: return "RFC 959, section 4.2"
    case 502: return traits.contains(.minimum) ? nil : "RFC 959, section 4.2"
    case 202: return isBase ? nil : "RFC 959, section 4.2"
    // Later RFCs list few refusals; those of RFC 959 about files mean the same there.
    case 450...452, 550...553:
      return isBase || !traits.contains(.touchesFiles) ? nil : "RFC 1123, section 4.1.2.11"
    default: return nil
    }
  }

  /// A code that no RFC defines may stand for a listed one that differs only in the third digit
  /// (RFC 1123, section 4.1.2.11; RFC 2228, section 3).
  private func hasNeighbour(of code: ReplyCode, _ phase: CommandReplies.Phase) -> Bool {
    guard !CommandReplies.definedCodes.contains(code) else { return false }
    return replies.contains {
      $0.phase == phase && $0.weight != .wrong && $0.code.rawValue / 10 == code.rawValue / 10
    }
  }
}
