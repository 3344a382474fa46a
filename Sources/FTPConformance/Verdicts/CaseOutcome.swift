import FTPProtocol

/// What the steps of a case came to, before the judge has had a say.
struct CaseOutcome: Sendable {
  var verdict = CaseVerdict.pass
  var reason: String?
  var findings: [Finding] = []
  /// Whether the case could not begin because there is no room for it at the moment.
  var isCrowdedOut = false
}

extension CaseOutcome {
  /// What it comes to that steps were stopped.
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
  /// The rule by which an attempt comes to its verdict, which is the same for every role.
  ///
  /// What the judge found against the party under test counts where the case cites the requirement, as what the steps
  /// found does; and what was found counts for more than why the steps ended.
  ///
  /// - Parameters:
  ///   - entry: the case.
  ///   - outcome: how its steps ended.
  ///   - evidence: what was seen meanwhile.
  ///   - duration: how long it took.
  ///   - redacting: takes out what no report may have, such as a password that a server has repeated.
  init(
    at entry: ConformanceCase, _ outcome: CaseOutcome, showing evidence: CaseEvidence,
    taking duration: Duration,
    redacting: (String) -> String = { $0 }
  ) {
    var findings = outcome.findings
    if !entry.countsReplies, let lost = evidence.conversations.lazy.compactMap(\.misleading).first,
      !findings.isEmpty
    {
      // What the steps took for an answer was none.
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
    // An attempt that was turned away has tried nothing.
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
  /// Whether this says all that another does, which the judge has of the same reply.
  fileprivate func tells(_ other: Finding) -> Bool {
    requirement == other.requirement && level >= other.level
      && (received == other.received || received.hasPrefix(other.received + " "))
  }
}
