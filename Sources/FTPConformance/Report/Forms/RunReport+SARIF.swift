import FTPProtocol
import FTPRequirements
import FTPText

extension RunReport {
  /// The report in the Static Analysis Results Interchange Format 2.1.0, which code scanning reads.
  ///
  /// Each case with a problem is a result, and each requirement that one cites is a rule. Its harm decides the level: what
  /// breaks security, loses data or wedges is an error, what is cosmetic a note, everything else a warning; a problem that does
  /// not make the run fail is a warning at most. A problem in the baseline is suppressed with its reason. A finding has no source file, so its location is the id of its case.
  ///
  /// - Parameter program: The program that made the report, with its version: `ftpraw 1.0.0`.
  /// - Returns: The log, with one run.
  func sarif(program: String) -> JSONText {
    let problems = cases.filter(\.verdict.isProblem)
    var rules: [RequirementID] = []
    var places: [RequirementID: Int] = [:]
    for rule in problems.flatMap(\.cited) where places[rule] == nil {
      places[rule] = rules.count
      rules.append(rule)
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver(program, rules)],
          "automationDetails": ["id": .string("\(party.tool)/\(party.name)/")],
          "invocations": [invocation], "results": .array(problems.map { result($0, places) }),
          "properties": properties,
        ]
      ],
    ]
  }

  private func driver(_ program: String, _ rules: [RequirementID]) -> JSONText {
    let words = program.split(separator: " ", maxSplits: 1)
    return JSONText(
      .of(["name": String(words.first ?? "ftpraw")]),
      words.count == 2 ? .of(["version": String(words[1])]) : [], .of(["rules": rules.map(\.sarifRule)]))
  }

  /// Whether the run ended normally, and remarks about the run as a whole.
  private var invocation: JSONText {
    var notices: [JSONText] = []
    if let problem { notices.append(Self.notice(problem, "error")) }
    if wasInterrupted { notices.append(Self.notice("interrupted", "error")) }
    notices += baselineSentences.map { Self.notice($0, "note") }
    for report in cases where !report.verdict.isProblem {
      guard let listing = listing(of: report) else { continue }
      notices.append(Self.notice("\(report.entry.id): \(report.verdict), \(listing)", "note"))
    }
    notices += leftovers.map { Self.notice("not removed from the \(party.side): \($0)", "warning") }
    return [
      "executionSuccessful": .boolean(problem == nil && !wasInterrupted),
      "toolExecutionNotifications": .array(notices),
    ]
  }

  private static func notice(_ text: String, _ level: String) -> JSONText {
    ["level": .string(level), "message": ["text": .string(text)]]
  }

  private var properties: JSONText {
    JSONText.of([
      party.side.rawValue: party.title, "says": party.words, "verdicts": verdictWords,
      "found": figures.words, "notOffered": textsNotOffered,
    ])
  }

  private func result(_ report: CaseReport, _ rules: [RequirementID: Int]) -> JSONText {
    let id = report.entry.id.rawValue
    let rule = report.cited.first.flatMap { rule in
      rules[rule].map { [JSONText.Member].of(["ruleId": rule, "ruleIndex": $0]) }
    }
    let place: JSONText = [
      "physicalLocation": ["artifactLocation": ["uri": .string(id)], "region": ["startLine": 1]],
      "logicalLocations": [["fullyQualifiedName": .string(id)]],
    ]
    let message: JSONText = ["text": .string(message(of: report))]
    let known = isKnown(report) ? baseline?.entry(report.entry.id)?.shownReason : nil
    return JSONText(
      rule ?? [],
      .of([
        "level": level(of: report), "message": message, "locations": [place],
        "partialFingerprints": ["case/v1": .string(id)] as JSONText,
      ]),
      known.map { reason in
        let why: [JSONText.Member] = reason.isEmpty ? [] : .of(["justification": reason])
        return .of(["suppressions": [JSONText(.of(["kind": "external"]), why)]])
      } ?? [],
      .of([
        "properties": JSONText.of([
          "verdict": report.verdict, "requirements": report.cited, "again": command(rerunning: report),
        ])
      ]))
  }

  private func level(of report: CaseReport) -> String {
    switch report.findings.first?.harm?.kind {
    case .security, .dataLoss, .wedge: counts(report) ? "error" : "warning"
    case .interoperability: "warning"
    case .cosmetic: "note"
    case nil: counts(report) ? "error" : "warning"
    }
  }

  /// The problem, with the conversation around it and the command that repeats it, as plain text.
  private func message(of report: CaseReport) -> String {
    var lines = ["\(tally(of: report).rawValue): \(report.entry.title)"] + report.lines(in: self)
    if let listing = listing(of: report) { lines.append("baseline: \(listing)") }
    if let excerpt = report.excerpt() {
      if let other = excerpt.seenIn { lines.append("seen in \(other)") }
      lines += excerpt.marked
    }
    lines += report.exhibitLines.map { "  \($0)" }
    lines.append("again: \(command(rerunning: report))")
    return lines.joined(separator: "\n")
  }
}

extension CaseReport {
  /// The requirements of the findings, each once; without findings, the first requirement of the case.
  fileprivate var cited: [RequirementID] {
    var seen: Set<RequirementID> = []
    let found = findings.map(\.requirement).filter { seen.insert($0).inserted }
    return found.isEmpty ? Array(entry.requirements.prefix(1)) : found
  }
}

extension RequirementID {
  fileprivate var sarifRule: JSONText {
    let requirement = RequirementCatalogue.requirement(id: rawValue)
    var members: [JSONText.Member] = [.init("id", .string(rawValue))]
    if let requirement {
      let text = words
      members += [
        .init("shortDescription", ["text": .string(text)]),
        .init(
          "help",
          [
            "text": .string(
              "\(text) (\(requirement.place); \(requirement.level.rawValue), by \(requirement.word))")
          ]),
      ]
      if let link = requirement.link { members.append(.init("helpUri", .string(link))) }
    }
    // GitHub shows what has a severity in numbers among the problems of security.
    let isOfSecurity = requirement?.harm?.kind == .security
    members.append(
      .init(
        "properties",
        isOfSecurity ? ["security-severity": "7.0", "tags": ["ftp", "security"]] : ["tags": ["ftp"]]))
    return .object(members)
  }
}
