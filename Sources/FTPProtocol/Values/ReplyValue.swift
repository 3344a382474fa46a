/// What the text of a reply carries besides words for people, and so has a form of its own.
///
/// The rules about that form need nothing but the command and the reply; the judge applies them to each reply, and the
/// cases of `ftpraw check` rely on its verdicts.
package enum ReplyValue: String, Sendable {
  /// A path in quotes, in the 257 of PWD.
  case path
  /// The same in the 257 of MKD.
  case createdPath
  /// The name of a system, in the 215 of SYST.
  case system
  /// A time, in the 213 of MDTM.
  case time
  /// A number of bytes, in the 213 of SIZE.
  case size
  /// Lines of features, in the 211 of FEAT.
  case features
  /// Facts of files, in the 250 of MLST.
  case facts
  /// The facts that are selected, in the 200 of OPTS MLST.
  case selection
  /// Algorithm, range, hash and name, in the 213 of HASH.
  case hash
  /// The name of the new file, in the 150 or 125 of STOU.
  case uniqueName

  /// The codes of the replies that carry it.
  private var codes: [ReplyCode] {
    switch self {
    case .path, .createdPath: [257]
    case .system: [215]
    case .time, .size, .hash: [213]
    case .features: [211]
    case .facts: [250]
    case .selection: [200]
    case .uniqueName: [125, 150]
    }
  }

  /// How the text of a reply breaks the rules about its form; nothing if a reply with this code carries no such value.
  package func deviations(in reply: Reply, to command: Command) -> [ValueDeviation] {
    guard codes.contains(reply.code), !(self == .time && command.setsTime) else { return [] }
    do throws(ValueDeviation) {
      switch self {
      case .path: return try Self.path(reply)
      case .createdPath: return try Self.path(reply).map(\.ofCreation)
      case .system: return try SystemReply.read(reply).breaches
      case .time: return try Self.oneLine(reply, "3659:3.1:mdtm-reply-form") + TimeValue.read(reply).breaches
      case .size: return try Self.oneLine(reply, "3659:4:size-reply-form") + SizeReply.read(reply).breaches
      case .features: return try FeatureList.read(reply).breaches
      case .facts: return try FactList.read(reply).breaches
      case .selection: return Self.selection(reply, command)
      case .hash: return Self.hash(reply)
      case .uniqueName: return Self.uniqueName(reply)
      }
    } catch {
      return [self == .createdPath ? error.ofCreation : error]
    }
  }

  /// A name may contain CR (RFC 2640, section 3.1); whether the path can be sent back is not about its form.
  private static func path(_ reply: Reply) throws(ValueDeviation) -> [ValueDeviation] {
    try PathReply.read(reply).breaches.filter { $0.requirement != "959:appendix-ii:pwd-name-round-trip" }
  }

  private static func oneLine(_ reply: Reply, _ requirement: RequirementID) -> [ValueDeviation] {
    reply.isMultiline
      ? [ValueDeviation(requirement, "\(reply.lines.count - reply.leadingLineCount) lines")] : []
  }

  private static func selection(_ reply: Reply, _ command: Command) -> [ValueDeviation] {
    let words = { (bytes: ArraySlice<UInt8>) in bytes.split(separator: 0x20, omittingEmptySubsequences: false)
    }
    guard let argument = command.argument, words(argument[...]).first?.isText("mlst") ?? false else {
      return []
    }
    let told = words(Telnet.strip(reply.lastLine.text).text[...])
    guard told.count > 1, told[0].isText("mlst"), told[1].isText("opts") else {
      return [
        ValueDeviation("3659:7.9:opts-mlst-reply", "'\(Escaping.ascii(reply.lastLine.text, limit: 30))'")
      ]
    }
    return []
  }

  private static func hash(_ reply: Reply) -> [ValueDeviation] {
    let text = Telnet.strip(reply.lastLine.text).text
    let parts = text.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
    let range = parts.count > 1 ? parts[1].split(separator: 0x2D, omittingEmptySubsequences: false) : []
    guard parts.count == 4, !parts[0].isEmpty, range.count == 2, range.allSatisfy(\.isAllDigits),
      !parts[2].isEmpty, parts[2].allSatisfy({ $0.isDigit || (0x61...0x66).contains($0.lowercased) })
    else { return [ValueDeviation("hash:3:hash-reply-form", "'\(Escaping.ascii(text, limit: 40))'")] }
    return []
  }

  private static func uniqueName(_ reply: Reply) -> [ValueDeviation] {
    let hasName = reply.lines.contains { $0.text.starts(with: "FILE: ".utf8) && $0.text.count > 6 }
    let text = "'\(Escaping.ascii(reply.lastLine.text, limit: 40))'"
    return hasName ? [] : [ValueDeviation("1123:4.1.2.9:stou-file-reply", text)]
  }
}

extension ReplyValue {
  /// The form that a requirement asks for, in words that follow "expected"; nil if it is not about the form of a value.
  package static func expectation(of requirement: RequirementID) -> String? {
    Words.of("values", requirement.rawValue, 0)
  }
}

extension [ValueDeviation] {
  /// The first deviation from each requirement, with the number of others.
  package var summed: [ValueDeviation] {
    var counts: [RequirementID: Int] = [:]
    for deviation in self { counts[deviation.requirement, default: 0] += 1 }
    return compactMap { deviation in
      guard let count = counts.removeValue(forKey: deviation.requirement) else { return nil }
      let others = count == 1 ? "" : ", and \(count - 1) more of this kind"
      return ValueDeviation(
        deviation.requirement, deviation.text + others, at: deviation.offset, weight: deviation.weight)
    }
  }
}

extension ValueDeviation {
  /// A deviation from the rule about PWD as one from that about MKD.
  fileprivate var ofCreation: ValueDeviation {
    guard requirement == "959:appendix-ii:pwd-reply-form" else { return self }
    return ValueDeviation("959:appendix-ii:mkd-reply-form", text, at: offset, weight: weight)
  }
}

extension Command {
  /// Whether this is MDTM with a time before the path, which servers that set times so answer with words.
  fileprivate var setsTime: Bool {
    guard let argument, let end = argument.firstIndex(of: 0x20) else { return false }
    return end >= 14 && argument[..<end].prefix(14).isAllDigits
  }
}
