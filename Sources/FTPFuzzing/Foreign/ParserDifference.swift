import FTPProtocol

/// An input that another parser reads differently from ours.
package struct ParserDifference: Sendable {
  /// How they differ.
  package enum Kind: String, CaseIterable, Sendable {
    /// The process ends.
    case crash
    /// There is no answer in time.
    case hang
    /// The other parser reads something that ours rejects.
    case stricter = "ours is stricter"
    /// The other parser gives up or waits for more, and ours reads something.
    case laxer = "ours is laxer"
    /// Both read something, but not the same.
    case different = "read differently"
  }

  /// How they differ.
  package let kind: Kind
  /// The smallest input that shows it.
  package let bytes: [UInt8]
  /// The answer of our parser, in the words of the protocol.
  package let ours: String
  /// The answer of the other parser; empty for a crash or a hang.
  package let theirs: String
  /// The rule that the input is about: the one that it breaks, or the one that says how to read it.
  package let requirement: RequirementID
  /// The run that found it; nil if the input was given.
  package let run: UInt64?
}
