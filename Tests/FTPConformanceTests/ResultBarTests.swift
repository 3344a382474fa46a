import Testing

@testable import FTPConformance

@Suite("A bar shows everything that there is, and is always as wide as asked")
struct ResultBarTests {
  private static func bar(_ passes: Int, _ warnings: Int, _ failures: Int) -> ResultBar {
    ResultBar(name: "RFC 1", passes: passes, warnings: warnings, failures: failures)
  }

  @Test(arguments: [
    ((10, 0, 0), "[##########]"), ((0, 4, 0), "[!!!!!!!!!!]"), ((0, 0, 1), "[xxxxxxxxxx]"),
    ((5, 3, 2), "[#####!!!xx]"), ((998, 1, 1), "[########!x]"), ((1, 1, 998), "[#!xxxxxxxx]"),
    ((1, 998, 1), "[#!!!!!!!!x]"), ((0, 1, 998), "[!xxxxxxxxx]"), ((0, 998, 1), "[!!!!!!!!!x]"),
    ((0, 0, 0), "[]"),
  ])
  func columns(counts: (Int, Int, Int), text: String) {
    #expect(Self.bar(counts.0, counts.1, counts.2).text(columns: 10) == text)
  }

  @Test func nothingIsLeftOut() {
    for counts in 0..<216 {
      let (passes, warnings, failures) = (counts % 6, counts / 6 % 6, counts / 36)
      let bar = Self.bar(passes, warnings, failures)
      for width in [3, 4, 7, 40] where bar.tested > 0 {
        let columns = bar.columns(of: width)
        #expect(columns.passes + columns.warnings + columns.failures == width, "\(bar) in \(width)")
        #expect((columns.passes > 0) == (passes > 0), "\(bar) in \(width)")
        #expect((columns.warnings > 0) == (warnings > 0), "\(bar) in \(width)")
        #expect((columns.failures > 0) == (failures > 0), "\(bar) in \(width)")
      }
    }
  }

  @Test func theEmbeddedReportHasABarForEachOfferedRFC() {
    let bars = ReportFixture.report.bars
    #expect(!bars.isEmpty && bars.allSatisfy { $0.tested > 0 })
    #expect(
      bars.map(\.tested).reduce(0, +)
        == ReportFixture.report.texts.filter(\.isOffered).flatMap(\.cases)
        .count { ReportFixture.report.tally(of: $0).isTested })
  }
}
