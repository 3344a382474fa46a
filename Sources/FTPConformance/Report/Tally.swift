/// How cases are counted for readers: by verdict, but with one name for everything that a party does not offer, whether
/// it refused it or does not list it as a feature.
package enum Tally: String, Hashable, Sendable, CaseIterable {
  case pass, warn, fail, broken, flaky, error
  /// The party does not have the subject of the case, and does not claim to.
  case notOffered = "not offered"
  /// Something else that the case needs is missing, or the case was not run.
  case skipped

  init(_ verdict: CaseVerdict, isOffered: Bool = true) {
    switch verdict {
    case .pass: self = .pass
    case .warn: self = .warn
    case .fail: self = .fail
    case .broken: self = .broken
    case .flaky: self = .flaky
    case .error: self = .error
    case .unsupported: self = .notOffered
    case .skipped: self = isOffered ? .skipped : .notOffered
    }
  }

  /// Whether something is wrong, with the party under test or with the test.
  var isProblem: Bool {
    switch self {
    case .pass, .notOffered, .skipped: false
    case .warn, .fail, .broken, .flaky, .error: true
    }
  }

  /// Whether the case was tried, and the party offers its subject.
  var isTested: Bool { self == .pass || isProblem }

  /// One word for the class of an element.
  var className: String { self == .notOffered ? "unoffered" : rawValue }

  /// The character for a cell of the matrix.
  var sign: String {
    switch self {
    case .pass: "\u{2713}"
    case .warn: "!"
    case .fail: "\u{2717}"
    case .notOffered: "\u{2013}"
    case .skipped: "\u{B7}"
    case .broken: "B"
    case .flaky: "~"
    case .error: "E"
    }
  }
}

extension RunReport {
  package func tally(of report: CaseReport) -> Tally {
    let isOffered = !report.entry.needs.contains { need in
      need.isOffer && needs.contains { $0.need == need && $0.reason != nil }
    }
    return Tally(report.verdict, isOffered: isOffered)
  }

  /// The number of cases of each tally, in the order of ``Tally``, without those that do not occur.
  func tallies(of cases: [CaseReport]) -> [(tally: Tally, count: Int)] {
    var counts: [Tally: Int] = [:]
    for report in cases { counts[tally(of: report), default: 0] += 1 }
    return Tally.allCases.compactMap { tally in counts[tally].map { (tally, $0) } }
  }

  /// The totals of cases, in words: `40 pass, 2 fail, 3 not offered`.
  func words(of cases: [CaseReport]) -> String {
    tallies(of: cases).map { "\($0.count) \($0.tally.rawValue)" }.joined(separator: ", ")
  }

  /// The totals of all cases, in words: `40 pass, 2 fail, 3 not offered`.
  public var verdictWords: String { words(of: cases) }
}
