@testable import FTPConformance

/// What an editor would object to in the words of a finding.
enum FindingWords {
  /// The objections to a finding, as phrases; empty if there are none.
  static func objections(to finding: Finding) -> [String] {
    objections(toExpected: finding.expected)
      + (finding.received.allSatisfy(\.isWhitespace) ? ["it does not say what was received"] : [])
      + (holdsPlaceholder(finding.received) ? ["a placeholder in '\(finding.received)'"] : [])
  }

  /// The objections to what was expected.
  static func objections(toExpected text: String) -> [String] {
    let bare = withoutQuotations(text)
    var objections: [String] = []
    if text.allSatisfy(\.isWhitespace) { objections.append("it does not say what was expected") }
    if holdsPlaceholder(text) { objections.append("a placeholder") }
    if bare.contains(#/(^| )(no|a|an|the|without a|without an) (an?|the|no) /#) {
      objections.append("two articles")
    }
    if bare.contains(#/(^| )a (?!one)[aeio][a-z]/#) || bare.contains(#/(^| )an [bcdfgjkpqtvwxyz][a-z]/#) {
      objections.append("the wrong article")
    }
    for vague in [
      "what the rule", "the required content", "as required", "what is required", "something else",
    ]
    where bare.contains(vague) {
      objections.append("'\(vague)' says nothing")
    }
    if text.hasPrefix("expected") || text.hasPrefix("received") { objections.append("a word of the report") }
    // A reply, and the parent directory, end as they do.
    if bare.hasSuffix("."), !bare.hasSuffix(".."), !bare.contains(#/^[1-5][0-9]{2} /#) {
      objections.append("a full stop")
    }
    if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      objections.append("blanks around it")
    }
    return objections.map { "\($0): expected '\(text)'" }
  }

  private static func holdsPlaceholder(_ text: String) -> Bool {
    withoutQuotations(text, onlyDouble: true).contains(#/\{[a-z_-]+\}|\\\(|Optional\(|\bnil\b/#)
  }

  /// The text without what it quotes, which is a peer's, or a name.
  private static func withoutQuotations(_ text: String, onlyDouble: Bool = false) -> String {
    let text = text.replacing(#/"[^"]*"/#, with: "''")
    return onlyDouble ? text : text.replacing(#/'[^']*'/#, with: "''")
  }
}
