import FTPProtocol

extension CaseAttempt {
  /// Decides the verdict of an attempt, by the same rule for every role.
  ///
  /// What the judge found against the party under test counts like a finding of the steps, if the case cites the
  /// requirement. Findings count for more than the reason why the steps ended.
  ///
  /// - Parameters:
  ///   - entry: The case.
  ///   - stop: Why its steps ended before the last one; nil if they did not.
  ///   - found: What steps found that continued.
  ///   - conversations: The control connections in the order in which they were opened.
  ///   - ending: How the first of them ended.
  ///   - exhibits: What else was seen meanwhile.
  ///   - preparations: What only prepared the test.
  ///   - duration: How long it took.
  ///   - refuting: Why a finding does not count, if its rule does not apply to the party.
  ///   - redacting: Removes what no report may contain, such as a password that a server repeated.
  init(
    at entry: ConformanceCase, _ stop: CaseStop?, finding found: [Finding] = [],
    in conversations: [Conversation], ending: ConnectionEnding, showing exhibits: [Exhibit] = [],
    preparations: [Preparation] = [],
    taking duration: Duration, refuting: (Finding) -> CaseStop? = { _ in nil },
    redacting: (String) -> String = { $0 }
  ) {
    var stop = stop
    var findings = (stop?.finding.map { [$0] } ?? []) + found
    for conversation in conversations where !entry.countsReplies {
      guard let lost = conversation.outOfStep else { continue }
      findings.removeAll { lost.doubts($0, in: conversation.transcript) }
      guard let finding = stop?.finding, !findings.contains(finding) else { continue }
      stop = .skipped(Finding(lost.verdict).line)
    }
    let isDesynchronized = !entry.countsReplies && !findings.isEmpty
    if isDesynchronized,
      let (place, lost) = conversations.enumerated().lazy.compactMap({ place, conversation in
        conversation.misleading.map { (place, $0) }
      }).first
    {
      // The replies that the steps judged belonged to other commands. A case that watches for that says so itself.
      let finding = Finding(lost.verdict)
      let before = conversations[place].transcript.events[..<lost.place]
      let isPrepared =
        before.indices.last { before[$0].lineSent != nil }.map { last in
          preparations.cover(last, of: before[last].lineSent?.command?.verb ?? "", in: place)
        } ?? false
      let watcher = CaseCatalogue.watcher(of: finding.requirement, party: entry.party)
      findings = [finding]
      if let watcher, entry.traffic == .fair || isPrepared, !entry.requirements.contains(finding.requirement)
      {
        (stop, findings) = (.skipped("\(finding.line) (see \(watcher))"), [])
      }
    }
    let told = findings
    for verdict in conversations.flatMap(\.faults) where entry.requirements.contains(verdict.requirement) {
      let finding = Finding(verdict)
      // What the steps have found already says it, in the words of the case.
      guard !told.contains(where: { $0.requirement == finding.requirement && $0.level >= finding.level }),
        !findings.contains(where: { $0.tells(finding) })
      else { continue }
      findings.append(finding)
    }
    // What does not apply is not broken.
    let refuted = findings.compactMap(refuting)
    if !refuted.isEmpty {
      findings.removeAll { refuting($0) != nil }
      if findings.isEmpty { stop = refuted.first }
    }
    // An attempt that was refused has tried nothing.
    let isCrowdedOut = if case .crowdedOut? = stop { true } else { false }
    findings = isCrowdedOut ? [] : findings.map { $0.redacted(by: redacting) }
    self.init(
      verdict: Self.verdict(stop, findings), reason: stop?.reason.map(redacting),
      findings: findings.filter { $0.level == .must } + findings.filter { $0.level != .must },
      conversations: conversations, ending: ending, exhibits: exhibits, duration: duration,
      isCrowdedOut: isCrowdedOut)
  }

  private static func verdict(_ stop: CaseStop?, _ findings: [Finding]) -> CaseVerdict {
    if case .broken? = stop { return .broken }
    guard let worst = findings.map(\.level).max() else { return stop?.verdict ?? .pass }
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
