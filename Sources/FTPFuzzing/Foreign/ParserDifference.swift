/// How another parser reads an input differently from ours.
package enum ParserDifference: String, CampaignOracle {
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

  package var claim: String { "both parsers read the same" }
  package var mostKinds: Int { 64 }

  /// Hangs get few tries, because each takes its time.
  package var mostShortenings: Int { self == .hang ? 8 : self == .crash ? 200 : .max }
}
