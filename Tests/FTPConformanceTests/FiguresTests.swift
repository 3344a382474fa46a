import FTPText
import Testing

@testable import FTPConformance

@Suite("All forms of a report count the same")
struct FiguresTests {
  private static let program = "ftpraw 0.0.0"
  private static let reports = [ReportFixture.report, ReportFixture.baselined, ReportFixture.unusable]

  private static func text(_ form: ReportForm, _ report: RunReport) -> String {
    String(decoding: report.bytes(as: form, program: program), as: UTF8.self)
  }

  @Test(arguments: ReportForm.allCases, reports.indices)
  func eachFormHasTheSameWords(form: ReportForm, index: Int) {
    let report = Self.reports[index]
    guard form != .json, report.problem == nil else { return }
    let text = Self.text(form, report)
    #expect(text.lowercased().contains(report.figures.words))
    if form != .markdown { #expect(text.contains(report.verdictWords)) }
  }

  @Test(arguments: reports.indices)
  func everyCaseIsCountedOnce(index: Int) throws {
    let report = Self.reports[index]
    let figures = report.figures
    let problems = report.cases.count(where: \.verdict.isProblem)
    let betterProblems = report.cases(.unexpectedPass).count(where: \.verdict.isProblem)
    #expect(figures.failing + figures.warnings + figures.known + betterProblems == problems)
    let json = try JSONText(parsing: report.bytes(as: .json, program: Self.program))
    func number(_ member: String, _ name: String) -> Int? { json[member]?[name]?.wholeNumber.map { Int($0) } }
    #expect(json["totals"]?.members?.compactMap { $0.value.wholeNumber }.reduce(0, +) == Int64(figures.cases))
    #expect(number("totals", "not_offered") == figures.notOffered)
    #expect(number("totals", "skipped") == figures.skipped)
    #expect(number("counts", "not_offered") == figures.notOffered)
    #expect(number("counts", "skipped") == figures.skipped)
    #expect(number("counts", "findings") == figures.findings)
    #expect(number("counts", "failing") == figures.failing)
    #expect(number("counts", "warnings") == figures.warnings)
    #expect(number("counts", "known") == figures.known)
    #expect(number("counts", "cases") == figures.cases)
    #expect(try RunReport(json: report.bytes(as: .json, program: Self.program)).cases.count == figures.cases)
  }

  static let words: [(RunReport.Figures, String)] = [
    (.init(cases: 9), "nothing wrong"), (.init(cases: 9, warnings: 1), "nothing wrong, and 1 warning"),
    (.init(cases: 9, known: 2, isCompared: true), "nothing new"),
    (.init(cases: 9, findings: 1, failing: 1), "1 finding in 1 case"),
    (
      .init(cases: 9, findings: 2, failing: 3, warnings: 2, isCompared: true),
      "2 new findings in 3 cases, and 2 warnings"
    ),
    (.init(cases: 9, warnings: 1, better: 2, isCompared: true), "2 unexpected passes, and 1 warning"),
  ]

  @Test(arguments: words)
  func inWords(figures: RunReport.Figures, words: String) { #expect(figures.words == words) }

  /// A report of version 1 calls what is not offered unsupported.
  @Test func oldReportsAreRead() throws {
    let new = Self.text(.json, ReportFixture.report)
    let old = new.replacing("\"not-offered\"", with: "\"unsupported\"").replacing(
      "\"version\": 3", with: "\"version\": 1")
    #expect(old != new && old.contains("\"version\": 1"))
    let report = try RunReport(json: Array(old.utf8))
    #expect(report.figures == ReportFixture.report.figures)
    #expect(report.cases.map(\.verdict) == ReportFixture.report.cases.map(\.verdict))
    let column = try MatrixColumn(name: "old", report: Array(old.utf8))
    #expect(
      column.results.count { $0.tally == .notOffered } == ReportFixture.report.figures.notOffered)
    for version in ["0", "4", "\"1\""] {
      let odd = new.replacing("\"version\": 3", with: "\"version\": \(version)")
      #expect(throws: ReportError.self) { try RunReport(json: Array(odd.utf8)) }
    }
  }
}
