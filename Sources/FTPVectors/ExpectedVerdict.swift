import FTPProtocol

/// A verdict that the judge must give: the row `!!`.
package struct ExpectedVerdict: Hashable, Sendable {
  /// The requirement that is not met.
  package var requirement: RequirementID
  /// The party that errs.
  package var party: Verdict.Party
  /// The judge's words, `expected … ; received …`; nil if any are accepted.
  package var words: String?

  package init(_ requirement: RequirementID, by party: Verdict.Party = .server, words: String? = nil) {
    self.requirement = requirement
    self.party = party
    self.words = words
  }

  /// Makes an expectation from the judge's verdict, with or without its words.
  package init(_ verdict: Verdict, withWords: Bool = false) {
    self.init(
      verdict.requirement, by: verdict.party,
      words: withWords ? "expected \(verdict.expected); received \(verdict.received)" : nil)
  }

  package func accepts(_ verdict: Verdict) -> Bool {
    guard verdict.requirement == requirement, verdict.party == party else { return false }
    return words.map { verdict.description == "\(requirement) \(party): \($0)" } ?? true
  }
}

extension ExpectedVerdict: CustomStringConvertible {
  /// The row after `!! `.
  ///
  /// The server is not named, unless words follow.
  package var description: String {
    if let words { return "\(requirement) \(party): \(words)" }
    return party == .server ? requirement.rawValue : "\(requirement) \(party)"
  }
}
