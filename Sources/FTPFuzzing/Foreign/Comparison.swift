import FTPProtocol

/// What two parsers read and how their answers are compared.
///
/// The answers are lines of a protocol, which the other parser can write too.
protocol Comparison: Sendable {
  /// An input that every such parser can read, to begin with.
  var plain: [UInt8] { get }

  func isAnswer(_ line: String) -> Bool

  /// Makes an input.
  func make(_ random: inout SeededGenerator) -> [UInt8]

  /// The answer of our parser.
  func ours(_ bytes: [UInt8]) -> String

  /// How the answers differ; nil if they agree.
  func difference(_ ours: String, _ theirs: String) -> ParserDifference?

  /// What a difference is about, as words. Minimizing must add no words, or one difference could turn into another.
  func features(_ bytes: [UInt8], _ theirs: String) -> [String]

  /// What else distinguishes one sort of difference from another. One difference of each sort is reported.
  func oddities(_ bytes: [UInt8], _ theirs: String) -> [String]

  /// The rule that a difference is about.
  func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID
}

extension Comparison {
  func oddities(_ bytes: [UInt8], _ theirs: String) -> [String] { [] }
}

/// The kinds of parsers that can be compared.
package enum ComparedParser: Hashable, Sendable {
  case replies
  /// Readers of the addresses in 227 and 229.
  case addresses
  /// Readers of the lines of LIST.
  case listings

  /// Begins a comparison; some of its inputs are made from `seeds`.
  func comparison(seeds: [[UInt8]]) -> any Comparison {
    switch self {
    case .replies: ReplyComparison(seeds: seeds)
    case .addresses: AddressComparison()
    case .listings: ListingComparison()
    }
  }
}
