import FTPRequirements

/// A piece of text that names a requirement: `<rfc>:<section>:<words>`.
///
/// An id that is built at run time, such as `"959:5.4:\(verb)-codes"`, shows only its beginning, which must be the
/// beginning of at least one id.
struct Citation {
  let text: String
  let line: Int

  /// The citations in a source file, in code and in comments.
  static func all(in source: String) -> [Citation] {
    var citations: [Citation] = []
    let lines = Array(source.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(0x3A) {
      for token in line.split(whereSeparator: { !isPart($0) }) where token.count(where: { $0 == 0x3A }) == 2 {
        guard let text = text(of: String(decoding: token, as: UTF8.self)[...]) else { continue }
        citations.append(Citation(text: text, line: index + 1))
      }
    }
    return citations
  }

  /// Whether the catalogue has the id or, for a beginning, ids that begin with it.
  var resolves: Bool {
    text.hasSuffix(":")
      ? !RequirementCatalogue.matching(prefix: text).isEmpty
      : RequirementCatalogue.requirement(id: text) != nil
  }

  /// Letters, digits, `:`, `.` and `-`.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x3A, 0x2E, 0x2D: true
    default: false
    }
  }

  /// The id in a token, or `nil` when it is something else: a time of day, an address, a Swift name.
  private static func text(of token: Substring) -> String? {
    let trimmed = token.last == "." ? token.dropLast() : token
    if let match = trimmed.wholeMatch(of: /([0-9]{3,4}):([A-Za-z0-9.-]+):([a-z0-9-]*)/) {
      let (rfc, words) = (match.output.1, match.output.3)
      let isCitation =
        words.isEmpty
        ? !RequirementCatalogue.matching(prefix: "\(rfc):").isEmpty
        : words.contains { ("g"..."z").contains($0) }
      return isCitation ? String(trimmed) : nil
    }
    guard let match = trimmed.wholeMatch(of: /([a-z][a-z0-9]*):([0-9][0-9.]*):([a-z0-9-]*)/) else {
      return nil
    }
    return match.output.3.contains { $0.isLetter } ? String(trimmed) : nil
  }
}
