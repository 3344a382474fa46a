import FTPProtocol

/// The result of one case.
public struct CaseReport: Sendable {
  /// A deviation that was seen in the traffic of another case.
  package struct Witness: Sendable {
    /// The case in whose traffic it was seen.
    package let seenIn: CaseID
    /// What the judge said.
    package let verdict: Verdict
    package let conversation: CaseAttempt.Conversation
    /// In how many runs of that case it was seen.
    package let sightings: Int
    /// How many times that case was run.
    package let runs: Int

    /// Whether it was seen in every run, and there was more than one.
    package var isSteady: Bool { runs > 1 && sightings == runs }
  }

  /// The case.
  public let entry: ConformanceCase
  /// The result.
  public internal(set) var verdict: CaseVerdict
  /// The reason, where the findings do not give it.
  public internal(set) var reason: String?
  /// What was found wrong, the worst first.
  public internal(set) var findings: [Finding]
  /// Each time the case was run: at least once unless it was skipped, and three times if it failed.
  public internal(set) var attempts: [CaseAttempt]
  /// For a case about all traffic: the deviations that were seen in other cases.
  package internal(set) var witnesses: [Witness] = []
  /// The attempts by which cases about all traffic were confirmed, if the run is recorded; they do not count for this case.
  var again: [CaseAttempt] = []

  /// What shows the finding with less.
  package internal(set) var evidence: CaseEvidence?

  /// A case that was not run.
  package init(_ entry: ConformanceCase, skipped reason: String) {
    self.init(entry, verdict: .skipped, reason: reason)
  }

  /// A case about all traffic whose own steps were not run: its result as long as `sources` show nothing.
  init(_ entry: ConformanceCase, watching sources: [CaseReport]) {
    let silent = sources.filter { $0.attempts.isEmpty || $0.attempts.allSatisfy { $0.verdict == .error } }
    let failed = silent.first { !$0.attempts.isEmpty }
    let reason = (failed ?? silent.first).map { "\($0.entry.id): \($0.reason ?? $0.verdict.rawValue)" }
    let isUnseen = !sources.isEmpty && silent.count == sources.count
    self.init(
      entry, verdict: !isUnseen ? .pass : failed == nil ? .skipped : .error, reason: isUnseen ? reason : nil)
  }

  /// Makes a report from its parts.
  init(
    _ entry: ConformanceCase, verdict: CaseVerdict, reason: String?, findings: [Finding] = [],
    attempts: [CaseAttempt] = [], witnesses: [Witness] = []
  ) {
    self.entry = entry
    self.verdict = verdict
    self.reason = reason
    self.findings = findings
    self.attempts = attempts
    self.witnesses = witnesses
  }

  /// A case that was run, with all its attempts.
  init(_ entry: ConformanceCase, _ attempts: [CaseAttempt]) {
    self.entry = entry
    self.attempts = attempts
    // The first attempt with a problem describes the case.
    let deciding = attempts.deciding
    let telling = deciding.first(where: \.verdict.isProblem) ?? deciding.first
    let verdicts = deciding.map(\.verdict)
    findings = telling?.findings ?? []
    reason = telling?.reason
    verdict = telling?.verdict ?? .error
    if Set(verdicts).count > 1 {
      verdict = .flaky
      reason = (verdicts.map(\.rawValue) + (reason.map { [$0] } ?? [])).joined(separator: ", ")
    } else if !verdict.isProblem, let first = attempts.disturbed.first {
      reason = [reason, Self.excuse(first)].compactMap { $0 }.joined(separator: "; ")
    }
  }

  /// The attempt that the verdict is about: the first with a problem.
  public var tellingAttempt: CaseAttempt? {
    let deciding = attempts.deciding
    return deciding.first(where: \.verdict.isProblem) ?? deciding.first
  }

  /// For a flaky case, the first attempt that had another result than the telling one; nil for any other.
  public var otherAttempt: CaseAttempt? {
    guard verdict == .flaky, let told = tellingAttempt?.verdict else { return nil }
    return attempts.deciding.first { $0.verdict != told }
  }

  /// How its first control connection ended.
  package var ending: ConnectionEnding { tellingAttempt?.ending ?? .none }

  /// How long all attempts took together.
  public var duration: Duration { attempts.reduce(.zero) { $0 + $1.duration } }

  /// How much the problem matters; nil if there is no problem.
  public var severity: CaseLevel? {
    switch verdict {
    case .pass, .unsupported, .skipped: nil
    case .warn: findings.map(\.level).max() ?? min(entry.level, .should)
    case .fail, .broken, .flaky: findings.map(\.level).max() ?? entry.level
    case .error: entry.level
    }
  }

  /// Adds deviations seen in the traffic of other cases: one seen in every run counts, any other is flaky; if none of
  /// those cases could be run again, nothing is said.
  mutating func add(_ witnesses: [Witness]) {
    guard !witnesses.isEmpty else { return }
    if witnesses.allSatisfy({ $0.runs < 2 }) {
      guard [.pass, .unsupported].contains(verdict) else { return }
      verdict = .skipped
      reason =
        "seen in \(witnesses[0].seenIn), which could not be tried again: \(Finding(witnesses[0].verdict).line)"
      return
    }
    // Deviations that count come first, because reports begin with the first finding.
    let witnesses = witnesses.filter(\.isSteady) + witnesses.filter { !$0.isSteady }
    self.witnesses += witnesses
    for witness in witnesses {
      let finding = Finding(witness.verdict)
      if !findings.contains(finding) { findings.append(finding) }
    }
    guard [.pass, .unsupported, .skipped, .warn].contains(verdict) else { return }
    if witnesses.contains(where: \.isSteady) {
      verdict = findings.contains { $0.level == .must } ? .fail : .warn
      reason = nil
    } else if verdict != .warn || findings.contains(where: { $0.level == .must }) {
      verdict = .flaky
      reason = witnesses.map { "seen in \($0.sightings) of \($0.runs) runs of \($0.seenIn)" }
        .joined(separator: "; ")
    }
  }

  /// Where to look first: the witness of the first finding, if the case's own steps did not show it.
  var tellingWitness: Witness? {
    guard let first = findings.first, tellingAttempt?.findings.contains(first) != true else { return nil }
    return witnesses.first { $0.verdict.requirement == first.requirement }
  }
}
