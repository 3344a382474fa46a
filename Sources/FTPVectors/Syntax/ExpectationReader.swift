import FTPProtocol

/// Reads the text after `=>`, `!!`, `@@` and `~~`.
enum ExpectationReader {
  typealias Problem = LineReader.Problem

  /// Reads `150 transfer wait`, `simple success addr={data} 0.2ms`, `220 unfinished`.
  static func meaning(_ text: ArraySlice<UInt8>) throws(Problem) -> ExpectedMeaning {
    var words = try RowReader.words(text)[...]
    var meaning = ExpectedMeaning(code: nil, words: [])
    if let first = words.first, let code = ReplyCode(digits: first.text) {
      meaning.code = code
      words.removeFirst()
    }
    if words.count > 1, let last = words.last, let time = Duration(milliseconds: last.text) {
      meaning.time = time
      words.removeLast()
    }
    if words.count > 1, words.last?.text == "code=same" {
      meaning.needsSameCode = true
      words.removeLast()
    }
    guard let step = words.popFirst() else {
      throw Problem(offset: text.endIndex, message: "a step of the diagram must follow the code")
    }
    meaning.words = [step.text]
    if step.text == "unfinished" {
      guard let word = words.first else { return meaning }
      throw Problem(offset: word.offset, message: "nothing follows 'unfinished'")
    }
    guard step.text == "none" || ReplyState(rawValue: step.text) != nil else {
      let steps = ReplyState.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        offset: step.offset,
        message: "'\(step.text)' is not a step of the diagram; use \(steps), none, or unfinished for a "
          + "reply that never ends")
    }
    guard let box = words.popFirst() else {
      throw Problem(
        offset: text.endIndex, message: "the step must be followed by where the reply leads: \(boxes)")
    }
    guard isBox(box.text) else {
      throw Problem(offset: box.offset, message: "'\(box.text)' is not a box; a reply leads to \(boxes)")
    }
    meaning.words.append(box.text)
    for word in words {
      guard let name = word.text.split(separator: "=").first, factNames.contains(String(name)),
        word.text.count > name.count + 1
      else {
        throw Problem(
          offset: word.offset,
          message: "'\(word.text)' is not a fact; use "
            + factNames.map { "\($0)=" }.joined(separator: ", ") + ", and code=same before the time")
      }
      meaning.words.append(word.text)
    }
    return meaning
  }

  /// Reads `959:4.2:one-preliminary`, `959:4.1.1:pass-after-user client`, or the same with the judge's words.
  static func verdict(_ text: ArraySlice<UInt8>) throws(Problem) -> ExpectedVerdict {
    let head = text.prefix { $0 != 0x20 }
    let requirement = try self.requirement(RowReader.Word(text: string(head), offset: head.startIndex))
    var verdict = ExpectedVerdict(requirement)
    let rest = text[head.endIndex...].dropFirst()
    guard head.endIndex < text.endIndex else { return verdict }
    let name = rest.prefix { $0 != 0x20 && $0 != UInt8(ascii: ":") }
    guard let party = Verdict.Party(rawValue: string(name)) else {
      throw Problem(
        offset: rest.startIndex, message: "'\(string(name))' is not a party; use client, server or network")
    }
    verdict.party = party
    let words = rest[name.endIndex...]
    guard !words.isEmpty else { return verdict }
    guard words.starts(with: ": ".utf8), words.count > 2 else {
      throw Problem(offset: words.startIndex, message: "the judge's words must follow a colon and a space")
    }
    verdict.words = string(words.dropFirst(2))
    return verdict
  }

  /// Reads `logged in type=I restart=100`.
  static func state(_ text: ArraySlice<UInt8>) throws(Problem) -> ExpectedState {
    let phrase = string(text.prefix { $0 != UInt8(ascii: "=") }).split(separator: " ")
    let all = ConnectionState.allCases
    guard
      let state = all.first(where: { state in phrase.starts(with: state.phrase.split(separator: " ")) })
    else {
      throw Problem(
        offset: text.startIndex,
        message: "unknown state; use one of \(all.map(\.phrase).joined(separator: ", "))")
    }
    let words = try RowReader.words(text).dropFirst(state.phrase.split(separator: " ").count)
    return ExpectedState(state, try words.map(fact))
  }

  private static func fact(_ word: RowReader.Word) throws(Problem) -> ExpectedState.Fact {
    let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let name = ExpectedState.Name(rawValue: String(parts[0]))
    else {
      let names = ExpectedState.Name.allCases.map { "\($0.rawValue)=" }.joined(separator: ", ")
      throw Problem(
        offset: word.offset, message: "'\(word.text)' cannot be compared; use \(names)")
    }
    return ExpectedState.Fact(name: name, value: String(parts[1]))
  }

  /// Reads `mock: the reason`, `mock 502: the reason`.
  static func difference(_ text: ArraySlice<UInt8>) throws(Problem) -> ExpectedDifference {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: ": ".utf8),
      colon + 2 < text.endIndex
    else {
      throw Problem(
        offset: text.endIndex, message: "a reason must follow the target: `mock: it has no accounts`")
    }
    let words = try RowReader.words(text[..<colon])
    guard let first = words.first, let target = ExpectedDifference.Target(rawValue: first.text) else {
      let targets = ExpectedDifference.Target.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(offset: text.startIndex, message: "unknown target; use \(targets)")
    }
    var code: ReplyCode?
    if words.count > 1 {
      code = ReplyCode(digits: words[1].text)
      guard code != nil, words.count == 2 else {
        throw Problem(offset: words[1].offset, message: "only a code of three digits may follow the target")
      }
    }
    return ExpectedDifference(on: target, code: code, string(text[(colon + 2)...]))
  }

  /// Reads an id: three parts joined by colons.
  ///
  /// The linter checks whether the requirement exists, with other things.
  static func requirement(_ word: RowReader.Word) throws(Problem) -> RequirementID {
    let parts = word.text.split(separator: ":", omittingEmptySubsequences: false)
    let allowed = word.text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x3A || $0 == 0x2D || $0 == 0x2E
    }
    guard parts.count == 3, allowed, !parts.contains(where: \.isEmpty) else {
      throw Problem(
        offset: word.offset,
        message: "'\(word.text)' is not a requirement id such as 959:4.2:multiline-end")
    }
    return RequirementID(rawValue: word.text)
  }

  private static let factNames = ["lines", "addr", "bytes", "ahead", "between", "practice"]
  private static let boxes = "wait, success, failure, error, or then(pass) and the like"

  private static func isBox(_ text: String) -> Bool {
    if text.hasPrefix("then("), text.hasSuffix(")") {
      return ReplyState(rawValue: String(text.dropFirst(5).dropLast())) != nil
    }
    return ["wait", "success", "failure", "error"].contains(text)
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ReplyCode {
  /// Reads three digits.
  init?(digits text: some StringProtocol) {
    guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(text)
    else { return nil }
    self.init(rawValue: number)
  }
}
