import FTPText

extension RunReport {
  /// The report for build servers, valid against the schema of Jenkins.
  ///
  /// The checks of the party before the first case and after the last are a separate suite, which has the date and says
  /// what the party is; each RFC is another. A case that fails or cannot be finished, and matters at the level of the
  /// run, is a failure or an error. A case that is not offered, not run or known is skipped. A warning that does not
  /// matter is a test that passes, with the warning in its output. A case that the baseline lists as a problem but that
  /// no longer has one is a failure, because the run fails too.
  func junit(program: String) -> XMLText {
    let chiefs = chiefs
    let suites = [sanitySuite(program)] + texts.map { suite($0.document, $0.cases, chiefs) }
    let failures = cases.count { outcome($0) == .failure }
    let errors = cases.count { outcome($0) == .error } + (problem == nil ? 0 : 1)
    return XMLText(
      "testsuites",
      [
        .init("name", "\(party.tool) \(party.name)"), .init("tests", "\(cases.count + 1)"),
        .init("failures", "\(failures)"), .init("errors", "\(errors)"), .init("time", duration.threePlaces),
      ], suites.map { .element($0) })
  }

  /// The results that JUnit distinguishes.
  private enum Outcome {
    case success, failure, error, skipped
  }

  private func outcome(_ report: CaseReport) -> Outcome {
    if isKnown(report) { return .skipped }
    if standing(of: report) == .unexpectedPass { return .failure }
    return switch report.verdict {
    case .pass: .success
    case .unsupported, .skipped: .skipped
    case .warn: counts(report) ? .failure : .success
    case .fail, .broken, .flaky: counts(report) ? .failure : .skipped
    case .error: counts(report) ? .error : .skipped
    }
  }

  /// Whether the party could be used, as a suite of one test.
  private func sanitySuite(_ program: String) -> XMLText {
    var properties = [("program", program), (side, party.name)]
    properties += party.words.map { ("says", $0) }
    if let software = party.software { properties.append(("software", software)) }
    let missing = textsNotOffered
    if !missing.isEmpty { properties.append((Tally.notOffered.rawValue, missing.joined(separator: ", "))) }
    properties += [("verdicts", verdictWords), ("found", figures.words)]
    if let comparisonWords { properties.append(("baseline", comparisonWords)) }
    var test = XMLText.test(side, "usable before the first case and after the last", taking: sanityTime)
    if let problem {
      test.contents.append(.element(XMLText("error", [.init("type", "error"), .init("message", problem)])))
      let rows = (sanity.last?.conversations ?? []).flatMap { $0.rows.map(\.text) }
      if !rows.isEmpty { test.contents.append(.output(rows)) }
    }
    var suite = XMLText.suite(side, [test], errors: problem == nil ? 0 : 1, taking: sanityTime)
    suite.attributes.append(.init("timestamp", startedText.filter { $0 != "Z" }))
    let elements = properties.map { XMLText("property", [.init("name", $0.0), .init("value", $0.1)]) }
    suite.contents.insert(.element(XMLText("properties", [], elements.map { .element($0) })), at: 0)
    return suite
  }

  private var side: String { party.side.rawValue }

  private var sanityTime: Duration { sanity.reduce(.zero) { $0 + $1.duration } }

  private func suite(
    _ document: String, _ cases: [CaseReport], _ chiefs: [CaseID: CaseID]
  ) -> XMLText {
    XMLText.suite(
      document, cases.map { test($0, sameAs: chiefs[$0.entry.id]) },
      failures: cases.count { outcome($0) == .failure }, errors: cases.count { outcome($0) == .error },
      skipped: cases.count { outcome($0) == .skipped }, taking: cases.reduce(.zero) { $0 + $1.duration })
  }

  /// The element of a case.
  ///
  /// - Parameters:
  ///   - report: The case.
  ///   - chief: The other case that describes the finding, or nil.
  /// - Returns: The `<testcase>` element with its contents.
  private func test(_ report: CaseReport, sameAs chief: CaseID?) -> XMLText {
    let entry = report.entry
    var test = XMLText.test("ftpraw.\(entry.id.document)", entry.id.rawValue, taking: report.duration)
    let isBetter = standing(of: report) == .unexpectedPass
    let listing = listing(of: report)
    let words = (isBetter ? listing : report.line) ?? report.verdict.rawValue
    let same = chief.map { "as in \($0)" }
    let harm = isBetter ? nil : report.findings.first?.harm?.kind.words
    let attributes: [XMLText.Attribute] = [
      .init("type", isBetter ? "unexpected-pass" : report.verdict.rawValue),
      .init("message", [same, harm, words].compactMap { $0 }.joined(separator: ": ")),
    ]
    let lines = [entry.title] + (listing.map { [$0] } ?? []) + report.lines(in: self)
    let details = XMLText.Content.text(lines.joined(separator: "\n") + "\n")
    switch outcome(report) {
    case .success: break
    case .failure: test.contents.append(.element(XMLText("failure", attributes, [details])))
    case .error: test.contents.append(.element(XMLText("error", attributes, [details])))
    case .skipped:
      let why = report.verdict.isProblem ? listing ?? "below the level of the run" : listing
      let line = report.line.map { (why == nil ? ": " : "; ") + $0 } ?? ""
      let message = tally(of: report).rawValue + (why.map { ", \($0)" } ?? "") + line
      test.contents.append(.element(XMLText("skipped", [.init("message", message)])))
    }
    if report.verdict.isProblem {
      let told =
        outcome(report) == .success ? ["\(report.verdict): \(entry.title)"] + report.lines(in: self) : []
      test.contents.append(
        .output(told + report.conversationLines + ["again: \(command(rerunning: report))"]))
    }
    return test
  }
}

extension XMLText.Content {
  /// The output of a test.
  fileprivate static func output(_ lines: [String]) -> XMLText.Content {
    .element(XMLText("system-out", [], [.text(lines.map { $0 + "\n" }.joined())]))
  }
}
