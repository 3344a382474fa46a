import FTPProtocol
import FTPRequirements

/// Names requirements: an RFC, a section, a requirement, a pattern, or a case.
///
/// | selector | selects |
/// |---|---|
/// | `rfc3659`, `959`, `draft-mfxx` | every requirement of this document |
/// | `rfc959/4.1`, `959:4.1` | the section and those inside it: 4.1, 4.1.1 and so on |
/// | `959:4.2:reply-line` | one requirement |
/// | `*pasv*` | a pattern over ids: `*` for any characters, `?` for one |
/// | `rfc959/4.2/reply-line` | the requirements that this case cites |
package struct LedgerSelector: Hashable, Sendable {
  /// The selector as written.
  package let text: String

  /// Takes a selector as written; any text is a selector, though it may match nothing.
  package init(_ text: String) { self.text = text }

  package func matches(_ entry: LedgerEntry) -> Bool {
    let requirement = entry.requirement
    if text.utf8.contains(UInt8(ascii: "*")) || text.utf8.contains(UInt8(ascii: "?")) {
      return Glob(Array(text.utf8)).matches(Array(requirement.id.utf8))
    }
    let wanted = text.hasSuffix("/") || text.hasSuffix(":") ? String(text.dropLast()) : text
    if wanted == requirement.id || wanted == requirement.document || wanted == requirement.rfc { return true }
    return isWithin("\(requirement.document)/\(requirement.section)", wanted)
      || isWithin("\(requirement.rfc):\(requirement.section)", wanted)
      || entry.cases.contains { $0.rawValue == wanted }
  }

  private func isWithin(_ section: String, _ wanted: String) -> Bool {
    section == wanted || section.hasPrefix(wanted + ".")
  }
}
