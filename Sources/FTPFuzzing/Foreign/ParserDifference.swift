import FTPProtocol

/// An input that another parser reads in another way than ours.
package struct ParserDifference: Sendable {
  /// In what they differ.
  package enum Kind: String, CaseIterable, Sendable {
    /// The process ends.
    case crash
    /// There is no answer in time.
    case hang
    /// The other reads what ours does not.
    case stricter
    /// The other gives up, or waits for more, where ours reads something.
    case laxer
    /// Both read something, and not the same.
    case different

    /// The kind as a phrase.
    package var name: String {
      switch self {
      case .crash: "crash"
      case .hang: "hang"
      case .stricter: "ours is stricter"
      case .laxer: "ours is laxer"
      case .different: "read differently"
      }
    }
  }

  /// In what they differ.
  package let kind: Kind
  /// The smallest input that shows it.
  package let bytes: [UInt8]
  /// What ours says of it, in the words of the protocol.
  package let ours: String
  /// What the other says of it; nothing for a crash or a hang.
  package let theirs: String
  /// The rule that the input is about: what it breaks, or what tells how it is read.
  package let requirement: RequirementID
  /// The run that found it; nil if the input was given.
  package let run: UInt64?
}
