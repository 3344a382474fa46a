import FTPProtocol

/// Reads the lines of a rule file; ``Script`` has the form.
enum RuleParser {
  /// Reads a whole text; throws at the first line that is not in the form.
  static func rules(_ text: [UInt8]) throws(ScriptError) -> [Script.Rule] {
    var rules: [Script.Rule] = []
    // The lines of the rules that leave no command for a later one, by what they cover.
    var taken: [Script.Rule.Trigger: Int] = [:]
    // Some editors insert a byte order mark.
    let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...]
    for (index, part) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = RuleLine(number: index + 1, bytes: Array(part.last == 0x0D ? part.dropLast() : part))
      let words = try RuleWord.words(in: line)
      guard let first = words.first else { continue }
      let rule = try rule(words, line)
      if let earlier = rule.trigger.coverings.compactMap({ taken[$0] }).min() {
        throw line.error("this rule never applies: line \(earlier) comes first", at: first)
      }
      if rule.occurrence == .every { taken[rule.trigger.covered] = line.number }
      rules.append(rule)
    }
    return rules
  }

  private static func rule(_ words: [RuleWord], _ line: RuleLine) throws(ScriptError) -> Script.Rule {
    if words.first?.plain == "delay" { return try delay(words, line) }
    guard let arrow = words.firstIndex(where: { $0.kind == .arrow }) else {
      if let word = words.first(where: { $0.plain?.contains("->") == true || $0.plain?.contains("→") == true }
      ) {
        throw line.error("the arrow needs blanks around it", at: word)
      }
      throw line.error("there is no arrow: a rule is VERB PATTERN -> ACTION")
    }
    var selector = words[..<arrow]
    let occurrence = try occurrence(&selector, line)
    let trigger = try trigger(selector, line, end: words[arrow])
    var parser = ActionParser(words[(arrow + 1)...], line, isConnection: trigger == .connection)
    return Script.Rule(trigger, occurrence, try parser.actions())
  }

  /// Reads `delay VERB [PATTERN] SPAN`.
  private static func delay(_ words: [RuleWord], _ line: RuleLine) throws(ScriptError) -> Script.Rule {
    if let arrow = words.first(where: { $0.kind == .arrow }) {
      throw line.error(
        "'delay VERB SPAN' has no arrow; the action 'delay SPAN' comes after one", at: arrow)
    }
    guard words.count > 2, let last = words.last else {
      throw line.error("'delay' needs a verb and a span of time after it")
    }
    guard let duration = last.plain.flatMap({ Quantity.duration($0) }) else {
      throw line.error("\(last.shown) is not a span of time such as 300ms", at: last)
    }
    let trigger = try trigger(words[1..<(words.count - 1)], line, end: last)
    return Script.Rule(trigger, .every, [.delay(duration)])
  }

  /// Removes `on the 2nd` or `from the 2nd`, if present.
  private static func occurrence(
    _ words: inout ArraySlice<RuleWord>, _ line: RuleLine
  ) throws(ScriptError) -> Script.Occurrence {
    guard let first = words.first, let name = first.plain, name == "on" || name == "from" else {
      return .every
    }
    words.removeFirst()
    if words.first?.plain == "the" { words.removeFirst() }
    guard let word = words.popFirst() else {
      throw line.error("'\(name)' must be followed by a number such as 2nd")
    }
    guard let text = word.plain, ["st", "nd", "rd", "th"].contains(text.suffix(2)),
      let number = Quantity.count(text.dropLast(2)), number > 0
    else { throw line.error("\(word.shown) is not a number such as 2nd", at: word) }
    return name == "on" ? .only(number) : .from(number)
  }

  private static func trigger(
    _ words: ArraySlice<RuleWord>, _ line: RuleLine, end: RuleWord
  ) throws(ScriptError) -> Script.Rule.Trigger {
    guard let first = words.first else { throw line.error("a verb is missing", at: end) }
    let rest = words.dropFirst()
    let pattern = try pattern(rest, line)
    switch first.plain {
    case "connect":
      if let word = rest.first { throw line.error("'connect' takes no pattern", at: word) }
      return .connection
    case "*": return .command(nil, pattern)
    case let name?:
      let isVerb = name.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      guard isVerb else {
        throw line.error("\(first.shown) is not a verb; verbs are in capitals, and '*' is any", at: first)
      }
      return .command(Verb(name), pattern)
    case nil: throw line.error("expected a verb instead of \(first.shown)", at: first)
    }
  }

  private static func pattern(
    _ words: ArraySlice<RuleWord>, _ line: RuleLine
  ) throws(ScriptError) -> Glob? {
    guard let first = words.first, let last = words.last else { return nil }
    if first.kind == .quoted, words.count == 1 { return Glob(first.bytes, literals: first.escaped) }
    if let word = words.first(where: { $0.kind == .quoted }) {
      throw line.error("quotation marks must enclose the whole pattern or none of it", at: word)
    }
    return plainPattern(line.bytes[first.place.lowerBound..<last.place.upperBound])
  }

  /// A pattern without quotation marks: a backslash is literal, except before `*` and `?`.
  private static func plainPattern(_ text: ArraySlice<UInt8>) -> Glob {
    var bytes: [UInt8] = []
    var literals: Set<Int> = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let sign = rest.first, "*?".utf8.contains(sign) {
        literals.insert(bytes.count)
        bytes.append(sign)
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return Glob(bytes, literals: literals)
  }
}
