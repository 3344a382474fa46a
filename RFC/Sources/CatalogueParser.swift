/// Reads one Markdown file of the catalogue.
///
/// ```text
/// file        = title-line *prose *section
/// section     = "## " section-number " " section-title LF *(requirement / blank)
/// requirement = "- `" id "` " level " " word " " side ": " text *(" (" remark ")") LF *detail
/// word        = DQUOTE words-of-the-sentence DQUOTE / "grammar" / "table" / "diagram" / "example"
/// remark      = "code" [": " id] / "conflict: " slug *(", " slug) / "waived: " reason
/// detail      = "  - " ("harm " kind ": " sentence / "when: " condition / "never succeeds" /
///               "seen in: " observable *(", " observable)) LF
/// condition   = "offers" 1*(" " verb) / "lists " feature / "under TLS" / DQUOTE words DQUOTE
/// ```
///
/// Remarks and details come in that order, each at most once.
struct CatalogueParser {
  private(set) var requirements: [Requirement] = []
  private(set) var problems: [CatalogueProblem] = []
  /// The index of each id in ``requirements``.
  private(set) var places: [String: Int] = [:]

  private let rfc: String
  private let file: String
  private var section: String?
  private var line = 0
  /// Whether details that follow belong to the last requirement.
  private var isDetailed = false

  /// A parser for the file called `file`, whose ids all begin with `rfc`.
  init(rfc: String, file: String) {
    self.rfc = rfc
    self.file = file
  }

  /// Parses the whole file; a bad line does not affect the next one.
  mutating func parse(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      line += 1
      take(bytes[start..<end])
      start = end + 1
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    if line == 1 {
      if !bytes.starts(with: "# ".utf8) { report("the first line must be the title: `# RFC …`") }
    } else if bytes.starts(with: "## ".utf8) {
      takeHeading(String(decoding: bytes.dropFirst(3), as: UTF8.self))
    } else if bytes.starts(with: "- `".utf8) {
      takeRequirement(bytes.dropFirst(3))
    } else if bytes.starts(with: "  - ".utf8) {
      takeDetail(String(decoding: bytes.dropFirst(4), as: UTF8.self))
    } else if section != nil || bytes.first == UInt8(ascii: "-") {
      isDetailed = false
      report("neither a section heading nor a requirement")
    }
  }

  private mutating func takeHeading(_ heading: String) {
    isDetailed = false
    guard let space = heading.firstIndex(of: " "), Self.isSection(heading[..<space].utf8) else {
      return report("a heading is a section number and a title: `## 4.2 Replies`")
    }
    section = String(heading[..<space])
  }

  private mutating func takeRequirement(_ bytes: ArraySlice<UInt8>) {
    isDetailed = false
    guard let section else { return report("a requirement before the first section heading") }
    guard let idEnd = bytes.firstIndex(of: UInt8(ascii: "`")), bytes[idEnd...].contains(UInt8(ascii: ":"))
    else { return report("a requirement reads: - `id` level word side: text") }

    let id = String(decoding: bytes[..<idEnd], as: UTF8.self)
    var rest = bytes[idEnd...].dropFirst()
    guard let levelName = Self.takeWord(&rest) else { return report("a level follows the id and one space") }
    guard let level = Requirement.Level(rawValue: levelName) else {
      return report("no such level: \(levelName)")
    }
    guard let wordText = Self.takeWord(&rest) else {
      return report(
        "what decides the level follows it: words in quotation marks, or one of \(Self.forms)")
    }
    guard let word = Requirement.Word(catalogue: wordText) else {
      return report("no such decider: \(wordText), which is neither quoted nor one of \(Self.forms)")
    }
    guard let sideName = Self.takeWord(&rest) else { return report("a side comes before the colon") }
    guard let side = Requirement.Side(rawValue: sideName) else { return report("no such side: \(sideName)") }
    guard rest.first == UInt8(ascii: ":") else {
      return report("a requirement reads: - `id` level word side: text")
    }
    let remainder = rest.dropFirst()
    guard remainder.first == UInt8(ascii: " "), remainder.count > 1 else {
      return report("the text follows the colon and one space")
    }
    guard Self.isID(id, rfc: rfc, section: section) else {
      return report("the id is not \(rfc):\(section): and lower-case words joined by hyphens: \(id)")
    }
    guard places[id] == nil else { return report("the id is used twice: \(id)") }
    places[id] = requirements.count
    var text = String(decoding: remainder.dropFirst(), as: UTF8.self)
    let waiver = Self.takeRemark("waived", from: &text)
    let conflicts = Self.takeRemark("conflict", from: &text)?.split(separator: ", ").map(String.init) ?? []
    let code = Self.takeCode(from: &text)
    requirements.append(
      Requirement(
        id: id, rfc: rfc, section: section, level: level, word: word, side: side, text: text, code: code,
        conflicts: conflicts, waiver: waiver))
    isDetailed = true
  }

  /// Takes a line under a requirement; a detail that comes before one that it should follow is a problem.
  private mutating func takeDetail(_ text: String) {
    guard isDetailed, let last = requirements.indices.last else {
      return report("a detail follows a requirement")
    }
    let isFirst = requirements[last].observables.isEmpty && requirements[last].condition == nil
    if let harm = Requirement.Harm(catalogue: text), isFirst, requirements[last].harm == nil {
      requirements[last].harm = harm
    } else if let condition = Requirement.Condition(catalogue: text), isFirst {
      requirements[last].condition = condition
    } else if text == "never succeeds", requirements[last].observables.isEmpty {
      requirements[last].neverSucceeds = true
    } else if let observables = [Requirement.Observable](catalogue: text),
      requirements[last].observables.isEmpty
    {
      requirements[last].observables = observables
    } else {
      report("no such detail, or not in its place: \(text)")
    }
  }

  private mutating func report(_ message: String) {
    problems.append(CatalogueProblem(file: file, line: line, message: message))
  }
}

extension CatalogueParser {
  /// Whether `id` is `rfc`, `section` and one or more lower-case words with hyphens between them.
  private static func isID(_ id: String, rfc: String, section: String) -> Bool {
    let prefix = "\(rfc):\(section):"
    guard id.hasPrefix(prefix) else { return false }
    let words = id.utf8.dropFirst(prefix.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isLowerCaseOrDigit) }
  }

  private static func isSection(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy { isLowerCaseOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  private static func isLowerCaseOrDigit(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: false
    }
  }

  private static let forms = Requirement.Word.Form.allCases.map(\.rawValue).joined(separator: ", ")

  /// Takes a space and the word after it, which a space or a colon ends; a quotation is one word.
  private static func takeWord(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: " ") else { return nil }
    let word = bytes.dropFirst()
    var end = word.startIndex
    if word.first == UInt8(ascii: "\"") {
      guard let close = word.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
      end = close + 1
    } else {
      end = word.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") } ?? word.endIndex
    }
    guard end > word.startIndex else { return nil }
    bytes = bytes[end...]
    return String(decoding: word[..<end], as: UTF8.self)
  }

  /// Takes ` (name: value)` from the end of a text; the value may contain parentheses.
  private static func takeRemark(_ name: String, from text: inout String) -> String? {
    let opening = " (\(name): "
    guard text.utf8.last == UInt8(ascii: ")"), let start = text.firstRange(of: opening) else { return nil }
    let value = String(text[start.upperBound...].dropLast())
    text = String(text[..<start.lowerBound])
    return value
  }

  private static func takeCode(from text: inout String) -> Requirement.CodeRule? {
    if text.hasSuffix(" (code)") {
      text = String(text.dropLast(" (code)".count))
      return .own
    }
    return takeRemark("code", from: &text).map { .relaxed(by: $0) }
  }
}
