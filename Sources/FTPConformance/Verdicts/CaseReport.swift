import FTPProtocol

/// What became of one case.
public struct CaseReport: Sendable {
  /// A departure that was seen in the traffic of another case.
  public struct Witness: Sendable {
    /// The case whose traffic it was.
    public let seenIn: CaseID
    /// What the judge said.
    public let verdict: Verdict
    /// The conversation.
    public let conversation: CaseEvidence.Conversation
  }

  /// The case.
  public let entry: ConformanceCase
  /// What became of it.
  public internal(set) var verdict: CaseVerdict
  /// Why, where the findings do not tell.
  public internal(set) var reason: String?
  /// What was found wrong, the worst first.
  public internal(set) var findings: [Finding]
  /// Each time it was run: at least once unless it was skipped, and three times where it failed.
  public internal(set) var attempts: [CaseAttempt]
  /// For a case about all traffic: where others saw what it is about.
  public internal(set) var witnesses: [Witness] = []

  /// A case that was not run.
  init(_ entry: ConformanceCase, skipped reason: String) {
    self.init(entry, verdict: .skipped, reason: reason)
  }

  /// A case that could not be run.
  init(_ entry: ConformanceCase, impossible reason: String) {
    self.init(entry, verdict: .error, reason: reason)
  }

  private init(_ entry: ConformanceCase, verdict: CaseVerdict, reason: String) {
    self.entry = entry
    self.verdict = verdict
    self.reason = reason
    findings = []
    attempts = []
  }

  /// A case that was run, as often as it was.
  init(_ entry: ConformanceCase, _ attempts: [CaseAttempt]) {
    self.entry = entry
    self.attempts = attempts
    // What is wrong is told by the first attempt at which something was.
    let telling = attempts.first(where: \.verdict.isProblem) ?? attempts.first
    let verdicts = attempts.map(\.verdict)
    findings = telling?.findings ?? []
    reason = telling?.reason
    verdict = telling?.verdict ?? .error
    if Set(verdicts).count > 1 {
      verdict = .flaky
      reason = (verdicts.map(\.rawValue) + (reason.map { [$0] } ?? [])).joined(separator: ", ")
    }
  }

  /// The attempt that the verdict is about: the first at which something was wrong.
  public var tellingAttempt: CaseAttempt? { attempts.first(where: \.verdict.isProblem) ?? attempts.first }

  /// How its first control connection ended.
  public var ending: ConnectionEnding { tellingAttempt?.ending ?? .none }

  /// How long all attempts took together.
  public var duration: Duration { attempts.reduce(.zero) { $0 + $1.duration } }

  /// How much the problem matters; nil where there is none.
  public var severity: CaseLevel? {
    switch verdict {
    case .pass, .unsupported, .skipped: nil
    case .warn: findings.map(\.level).max() ?? min(entry.level, .should)
    case .fail: findings.map(\.level).max() ?? entry.level
    case .broken, .flaky, .error: entry.level
    }
  }

  /// Adds what other cases saw.
  mutating func add(_ witnesses: [Witness]) {
    guard !witnesses.isEmpty else { return }
    self.witnesses += witnesses
    for witness in witnesses {
      let finding = Finding(
        witness.verdict.requirement, entry.level, expected: witness.verdict.expected,
        received: witness.verdict.received)
      if !findings.contains(finding) { findings.append(finding) }
    }
    guard [.pass, .unsupported, .skipped, .warn].contains(verdict) else { return }
    verdict = entry.level == .must ? .fail : .warn
    reason = nil
  }
}
