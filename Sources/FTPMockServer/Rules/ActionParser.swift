import FTPProtocol

/// Reads the part after the arrow of a rule; ``Script`` describes the form.
struct ActionParser {
  private var rest: ArraySlice<RuleWord>
  private let line: RuleLine
  private let isConnection: Bool

  /// Prepares to read words; a rule for connecting clients has no data connection.
  init(_ words: ArraySlice<RuleWord>, _ line: RuleLine, isConnection: Bool) {
    rest = words
    self.line = line
    self.isConnection = isConnection
  }

  /// Reads all actions; throws at the first that is malformed or in the wrong place.
  mutating func actions() throws(ScriptError) -> [Script.Action] {
    var actions: [Script.Action] = []
    repeat {
      guard let word = rest.popFirst() else { throw line.error("an action is missing") }
      let action = try action(word)
      try check(action, word, after: actions)
      actions.append(action)
    } while try separator()
    return actions
  }

  /// Removes the separator between two actions; false at the end of the line.
  private mutating func separator() throws(ScriptError) -> Bool {
    guard let word = rest.first else { return false }
    if word.kind == .comma { rest.removeFirst() }
    if rest.first?.plain == "and" { rest.removeFirst() }
    if rest.first?.plain == "then" { rest.removeFirst() }
    guard rest.first?.place != word.place else {
      throw line.error("a comma, 'and' or 'then' is missing before \(word.shown)", at: word)
    }
    return true
  }

  private func check(
    _ action: Script.Action, _ word: RuleWord, after others: [Script.Action]
  ) throws(ScriptError) {
    if others.last == .close || others.last == .reset {
      throw line.error("the session has ended before \(word.shown)", at: word)
    }
    if action == .ignore && !others.isEmpty || others.last == .ignore {
      throw line.error("'ignore' must be the only action", at: word)
    }
    for other in others {
      switch (action.content, other.content) {
      case (.dataShape, .dataShape): throw line.error("a rule can have only one 'drip data'", at: word)
      case (.shape, .shape): throw line.error("a rule can have only one 'cut' or 'drip'", at: word)
      default: break
      }
    }
    if isConnection, action == .obeyQuietly {
      throw line.error("a client that has just connected has sent no command to obey", at: word)
    }
    if isConnection, action.usesDataConnection {
      throw line.error("there is no data connection before the first command", at: word)
    }
  }

  private mutating func action(_ word: RuleWord) throws(ScriptError) -> Script.Action {
    switch word.plain {
    case "obey":
      guard rest.first?.plain == "quietly" else { return .obey }
      rest.removeFirst()
      return .obeyQuietly
    case "store": return .store
    case "ignore": return .ignore
    case "receive": return .receive
    case "close": return takeData() ? .closeData : .close
    case "reset": return takeData() ? .resetData : .reset
    case "open":
      guard takeData() else { throw line.error("'open' must be followed by 'data'", at: word) }
      return .openData
    case "raw":
      let text = try text(word)
      return .init(.raw(try template(text), times: try times(text)))
    case "data":
      let text = try text(word)
      return .init(.data(try template(text), times: try times(text)))
    case "delay": return .delay(try duration(word))
    case "drip":
      if takeData() {
        let count = try number(word)
        return .dripData(count, every: try duration(word))
      }
      let count = try number(word)
      return .drip(count, every: try duration(word))
    case "cut":
      var offsets = [try number(word)]
      while let next = operand() {
        let offset = try number(word)
        guard let last = offsets.last, offset > last else {
          throw line.error("the numbers of 'cut' must ascend", at: next)
        }
        offsets.append(offset)
      }
      return .init(.shape(.cut(offsets)))
    case let name? where name.utf8.first.map { (0x30...0x39).contains($0) } == true:
      return try numbered(word, name)
    case nil where word.kind == .quoted:
      throw line.error("a text must follow a reply code, 'raw' or 'data'", at: word)
    default:
      throw line.error(
        "\(word.shown) is not an action such as 425, 200 KiB, obey, delay, cut, drip, raw, data, receive, store, close, "
          + "reset or ignore", at: word)
    }
  }

  /// Reads a reply code, optionally with a text, or a number of bytes.
  private mutating func numbered(_ word: RuleWord, _ name: String) throws(ScriptError) -> Script.Action {
    if let unit = operand() {
      rest.removeFirst()
      guard let count = Quantity.byteCount(name + " " + (unit.plain ?? "")) else {
        let text = RuleWord.shown(word.bytes + [0x20] + unit.bytes)
        throw line.error("\(text) is not a number of bytes such as 200 KiB", at: word)
      }
      return .filler(count)
    }
    if name.utf8.count == 3, let code = Quantity.count(name).flatMap({ ReplyCode(rawValue: UInt16($0)) }) {
      guard let text = rest.first, text.kind == .quoted else { return .reply(code) }
      rest.removeFirst()
      return .init(.reply(code, try template(text)))
    }
    guard Quantity.count(name) == nil, let count = Quantity.byteCount(name) else {
      throw line.error(
        "\(word.shown) is neither a reply code of three digits nor a number of bytes such as 200 KiB",
        at: word)
    }
    return .filler(count)
  }
}

/// The part after the name of an action.
extension ActionParser {
  /// The next word, if it belongs to the previous action.
  private func operand() -> RuleWord? {
    guard let word = rest.first, let text = word.plain, text != "and", text != "then" else { return nil }
    return word
  }

  private mutating func takeData() -> Bool {
    guard rest.first?.plain == "data" else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func text(_ name: RuleWord) throws(ScriptError) -> RuleWord {
    guard let word = rest.first, word.kind == .quoted else {
      throw line.error(
        "\(name.shown) must be followed by a text between quotation marks", at: rest.first ?? name)
    }
    rest.removeFirst()
    return word
  }

  private func template(_ text: RuleWord) throws(ScriptError) -> RuleText {
    let (template, unknown) = RuleText.reading(text.bytes, escaped: text.escaped)
    guard let unknown else { return template }
    throw line.error(
      "\(unknown) is not one of \(RuleText.words.joined(separator: ", ")); \\{ is a brace", at: text)
  }

  /// Reads `5 times`, if present: how often the text before it is sent.
  private mutating func times(_ text: RuleWord) throws(ScriptError) -> Int {
    guard let word = operand(), rest.dropFirst().first?.plain == "times" else { return 1 }
    guard let count = word.plain.flatMap({ Quantity.count($0) }), count > 0,
      count <= Script.Action.mostBytes / max(1, text.bytes.count)
    else {
      throw line.error(
        "'times' needs a number from 1 before it that makes at most \(Script.Action.mostBytes >> 20) MiB",
        at: word
      )
    }
    rest.removeFirst(2)
    return count
  }

  private mutating func number(_ name: RuleWord) throws(ScriptError) -> Int {
    guard let word = operand(), let number = word.plain.flatMap({ Quantity.count($0) }), number > 0 else {
      throw line.error("\(name.shown) must be followed by a number of bytes from 1", at: operand() ?? name)
    }
    rest.removeFirst()
    return number
  }

  private mutating func duration(_ name: RuleWord) throws(ScriptError) -> Duration {
    guard let word = operand() else {
      throw line.error("\(name.shown) must be followed by a span of time such as 300ms", at: name)
    }
    var text = ""
    while let part = operand() {
      text += (text.isEmpty ? "" : " ") + (part.plain ?? "")
      rest.removeFirst()
    }
    guard let duration = Quantity.duration(text) else {
      throw line.error("\(RuleWord.shown(Array(text.utf8))) is not a span of time such as 300ms", at: word)
    }
    return duration
  }
}
