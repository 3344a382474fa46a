import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("Attempts that others disturbed do not count once the case was tried alone")
struct DecidingTests {
  /// An attempt in a few letters: its verdict, and `s` for stalled, `l` for slow without that, `z` for a pause, `c` for a close,
  /// `!` for alone.
  private static func attempt(_ text: Substring) -> CaseAttempt {
    let verdicts: [Character: CaseVerdict] = [
      "p": .pass, "w": .warn, "f": .fail, "e": .error, "u": .unsupported, "k": .skipped, "b": .broken,
    ]
    let verdict = text.first.flatMap { verdicts[$0] } ?? .pass
    let finding = Finding("959:4.2:every-command-answered", expected: "a reply", received: "none")
    var attempt = CaseAttempt(
      verdict: verdict, reason: verdict == .error ? "before the first step: no greeting" : nil,
      findings: [.fail, .warn, .broken].contains(verdict) ? [finding] : [],
      conversations: [], ending: text.contains("c") ? .reset : .none,
      duration: text.contains("l") ? .seconds(3) : text.contains("s") ? .seconds(4) : .zero)
    attempt.isStalled = text.contains("s")
    attempt.reliesOnPause = text.contains("z")
    attempt.isAlone = text.contains("!")
    if text.contains("s") { attempt.beside = ["test/1/other"] }
    return attempt
  }

  private static func report(_ text: String) -> CaseReport {
    CaseReport(
      ConformanceCase("test/1/case", "It does.", of: .server, ["959:4.2:every-command-answered"]),
      text.split(separator: " ").map(attempt))
  }

  static let rows: [(attempts: String, verdict: CaseVerdict, isDisturbed: Bool)] = [
    ("p", .pass, false), ("f f f", .fail, false), ("f p p", .flaky, false), ("e e e", .error, false),
    // Nobody has tried it alone.
    ("fs", .fail, false), ("e", .error, false), ("pz", .pass, false),
    // What was received beside others counts.
    ("f p! p!", .flaky, false), ("w p! p!", .flaky, false), ("f f! f!", .fail, false),
    // A case that is as slow alone was not stalled by others.
    ("fs pl! pl!", .flaky, false), ("fs pl! p!", .pass, true),
    // What did not come beside others, or could not begin, does not.
    ("fs p! p!", .pass, true), ("e p! p!", .pass, true), ("bs p! p!", .pass, true),
    ("ws u! u!", .unsupported, true),
    ("fs f! f!", .fail, false), ("fs fs!", .fail, false), ("fs p! f!", .flaky, false),
    ("e f! f!", .fail, false),
    ("e e! p!", .pass, true), ("e e! e!", .error, false), ("fs e! e!", .fail, false),
    ("fs e! p!", .pass, true),
    // What could not be prepared says nothing against those that could.
    ("f f k", .fail, false), ("f k f", .fail, false), ("f k k", .flaky, false), ("k k k", .skipped, false),
    // A pass for which there may have been no pause does not count either.
    ("pz p!", .pass, false), ("pz f! f!", .fail, false), ("pz f! p!", .flaky, false),
    ("pz fz! fz!", .fail, false),
    // Nor does one that was cut off beside others, if none was that ran alone.
    ("fc p! p!", .pass, true), ("fc pc! p!", .flaky, false), ("fc fc", .fail, false),
  ]

  @Test(arguments: rows)
  func theRightAttemptsDecide(attempts: String, verdict: CaseVerdict, isDisturbed: Bool) {
    let report = Self.report(attempts)
    #expect(report.verdict == verdict)
    #expect((report.disturbedAttempt != nil) == isDisturbed)
    #expect((report.reason?.contains("repeated alone, because beside other cases: ") == true) == isDisturbed)
    #expect(report.verdict.isProblem == !report.findings.isEmpty || report.verdict == .error)
    #expect(report.tellingAttempt?.verdict.isProblem == verdict.isProblem)
    #expect((report.otherAttempt != nil) == (verdict == .flaky))
  }

  @Test(arguments: [("e", true), ("e!", true), ("fs", true), ("fs!", false), ("f", false), ("ps", false)])
  func anAttemptSaysNothing(letters: String, saysNothing: Bool) {
    #expect(Self.attempt(letters[...]).saysNothing == saysNothing)
  }

  /// The reason of an attempt, what its findings expected, and what stood in the way.
  @Test(
    arguments: [
      (nil, [], nil), ("no TLS", [], "no TLS"), ("no TLS", ["a reply"], "no TLS"),
      (nil, ["a reply"], "expected a reply, received no a reply"),
      (nil, ["220", "a reply"], "expected 220, received no 220"),
    ] as [(String?, [String], String?)])
  func whatStoodInTheWay(reason: String?, expected: [String], obstacle: String?) {
    let findings = expected.map { Finding("959:4.2:reply-line", expected: $0, received: "no \($0)") }
    let attempt = CaseAttempt(
      verdict: .error, reason: reason, findings: findings, conversations: [], ending: .none, duration: .zero)
    #expect(attempt.obstacle == obstacle)
  }

  @Test(arguments: rows)
  func aReportThatIsReadBackSaysTheSame(attempts: String, verdict: CaseVerdict, isDisturbed: Bool) throws {
    var report = RunReport(
      TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts()), RunOptions())
    report.cases = [Self.report(attempts)]
    let copy = try RunReport(json: report.bytes(as: .json, program: "ftpraw 0.0.0"))
    let merged = try RunReport(merging: [copy, copy])
    let (read, written) = (copy.cases.first?.attempts ?? [], report.cases[0].attempts)
    #expect(read.map(\.isAlone) == written.map(\.isAlone))
    #expect(read.map(\.isStalled) == written.map(\.isStalled))
    #expect(read.map(\.reliesOnPause) == written.map(\.reliesOnPause))
    #expect(read.map(\.beside) == written.map(\.beside))
    #expect(copy.cases.first?.reason == report.cases[0].reason)
    #expect(merged.cases.map(\.verdict) == [verdict])
  }
}
