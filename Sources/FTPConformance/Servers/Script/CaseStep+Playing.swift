import FTPProtocol
import FTPRequirements

// The steps that are known only by how they are taken.
extension CaseStep {
  /// A transfer, a comparison of the last reply, a command without a security exchange, or states of the diagram.
  static func played(_ name: CaseField, _ value: FieldedLine) throws(CatalogueProblem) -> CaseStep {
    let parts = value.split(": \"")
    let (command, expected) = try replies(parts[0])
    let text = command.text
    let line = "\(name.rawValue): \(value.text)"
    switch name {
    case .transfer:
      let content: CaseContent? =
        if let (_, content) = value.divided { try CaseContent(content) } else { nil }
      let words = command.split(", ").map(\.text)
      return .played([line], commands: [words[0]]) { player in
        try await player.transfer(words[0], isReady: words.last == "ready", expected, content)
      }
    case .answer:
      return .played([line], commands: []) { player in
        guard let last = player.last else { throw CaseStop.impossible("there was no reply") }
        try await player.check(last, expected, to: text)
      }
    case .security:
      return .played([line], commands: [text]) { player in
        try await player.check(player.probe.sendInClear(text), expected, to: text)
      }
    default:
      var states: [ReplyState] = []
      for word in value.split(" ") {
        guard let state = ReplyState(rawValue: word.text) else {
          throw value.problem("no such state: \(word.text)")
        }
        states.append(state)
      }
      return .played([line], commands: nil) { [states] in try await $0.probe.walk(states) }
    }
  }

  /// Steps that are taken only at times, or over another connection.
  static func block(
    _ name: CaseField, _ value: FieldedLine, _ steps: [CaseStep]
  ) throws(CatalogueProblem) -> CaseStep {
    let lines = block("\(name.rawValue)\(value.text.isEmpty ? "" : " \(value.text)"):", steps)
    if name == .connection {
      return .played(lines, commands: nil) { player in
        let other = try await player.probe.connect()
        defer { other.close() }
        try await player.play(steps, over: other)
      }
    }
    let words = value.text.split(separator: " ").map(String.init)
    if words.dropLast().last == "feature", let feature = words.last {
      let isWanted = words.first != "no"
      return .played(lines, commands: nil) { player in
        if player.probe.facts.features.contains(feature) == isWanted { try await player.play(steps) }
      }
    }
    let codes = try patterns(words, value)
    return .played(lines, commands: nil) { player in
      let last = player.last
      if let code = last?.code, codes.contains(where: { $0.matches(code) }) { try await player.play(steps) }
      player.last = last
    }
  }

  /// What a view must show.
  static func expectation(_ value: FieldedLine) throws(CatalogueProblem) -> CaseStep {
    let (claim, rule) = cited(value)
    let parts = claim.split(", else ")
    let end = parts.count > 1 ? parts[1].text : nil
    if let end, end != "warned", CaseEnd(rawValue: end) == nil {
      throw value.problem("no such end of a case: \(end)")
    }
    for relation in Relation.allCases {
      let sides = parts[0].split(" \(relation.rawValue) ")
      guard sides.count == 2 else { continue }
      let view = CaseView.named(sides[0].text) ?? .remembered(sides[0].text)
      // A name may have blanks in it.
      let isName = sides[1].text.hasPrefix("{") && sides[1].text.hasSuffix("}")
      let words = isName ? [Array(sides[1].text.utf8)] : try sides[1].wordBytes()
      return .played(["expect: \(value.text)"], commands: []) { player in
        let wanted = try await player.sight(of: words)
        let sight = try await view.look(player)
        guard !relation.holds(sight.items, wanted.items) else { return }
        let expected = relation.words(wanted.words, view.words)
        switch end {
        case "warned": player.probe.warn(expected, sight.words, citing: rule)
        default:
          if view.text == "data", relation == .is {
            try player.probe.requireSame(player.data, as: wanted.items.first ?? [], expected, citing: rule)
          }
          guard let end = end.flatMap(CaseEnd.init) else {
            try player.probe.fail(expected, sight.words, citing: rule)
          }
          try player.require(false, expected, sight.words, else: end)
        }
      }
    }
    throw value.problem("nothing is expected of a view: \(value.text)")
  }

  /// How what a view shows is to what is named.
  private enum Relation: String, CaseIterable {
    case isOneOf = "is one of"
    case isAmong = "is among"
    case isNot = "is not"
    case containsNot = "does not contain"
    case `is`, has, lacks, contains
    case beginsOtherwise = "does not begin with"
    case begins = "begins with"
    case ends = "ends with"

    func holds(_ items: [[UInt8]], _ wanted: [[UInt8]]) -> Bool {
      let (first, text) = (items.first ?? [], wanted.first ?? [])
      switch self {
      case .isOneOf, .isAmong: return items.allSatisfy(wanted.contains)
      case .isNot: return items != wanted
      case .is: return items == wanted
      case .has: return wanted.allSatisfy(items.contains)
      case .lacks: return !wanted.contains(where: items.contains)
      case .containsNot: return first.firstRange(of: text) == nil
      case .contains: return first.firstRange(of: text) != nil
      case .beginsOtherwise: return !first.starts(with: text)
      case .begins: return first.starts(with: text)
      case .ends:
        // Some servers write a slash at the end of a path.
        return [first[...], first.dropLast(first.last == 0x2F ? 1 : 0)].contains {
          $0.suffix(text.count) == text[...]
        }
      }
    }

    /// What is expected, as a phrase.
    func words(_ wanted: String, _ view: String) -> String {
      switch self {
      case .isOneOf: "one of \(wanted) as \(view)"
      case .isAmong: "only \(wanted) as \(view)"
      case .isNot: "anything but \(wanted) as \(view)"
      case .is: "\(wanted) as \(view)"
      case .has: "\(wanted) among \(view)"
      case .lacks: "none of \(wanted) among \(view)"
      case .containsNot: "not \(wanted) in \(view)"
      case .contains: "\(wanted) in \(view)"
      case .beginsOtherwise: "anything but \(wanted) at the beginning of \(view)"
      case .begins: "\(wanted) at the beginning of \(view)"
      case .ends: "\(wanted) at the end of \(view)"
      }
    }
  }
}

extension CasePlayer {
  /// Values as a case names them; `none` is none, and what was remembered is as it was.
  fileprivate func sight(of words: [[UInt8]]) async throws -> CaseView.Sight {
    if words == [Array("none".utf8)] { return CaseView.Sight([]) }
    var items: [[UInt8]] = []
    for word in words {
      guard word.contains(UInt8(ascii: "{")) else {
        items.append(word)
        continue
      }
      let text = String(decoding: word, as: UTF8.self)
      if words.count == 1, let known = sights[String(text.dropFirst().dropLast())] { return known }
      items.append(try await line(of: text))
    }
    return CaseView.Sight(items)
  }
}
