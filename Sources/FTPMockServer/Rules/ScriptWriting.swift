import FTPProtocol

// Rules as a rule file writes them; what is read from that text is equal.
extension Script: CustomStringConvertible {
  /// The lines of a file with the rules.
  public var description: String { rules.map { "\($0)\n" }.joined() }
}

extension Script.Rule: CustomStringConvertible {
  /// The line of a file.
  public var description: String {
    "\(occurrence)\(trigger) -> \(actions.map(\.description).joined(separator: ", "))"
  }
}

extension Script.Occurrence: CustomStringConvertible {
  /// The words before the verb: nothing, `on the 2nd ` or `from the 2nd `.
  public var description: String {
    guard self != .every else { return "" }
    let first = range.lowerBound
    let word = range.upperBound == .max ? "from" : "on"
    return "\(word) the \(first)\([1: "st", 2: "nd", 3: "rd"][first] ?? "th") "
  }
}

extension Script.Rule.Trigger: CustomStringConvertible {
  /// The verb and the pattern.
  package var description: String {
    guard case .command(let verb, let glob) = self else { return "connect" }
    let pattern = glob.map { glob in
      " \"" + RuleWord.escaped(glob.pattern, glob.literals.contains) + "\""
    }
    return (verb?.name ?? "*") + (pattern ?? "")
  }
}

extension Script.Action: CustomStringConvertible {
  /// The action in the words of a file.
  public var description: String {
    switch content {
    case .reply(let code, let text): "\(code) \(text)"
    case .raw(let text, let times): "raw \(text)" + (times == 1 ? "" : " \(times) times")
    case .data(let text, let times): "data \(text)" + (times == 1 ? "" : " \(times) times")
    case .shape(.cut(let offsets)): "cut " + offsets.map { "\($0)" }.joined(separator: " ")
    case .shape(.drip(let count, let pause)): "drip \(count) \(Quantity.text(pause))"
    case .dataShape(let shape): "drip data \(shape.count) \(Quantity.text(shape.pause))"
    case .nothing: "ignore"
    case .step(.wire(.pause(let duration))): "delay \(Quantity.text(duration))"
    case .step(.filler(let count)): count == 1 ? "1 byte" : "\(count) bytes"
    case .step(.obeyQuietly): "obey quietly"
    case .step(.openData): "open data"
    case .step(.closeData): "close data"
    case .step(.resetData): "reset data"
    case .step(.wire(let step)): "\(step)"
    case .step(let step): "\(step)"
    }
  }
}
