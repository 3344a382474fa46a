/// Reads one Markdown file of the catalogue.
///
/// ```text
/// file        = title-line *prose *section
/// section     = "## " section-number " " section-title LF *(requirement / blank)
/// requirement = "- `" id "` " level " " side ": " text [" (waived: " reason ")"] LF
/// ```
struct CatalogueParser {
  private(set) var requirements: [Requirement] = []
  private(set) var problems: [CatalogueProblem] = []
  /// Where each id stands in ``requirements``.
  private(set) var places: [String: Int] = [:]

  private let rfc: String
  private let file: String
  private var section: String?
  private var line = 0

  /// A parser for the file called `file`, whose ids all begin with `rfc`.
  init(rfc: String, file: String) {
    self.rfc = rfc
    self.file = file
  }

  /// Takes the whole file; whatever a line holds, the next one is read afresh.
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
      if !bytes.starts(with: "# ".utf8) { report("the first line has to be the title: `# RFC …`") }
    } else if bytes.starts(with: "## ".utf8) {
      takeHeading(String(decoding: bytes.dropFirst(3), as: UTF8.self))
    } else if bytes.starts(with: "- `".utf8) {
      takeRequirement(bytes.dropFirst(3))
    } else if section != nil || bytes.first == UInt8(ascii: "-") {
      report("neither a section heading nor a requirement")
    }
  }

  private mutating func takeHeading(_ heading: String) {
    guard let space = heading.firstIndex(of: " "), Self.isSection(heading[..<space].utf8) else {
      return report("a heading is a section number and a title: `## 4.2 Replies`")
    }
    section = String(heading[..<space])
  }

  private mutating func takeRequirement(_ bytes: ArraySlice<UInt8>) {
    guard let section else { return report("a requirement before the first section heading") }
    guard let idEnd = bytes.firstIndex(of: UInt8(ascii: "`")),
      let colon = bytes[idEnd...].firstIndex(of: UInt8(ascii: ":"))
    else { return report("a requirement reads: - `id` LEVEL side: text") }

    let id = String(decoding: bytes[..<idEnd], as: UTF8.self)
    let words = bytes[idEnd...].dropFirst().prefix(upTo: colon)
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[0].isEmpty else {
      return report("between the id and the colon stand a level and a side")
    }
    guard let level = Requirement.Level(rawValue: words[1]) else {
      return report("no such level: \(words[1])")
    }
    guard let side = Requirement.Side(rawValue: words[2]) else {
      return report("no such side: \(words[2])")
    }
    let remainder = bytes[colon...].dropFirst()
    guard remainder.first == UInt8(ascii: " "), remainder.count > 1 else {
      return report("the text follows the colon and one space")
    }
    guard Self.isID(id, rfc: rfc, section: section) else {
      return report("the id is not \(rfc):\(section): and lower-case words joined by hyphens: \(id)")
    }
    guard places[id] == nil else { return report("the id is used twice: \(id)") }
    places[id] = requirements.count
    let (text, waiver) = Self.splitWaiver(remainder.dropFirst())
    requirements.append(
      Requirement(
        id: id, rfc: rfc, section: section, level: level, side: side, text: text, waiver: waiver))
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

  /// Parts the text of a line from the waiver that may close it.
  private static func splitWaiver(_ bytes: ArraySlice<UInt8>) -> (text: String, waiver: String?) {
    let text = String(decoding: bytes, as: UTF8.self)
    let opening = " (waived: "
    guard bytes.last == UInt8(ascii: ")") else { return (text, nil) }
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: UInt8(ascii: " ")) {
      if bytes[found...].starts(with: opening.utf8) {
        let reason = bytes[found...].dropFirst(opening.utf8.count).dropLast()
        return (
          String(decoding: bytes[..<found], as: UTF8.self), String(decoding: reason, as: UTF8.self)
        )
      }
      start = found + 1
    }
    return (text, nil)
  }
}
