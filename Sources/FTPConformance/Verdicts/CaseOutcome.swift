import FTPProtocol

/// The outcome of a case's steps, before the judge's verdicts are added.
struct CaseOutcome: Sendable {
  var verdict = CaseVerdict.pass
  var reason: String?
  var findings: [Finding] = []
  /// Whether the case could not begin because the party has no room for it at the moment.
  var isCrowdedOut = false
}

extension CaseOutcome {
  /// The outcome of steps that were stopped.
  init(_ stop: CaseStop) {
    switch stop {
    case .found(let finding): self.init(findings: [finding])
    case .broken(let finding): self.init(verdict: .broken, findings: [finding])
    case .unsupported(let reason): self.init(verdict: .unsupported, reason: reason)
    case .skipped(let reason): self.init(verdict: .skipped, reason: reason)
    case .crowdedOut(let reason): self.init(verdict: .error, reason: reason, isCrowdedOut: true)
    case .impossible(let reason), .turnedAway(let reason): self.init(verdict: .error, reason: reason)
    }
  }
}

extension CaseAttempt {
  /// Decides the verdict of an attempt, by the same rule for every role.
  ///
  /// What the judge found against the party under test counts like a finding of the steps, if the case cites the
  /// requirement. Findings count for more than the reason why the steps ended.
  ///
  /// - Parameters:
  ///   - entry: The case.
  ///   - outcome: How its steps ended.
  ///   - evidence: What was seen meanwhile.
  ///   - duration: How long it took.
  ///   - redacting: Removes what no report may contain, such as a password that a server repeated.
  init(
    at entry: ConformanceCase, _ outcome: CaseOutcome, showing evidence: CaseEvidence,
    taking duration: Duration,
    redacting: (String) -> String = { $0 }
  ) {
    var findings = outcome.findings
    if !entry.countsReplies, let lost = evidence.conversations.lazy.compactMap(\.misleading).first,
      !findings.isEmpty
    {
      // The replies that the steps judged belonged to other commands.
      findings = [
        Finding(lost.requirement, expected: lost.expected, received: lost.received)
      ]
    }
    for verdict in evidence.conversations.flatMap(\.faults)
    where entry.requirements.contains(verdict.requirement) {
      let finding = Finding(
        verdict.requirement, expected: verdict.expected, received: verdict.received)
      if !findings.contains(where: { $0.tells(finding) }) { findings.append(finding) }
    }
    // An attempt that was refused has tried nothing.
    findings = outcome.isCrowdedOut ? [] : findings.map { $0.redacted(by: redacting) }
    self.init(
      verdict: Self.verdict(outcome.verdict, findings), reason: outcome.reason.map(redacting),
      findings: findings.filter { $0.level == .must } + findings.filter { $0.level != .must },
      evidence: evidence, duration: duration, isCrowdedOut: outcome.isCrowdedOut)
  }

  private static func verdict(_ outcome: CaseVerdict, _ findings: [Finding]) -> CaseVerdict {
    guard outcome != .broken, let worst = findings.map(\.level).max() else { return outcome }
    return worst == .must ? .fail : .warn
  }
}

extension Finding {
  /// Whether this says everything that `other`, the judge's finding about the same reply, says.
  fileprivate func tells(_ other: Finding) -> Bool {
    requirement == other.requirement && level >= other.level
      && (received == other.received || received.hasPrefix(other.received + " "))
  }
}
