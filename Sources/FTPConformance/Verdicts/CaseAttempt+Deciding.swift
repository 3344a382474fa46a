/// Which attempts decide the verdict of a case.
///
/// One session that stalls a server stalls all others. So an attempt beside others that got no answer in time, or could not
/// finish, says nothing about its case once the case was tried alone; nor does a pass that relied on pauses, for which
/// the machine may have been too busy. What was received beside others counts in any case.
extension [CaseAttempt] {
  var deciding: Self {
    let kept = filter { !isExcused($0) }
    // An attempt that did not get to an end has found out nothing; nor has one that could not be prepared, if
    // most could.
    let ended = kept.filter { $0.verdict != .error }
    let tried = ended.filter { $0.verdict != .skipped }
    return tried.count * 2 > ended.count ? tried : ended.isEmpty ? kept : ended
  }

  /// The attempts whose problems do not count, because others disturbed them.
  var disturbed: Self { filter { $0.verdict.isProblem && isExcused($0) } }

  /// Whether an attempt says less than those that were made alone.
  private func isExcused(_ attempt: CaseAttempt) -> Bool {
    guard !attempt.isAlone else { return false }
    let alone = filter { $0.isAlone && $0.verdict != .error }
    if attempt.verdict == .error { return !alone.isEmpty }
    guard attempt.verdict.isProblem else { return attempt.reliesOnPause && !alone.isEmpty }
    // Who ends all sessions at once, as a process that crashes does, was brought to it by one of them.
    if attempt.isCutOff, alone.allSatisfy({ !$0.isCutOff }), !alone.isEmpty { return true }
    // A case that always takes that long was not stalled by others.
    return attempt.isStalled
      && alone.contains { attempt.isHurried ? !$0.isStalled : $0.duration * 2 < attempt.duration }
  }
}

extension CaseAttempt {
  /// Whether it ended before it could show anything: by itself, or because others stalled the party.
  var saysNothing: Bool {
    verdict == .error || verdict.isProblem && isStalled && !isAlone
  }

  /// What stood in the way of something else, in words; nil if nothing did.
  var obstacle: String? {
    reason ?? findings.first.map { "expected \($0.expected), received \($0.received)" }
  }

  /// The problem in one line; nil for a pass.
  var line: String? { findings.first?.line ?? reason }
}

extension CaseReport {
  /// The first attempt whose problem does not count, because the case had none when it ran alone; nil if there is none.
  public var disturbedAttempt: CaseAttempt? { verdict.isProblem ? nil : attempts.disturbed.first }

  /// Why the problem of an attempt that others disturbed does not count.
  static func excuse(_ attempt: CaseAttempt) -> String {
    let beside = attempt.beside.map(\.rawValue)
    let names = beside.isEmpty ? "" : ", while these ran: \(list(beside))"
    return "repeated alone, because beside other cases: \(attempt.line ?? attempt.verdict.rawValue)\(names)"
  }

  /// Tells which other cases got no answer in time while this one stalled the party, and not when they ran alone.
  mutating func tell(bystanders: [CaseID]) {
    let words =
      "meanwhile these got no answer in time, but did when they ran alone: \(Self.list(bystanders.map(\.rawValue)))"
    reason = [reason, words].compactMap { $0 }.joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    let rest = names.count - 8
    return names.prefix(8).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
