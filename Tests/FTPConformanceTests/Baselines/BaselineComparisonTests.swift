import Testing

@testable import FTPConformance

@Suite("A run is compared with a baseline")
struct BaselineComparisonTests {
  typealias Standing = BaselineComparison.Standing

  /// A case about a MUST with this verdict.
  private func report(_ verdict: CaseVerdict, _ index: Int = 0) -> CaseReport {
    var report = CaseReport(Self.cases[index], skipped: "")
    report.verdict = verdict
    return report
  }

  /// The standing of a case in a run with this comparison.
  private func standing(
    _ report: CaseReport, _ comparison: BaselineComparison?, at level: CaseLevel = .must,
    _ flaky: FlakyPolicy? = nil
  ) -> Standing? {
    var options = RunOptions()
    options.baseline = comparison
    options.level = level
    options.flaky = flaky
    return options.standing(of: report)
  }

  private static let cases = Array(
    CaseCatalogue.all.filter { $0.level == .must && $0.scope == .own }.prefix(4))
  private let today = CalendarDate(.init(seconds: 1_779_019_200))

  /// The verdict in the baseline (nil if it has none), the actual verdict, and the resulting standing.
  static let table: [(CaseVerdict?, CaseVerdict, Standing?)] = [
    (nil, .pass, nil), (nil, .unsupported, nil), (nil, .skipped, nil), (nil, .warn, nil),
    (nil, .fail, .unexpectedFailure), (nil, .broken, .unexpectedFailure), (nil, .flaky, nil),
    (nil, .error, .unexpectedFailure),
    (.fail, .fail, .known), (.fail, .flaky, .known), (.fail, .skipped, .untested),
    (.fail, .pass, .unexpectedPass), (.fail, .unsupported, .unexpectedPass), (.fail, .warn, .unexpectedPass),
    (.fail, .broken, .unexpectedFailure), (.fail, .error, .unexpectedFailure),
    (.broken, .broken, .known), (.broken, .fail, .unexpectedFailure), (.broken, .pass, .unexpectedPass),
    (.warn, .warn, .known), (.warn, .fail, .unexpectedFailure), (.warn, .pass, .unexpectedPass),
    (.error, .error, .known), (.error, .fail, .unexpectedFailure), (.error, .warn, .unexpectedPass),
    (.flaky, .pass, .known), (.flaky, .fail, .known), (.flaky, .flaky, .known), (.flaky, .skipped, .untested),
  ]

  @Test(arguments: table)
  func standings(listed: CaseVerdict?, verdict: CaseVerdict, expected: Standing?) {
    let baseline = Baseline(listed.map { [.init(Self.cases[0].id, $0)] } ?? [])
    let comparison = BaselineComparison(baseline, name: "x", on: today)
    #expect(standing(report(verdict), comparison) == expected)
  }

  /// How flaky cases count, the level of the run, and whether one that is not listed fails it, next to a baseline and
  /// without one.
  static let policies: [(FlakyPolicy?, CaseLevel, Bool, Bool)] = [
    (nil, .must, false, true), (nil, .should, true, true), (.fail, .must, true, true),
    (.warn, .must, false, false), (.warn, .should, true, true), (.ignore, .must, false, false),
    (.ignore, .may, false, false),
  ]

  @Test(arguments: policies)
  func flakyCasesCountAsTheUserWants(
    policy: FlakyPolicy?, level: CaseLevel, failsNextToIt: Bool, failsWithout: Bool
  ) {
    let comparison = BaselineComparison(Baseline(), name: "x", on: today)
    let report = report(.flaky)
    #expect(standing(report, comparison, at: level, policy) == (failsNextToIt ? .unexpectedFailure : nil))
    #expect(standing(report, nil, at: level, policy) == (failsWithout ? .unexpectedFailure : nil))
  }

  /// The traffic of other cases may not show this time what it shows now and then.
  @Test func aWarningAboutAllTrafficMayBeAbsent() throws {
    let watcher = try #require(CaseCatalogue.all.first { $0.scope == .everything })
    var report = CaseReport(watcher, skipped: "")
    report.verdict = .pass
    for (listed, expected) in [(CaseVerdict.warn, Standing.known), (.fail, .unexpectedPass)] {
      let comparison = BaselineComparison(Baseline([.init(watcher.id, listed)]), name: "x", on: today)
      #expect(standing(report, comparison) == expected)
      report.verdict = .fail
      #expect(standing(report, comparison) == (listed == .fail ? .known : .unexpectedFailure))
      report.verdict = .pass
    }
  }

  @Test func theLevelDecidesWhatFails() {
    let comparison = BaselineComparison(Baseline(), name: "x", on: today)
    #expect(standing(report(.warn), comparison) == nil)
    #expect(standing(report(.warn), comparison, at: .should) == .unexpectedFailure)
  }

  @Test(arguments: [("2026-05-17", false), ("2026-05-18", false), ("2026-05-16", true)])
  func aDayThatIsOverCountsForNothing(day: String, isOver: Bool) {
    let entry = Baseline.Entry(Self.cases[0].id, .fail, until: CalendarDate(day))
    let comparison = BaselineComparison(Baseline([entry]), name: "x", on: today)
    #expect(standing(report(.fail), comparison) == (isOver ? .unexpectedFailure : .known))
    #expect(standing(report(.pass), comparison) == (isOver ? nil : .unexpectedPass))
    #expect(comparison.expired == (isOver ? [entry] : []))
  }

  @Test func unknownCasesAndMissingReasonsAreReported() {
    let entries: [Baseline.Entry] = [
      .init("rfc0/1/nothing", .fail, reason: "gone"), .init(Self.cases[0].id, .warn),
    ]
    let comparison = BaselineComparison(Baseline(entries), name: "x", on: today)
    #expect(comparison.unknown == [entries[0]])
    #expect(comparison.unexplained == [entries[1]])
  }

  @Test func rewritingKeepsWhatPeopleWrote() throws {
    let ids = Self.cases.map(\.id)
    let day = CalendarDate(year: 2020, month: 2, day: 29)
    let before = Baseline(
      [
        .init(ids[0], .warn, until: day, reason: "because", comment: ["look"]),
        .init(ids[1], .fail, reason: "over"),
        .init(ids[2], .flaky, reason: "net"), .init("rfc0/1/nothing", .fail, reason: "gone"),
        .init(ids[3], .broken, reason: "not run"),
      ], comment: ["top"])
    var run = RunReport(
      TestedParty(TestedServer(host: "localhost", port: 21), knowing: ServerFacts()), RunOptions())
    run.cases = [report(.fail, 0), report(.pass, 1), report(.pass, 2), report(.skipped, 3)]
    let (after, dropped) = before.updated(by: run)
    #expect(
      after.entries == [
        .init(ids[0], .fail, until: day, reason: "because", comment: ["look"]),
        .init(ids[2], .flaky, reason: "net"), .init(ids[3], .broken, reason: "not run"),
      ])
    #expect(after.comment == ["top"])
    #expect(dropped.map(\.reason) == ["gone"])
    run.cases = [report(.error, 1)]
    #expect(after.updated(by: run).baseline.entries.last == .init(ids[1], .error))
  }

  @Test func mergingFillsInReasons() {
    let day = CalendarDate(year: 2027, month: 1, day: 1)
    let own = Baseline([.init("a/1/a", .fail), .init("a/1/b", .fail, reason: "own")])
    let other = Baseline([
      .init("a/1/a", .warn, until: day, reason: "other"), .init("a/1/b", .fail, reason: "other"),
      .init("a/1/c", .fail, reason: "new"),
    ])
    #expect(
      own.merged(with: other).entries == [
        .init("a/1/a", .fail, until: day, reason: "other"), .init("a/1/b", .fail, reason: "own"),
        .init("a/1/c", .fail, reason: "new"),
      ])
  }
}
