/// The runs of a campaign.
package struct CampaignBounds: Sendable {
  /// The number that determines all cases.
  package var seed: UInt64
  /// The number of the first run.
  package var firstRun: UInt64 = 0
  /// The most runs; nil for no bound.
  package var runs: UInt64?
  /// The longest duration; nil for no bound.
  package var time: Duration?

  package init(seed: UInt64) { self.seed = seed }

  /// The number after that of the last run.
  var end: UInt64 {
    let (end, overflow) = firstRun.addingReportingOverflow(runs ?? .max)
    return overflow ? .max : end
  }
}

extension Duration {
  /// How many there were in a second, if this was their time.
  func rate(of count: UInt64) -> Double { self > .zero ? Double(count) / (self / .seconds(1)) : 0 }
}
