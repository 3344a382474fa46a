import FTPProtocol

/// What two parsers are given to read, and how their answers are compared: in lines of a protocol, because that is what the
/// other one speaks.
protocol Comparison: Sendable {
  /// Something that every such parser reads, to begin with.
  var plain: [UInt8] { get }

  /// Whether a line is an answer at all.
  func isAnswer(_ line: String) -> Bool

  /// Makes an input.
  mutating func make(_ random: inout SeededGenerator) -> [UInt8]

  /// What ours says of an input.
  mutating func ours(_ bytes: [UInt8]) -> String

  /// In what the answers differ; nil if they say the same.
  func difference(_ ours: String, _ theirs: String) -> ParserDifference.Kind?

  /// Words for what a difference is about. It is minimized for as long as there are no others, because one would become
  /// another on the way.
  mutating func features(_ bytes: [UInt8], _ theirs: String) -> [String]

  /// What else tells one sort of difference from another; one of each kind is reported.
  func oddities(_ bytes: [UInt8], _ theirs: String) -> [String]

  /// Inputs that are plainer in more than one byte, and may show the same.
  mutating func plainer(_ bytes: [UInt8]) -> [[UInt8]]

  /// The rule that a difference is about.
  mutating func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID
}

/// What parsers are compared in.
package enum ComparedParser: Hashable, Sendable {
  /// Parsers of replies.
  case replies
  /// Readers of the addresses in 227 and 229.
  case addresses
  /// Readers of the lines of LIST.
  case listings

  /// Begins a comparison; some of its inputs are those that are given.
  func comparison(seeds: [[UInt8]]) -> any Comparison {
    switch self {
    case .replies: ReplyComparison(seeds: seeds)
    case .addresses: AddressComparison()
    case .listings: ListingComparison()
    }
  }
}
