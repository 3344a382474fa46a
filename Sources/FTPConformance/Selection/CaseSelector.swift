import FTPProtocol

/// Names cases: an RFC or draft, a section, a case, a pattern, a tag or a requirement.
///
/// | written | means |
/// |---|---|
/// | `rfc3659` | every case about this RFC |
/// | `rfc959/4.1` | the section and those inside it: 4.1, 4.1.1 and so on |
/// | `rfc959/4.2/reply-line` | one case |
/// | `*pasv*`, `rfc959/5.4/*-codes` | a pattern over ids: `*` for any characters, `?` for one |
/// | `tag:security` | the cases with this tag |
/// | `959:4.2:reply-line` | the cases that cite this requirement |
public struct CaseSelector: Hashable, Sendable {
  /// The selector as written.
  public let text: String

  /// Takes a selector as written; any text is a selector, though it may match nothing.
  public init(_ text: String) { self.text = text }

  /// Whether a case is selected.
  public func matches(_ entry: ConformanceCase) -> Bool {
    if text.hasPrefix("tag:") { return entry.tags.contains(String(text.dropFirst(4))) }
    let id = entry.id.rawValue
    if text.utf8.contains(UInt8(ascii: "*")) || text.utf8.contains(UInt8(ascii: "?")) {
      return Glob(Array(text.utf8)).matches(Array(id.utf8))
    }
    if text.utf8.contains(UInt8(ascii: ":")) {
      return entry.requirements.contains(RequirementID(rawValue: text))
    }
    let wanted = text.hasSuffix("/") ? String(text.dropLast()) : text
    let section = "\(entry.id.document)/\(entry.id.section)"
    return id == wanted || entry.id.document == wanted || section == wanted || section.hasPrefix(wanted + ".")
  }
}
