/// How cases are counted for people: by verdict, but what a party does not offer under one name, whether it refused it
/// or its list of features has it not.
package enum Tally: String, Hashable, Sendable, CaseIterable {
  case pass, warn, fail, broken, flaky, error
  /// The party does not have what the case is about, and does not say that it had.
  case notOffered = "not offered"
  /// Something else that the case needs is missing.
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

  /// Whether the case was tried, and the party has what it is about.
  var isTested: Bool { self == .pass || isProblem }

  /// One word for the class of an element.
  var className: String { self == .notOffered ? "unoffered" : rawValue }

  /// One character that stands for it in a cell.
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
  /// What a case counts as.
  package func tally(of report: CaseReport) -> Tally {
    let isOffered = !report.entry.needs.contains { need in
      need.isOffer && needs.contains { $0.need == need && $0.reason != nil }
    }
    return Tally(report.verdict, isOffered: isOffered)
  }

  /// How many cases count as what, in the order of ``Tally``; without what does not occur.
  func tallies(of cases: [CaseReport]) -> [(tally: Tally, count: Int)] {
    var counts: [Tally: Int] = [:]
    for report in cases { counts[tally(of: report), default: 0] += 1 }
    return Tally.allCases.compactMap { tally in counts[tally].map { (tally, $0) } }
  }

  /// What cases come to, in words: `40 pass, 2 fail, 3 not offered`.
  func words(of cases: [CaseReport]) -> String {
    tallies(of: cases).map { "\($0.count) \($0.tally.rawValue)" }.joined(separator: ", ")
  }

  /// What all cases come to, in words: `40 pass, 2 fail, 3 not offered`.
  public var verdictWords: String { words(of: cases) }
}
