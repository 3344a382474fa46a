import FTPProtocol

/// What the files of findings have in common.
enum FindingName {
  /// The name of a file: letters, digits, hyphens.
  static func file(_ oracle: String, _ rule: String, _ ending: String) -> String {
    let rule = rule.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(rule).split(separator: "-").joined(separator: "-").lowercased()
    return oracle + (words.isEmpty ? "" : "-\(words)") + ".\(ending)"
  }

  /// A line of a comment in printable ASCII.
  static func comment(_ line: String) -> String {
    Escaping.ascii(line.utf8, limit: 2_000).replacing("\\\\", with: "\\")
  }
}
