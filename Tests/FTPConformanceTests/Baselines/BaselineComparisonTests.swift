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

  private static let cases = Array(CaseCatalogue.all.filter { $0.level == .must }.prefix(4))
  private let today = CalendarDate(.init(seconds: 1_779_019_200))

  /// The verdict in the baseline (nil if it has none), the actual verdict, and the resulting standing.
  static let table: [(CaseVerdict?, CaseVerdict, Standing?)] = [
    (nil, .pass, nil), (nil, .unsupported, nil), (nil, .skipped, nil), (nil, .warn, nil),
    (nil, .fail, .unexpectedFailure), (nil, .broken, .unexpectedFailure), (nil, .flaky, .unexpectedFailure),
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
    #expect(comparison.standing(of: report(verdict), at: .must) == expected)
  }

  @Test func theLevelDecidesWhatFails() {
    let comparison = BaselineComparison(Baseline(), name: "x", on: today)
    #expect(comparison.standing(of: report(.warn), at: .must) == nil)
    #expect(comparison.standing(of: report(.warn), at: .should) == .unexpectedFailure)
  }

  @Test(arguments: [("2026-05-17", false), ("2026-05-18", false), ("2026-05-16", true)])
  func aDayThatIsOverCountsForNothing(day: String, isOver: Bool) {
    let entry = Baseline.Entry(Self.cases[0].id, .fail, until: CalendarDate(day))
    let comparison = BaselineComparison(Baseline([entry]), name: "x", on: today)
    #expect(comparison.standing(of: report(.fail), at: .must) == (isOver ? .unexpectedFailure : .known))
    #expect(comparison.standing(of: report(.pass), at: .must) == (isOver ? nil : .unexpectedPass))
    #expect(comparison.expired == (isOver ? [entry] : []))
  }

  @Test func unknownCasesAndMissingReasonsAreTold() {
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
