/// What was tried after a finding, to show it with as little as possible; it changes no verdict.
package struct CaseEvidence: Hashable, Sendable {
  /// The smallest conversation that shows the finding; nil if the case's own is not worth another word.
  package var smallest: SmallestConversation?
  /// The nearest conversation that the server answers otherwise.
  package var contrast: ConversationContrast?

  /// Makes evidence; nil if there is none.
  init?(smallest: SmallestConversation?, contrast: ConversationContrast?) {
    guard smallest != nil || contrast != nil else { return nil }
    self.smallest = smallest
    self.contrast = contrast
  }
}

/// The fewest steps of a case that still show what it found, and that a conforming server answers as it must.
package struct SmallestConversation: Hashable, Sendable, Codable {
  /// The commands after the login, without passwords.
  package let commands: [String]
  /// How many commands of the case are left out.
  package let omitted: Int
  /// The conversation as in an excerpt; empty if nothing is left out.
  package let lines: [String]
  /// The command line that sends the commands; nil if one line cannot.
  package let send: String?
}

/// A conversation next to one that differs from it in one thing.
package struct ConversationContrast: Hashable, Sendable, Codable {
  /// Commands, and what came of the last of them.
  package struct Side: Hashable, Sendable, Codable {
    /// The commands after the login.
    package let commands: [String]
    package let received: String
  }

  /// What differs: `without REST 5`.
  package let difference: String
  /// The conversation that shows the finding.
  package let wrong: Side
  package let other: Side
  /// Whether the server answers the other one in the same way, so that the difference is not the cause.
  package let isSame: Bool

  private enum CodingKeys: String, CodingKey {
    case difference, wrong, other
    case isSame = "same"
  }
}
