import FTPProtocol
import FTPRequirements

// Steps with steps inside them, and what a view must show.
extension CaseStep {
  /// Steps that are taken only at times, more than once, or over another connection.
  static func block(
    _ name: CaseField, _ value: FieldedLine, _ steps: [CaseStep]
  ) throws(CatalogueProblem) -> CaseStep {
    func block(_ commands: [String]?, _ play: @escaping CasePlay) -> CaseStep {
      CaseStep(name, value.text, commands: commands, inner: steps, play: play)
    }
    let commands = steps.reduce([]) { (all: [String]?, step) in
      all.flatMap { all in step.commands.map { all + $0 } }
    }
    switch name {
    case .open:
      let (event, rule) = cited(value)
      return block(commands) { player in
        // The steps may remember something, which a closure that escapes could not keep.
        do { try await player.play(steps) } catch {
          try await player.probe.requireOpen(after: event.text, citing: rule) { throw error }
        }
      }
    case .second: return block(commands) { try await $0.play(steps, over: $0.second) }
    case .connection:
      return block(nil) { player in
        let other = try await player.probe.connect()
        defer { other.close() }
        try await player.play(steps, over: other)
      }
    case .doubt:
      return block(commands) { player in
        do { try await steps[0].play(&player) } catch CaseStop.found(let finding) {
          try await player.play(Array(steps.dropFirst()))
          throw CaseStop.found(finding)
        }
      }
    case .each:
      let view = CaseView.named(value.text)
      let words = view == nil ? try value.words().map { Array($0.utf8) } : []
      return block(nil) { player in
        let sight = if let view { try await view.look(player) } else { try await player.sight(of: words) }
        for item in sight.items {
          player.sights["it"] = CaseView.Sight([item])
          try await player.play(steps)
        }
      }
    default:
      let holds = try condition(value)
      return block(commands) { player in
        let last = player.last
        if try await holds(player) { try await player.play(steps) }
        player.last = last
      }
    }
  }

  /// When the steps after `if` are taken.
  private static func condition(
    _ value: FieldedLine
  ) throws(CatalogueProblem) -> @Sendable (CasePlayer) async throws -> Bool {
    let words = value.text.split(separator: " ").map(String.init)
    if words.dropLast().last == "feature", let feature = words.last {
      let isWanted = words.first != "no"
      return { $0.probe.facts.features.contains(feature) == isWanted }
    }
    if let claim = try Claim(value) { return { try await claim.look($0).holds } }
    let codes = try patterns(words, value)
    return { player in player.last.map { last in codes.contains { $0.matches(last.code) } } ?? false }
  }

  /// What a view must show.
  static func expectation(_ value: FieldedLine) throws(CatalogueProblem) -> CasePlay {
    let (text, rule) = cited(value)
    let parts = text.split(", else ")
    let isWarning = parts.count > 1 && parts[1].text == "warned"
    let end = isWarning ? nil : try ending(text).1
    guard let claim = try Claim(parts[0]) else {
      throw value.problem("nothing is expected of a view: \(value.text)")
    }
    return { player in
      let (holds, sight, wanted) = try await claim.look(player)
      guard !holds else { return }
      let expected = claim.relation.words(wanted.words, claim.view.words)
      if isWarning { return player.probe.warn(expected, sight.words, citing: rule) }
      if end == nil, claim.view.text == "data", claim.relation == .is {
        try player.probe.requireSame(player.data, as: wanted.items.first ?? [], expected, citing: rule)
      }
      try player.require(false, expected, sight.words, citing: rule, else: end)
    }
  }

  /// A view and what it shows: `names in MLSD is a.txt`.
  private struct Claim {
    let view: CaseView
    let relation: Relation
    let words: [[UInt8]]

    /// Reads a claim; nil if the line has no relation.
    init?(_ line: FieldedLine) throws(CatalogueProblem) {
      for relation in Relation.allCases {
        let sides = line.split(" \(relation.rawValue) ")
        guard sides.count == 2 else { continue }
        view = CaseView.named(sides[0].text) ?? .remembered(sides[0].text)
        self.relation = relation
        // A name may have blanks in it.
        let isName = sides[1].text.hasPrefix("{") && sides[1].text.hasSuffix("}")
        words = isName ? [Array(sides[1].text.utf8)] : try sides[1].wordBytes()
        return
      }
      return nil
    }

    func look(_ player: CasePlayer) async throws -> (holds: Bool, CaseView.Sight, wanted: CaseView.Sight) {
      let wanted = try await player.sight(of: words)
      let sight = try await view.look(player)
      return (relation.holds(sight, wanted), sight, wanted)
    }
  }

  /// How what a view shows is to what is named.
  private enum Relation: String, CaseIterable {
    case goesBeyond = "goes beyond"
    case shares = "shares some of"
    case isOneOf = "is one of"
    case isAmong = "is among"
    case isNot = "is not"
    case containsNot = "does not contain"
    case `is`, has, lacks, contains
    case beginsOtherwise = "does not begin with"
    case begins = "begins with"
    case ends = "ends with"

    func holds(_ sight: CaseView.Sight, _ other: CaseView.Sight) -> Bool {
      let (items, wanted) = (sight.items, other.items)
      let (first, text) = (items.first ?? [], wanted.first ?? [])
      switch self {
      case .goesBeyond: return !items.allSatisfy(wanted.contains)
      case .shares: return sight == other || items.contains(where: wanted.contains)
      case .isOneOf, .isAmong: return items.allSatisfy(wanted.contains)
      case .isNot: return !(sight == other)
      case .is: return sight == other
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
      case .goesBeyond: "more than \(wanted) among \(view)"
      case .shares: "some of \(wanted) among \(view)"
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
  func sight(of words: [[UInt8]]) async throws -> CaseView.Sight {
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
