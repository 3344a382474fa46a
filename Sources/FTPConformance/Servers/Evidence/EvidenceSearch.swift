import FTPProtocol

/// The search for the fewest steps of a case that show a finding, and for a contrast.
///
/// A shorter conversation counts only if the embedded server passes it. Then it still asks for something that is
/// right: a step that gives the test its meaning cannot be lost.
struct EvidenceSearch {
  /// Runs a case once.
  typealias Trial = @Sendable (ServerCase, Patience.Share) async -> CaseAttempt

  private let target: TestedServer
  private let entry: ServerCase
  private let finding: Finding
  private let tested: Trial
  private let conforming: Trial
  /// How long trials wait: something that was missing once need not be awaited in full again.
  private let share: Patience.Share
  /// The shortest case so far that shows the finding.
  private var shortest: ServerCase
  /// Cases with a step less that show nothing: the step, and what was said.
  private var passed: [(kept: [Int], attempt: CaseAttempt)] = []

  /// Prepares the search for a finding of a case.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - entry: The case in whose traffic it was made.
  ///   - isStalled: Whether something did not come in time.
  ///   - target: The server under test.
  ///   - tested: Runs a case on it.
  ///   - conforming: Runs a case on the embedded server.
  init(
    _ finding: Finding, of entry: ServerCase, isStalled: Bool, at target: TestedServer,
    tested: @escaping Trial,
    conforming: @escaping Trial
  ) {
    self.finding = finding
    self.entry = entry
    share = isStalled ? .little : .all
    self.target = target
    self.tested = tested
    self.conforming = conforming
    shortest = entry
  }

  /// Tries what there is to try until the task is cancelled; nil if there is nothing to show.
  mutating func run() async -> CaseEvidence? {
    guard await isRight(entry) else { return nil }
    let first = await tested(entry, share)
    guard let cause = cause(in: first) else { return nil }
    var shown = first
    var contrast: ConversationContrast?
    let steps = entry.steps.prefix((first.stop ?? entry.steps.count) + 1)
    // What is computed cannot be shortened.
    if let last = steps.last, last.commands != nil {
      let parts = steps.flatMap(\.parts)
      shortest = ServerCase(entry, playing: parts, from: entry.start)
      let kept = await shorten(parts, &shown, showing: cause)
      await leaveFolder(&shown, showing: cause)
      contrast = nearest(to: kept, shown)
      if contrast == nil { contrast = await variant(of: shown) }
    }
    return CaseEvidence(smallest: smallest(shown, than: first), contrast: contrast)
  }

  private func isRight(_ entry: ServerCase) async -> Bool { await conforming(entry, .all).verdict == .pass }

  /// The cause of the finding, if an attempt has it too.
  private func cause(in attempt: CaseAttempt) -> Cause? {
    let seen = attempt.findings + attempt.conversations.flatMap(\.faults).map { Finding($0) }
    return seen.first { $0.requirement == finding.requirement }.map {
      Cause(of: $0, about: entry.entry, in: attempt.conversations)
    }
  }

  /// Leaves out parts; returns the indices of those that remain.
  private mutating func shorten(
    _ parts: [CaseStep], _ shown: inout CaseAttempt, showing cause: Cause
  ) async -> [Int] {
    var search = Shortening(Array(parts.indices))
    while !Task.isCancelled, let (candidate, missing) = search.next() {
      let dropped = search.kept[missing].map { parts[$0] }
      let steps = candidate.map { parts[$0] }
      let trial = ServerCase(entry, playing: steps, from: entry.start)
      guard !steps.isEmpty, CaseStep.areSafe(steps, without: dropped), await isRight(trial) else { continue }
      let attempt = await tested(trial, share)
      let isShown = self.cause(in: attempt) == cause
      search.answer(isShown)
      if isShown {
        (shown, shortest) = (attempt, trial)
      } else if attempt.verdict == .pass {
        passed.append((candidate, attempt))
      }
    }
    return search.kept
  }

  /// Tries to do without a directory of its own.
  private mutating func leaveFolder(_ shown: inout CaseAttempt, showing cause: Cause) async {
    guard shortest.start == .inScratch, !Task.isCancelled,
      !shortest.steps.contains(where: { $0.mayWrite || $0.commands?.contains { $0.contains("{") } ?? true })
    else { return }
    let trial = ServerCase(entry, playing: shortest.steps, from: .loggedIn)
    guard await isRight(trial) else { return }
    let attempt = await tested(trial, share)
    if self.cause(in: attempt) == cause { (shown, shortest) = (attempt, trial) }
  }

  /// The conversation with one step less, as late as possible, that the server passes.
  private func nearest(to kept: [Int], _ shown: CaseAttempt) -> ConversationContrast? {
    let wrong = shown.exchanges.map(\.command)
    let neighbours = passed.compactMap { passed -> (step: Int, attempt: CaseAttempt)? in
      let missing = kept.filter { !passed.kept.contains($0) }
      guard passed.kept.count == kept.count - 1, missing.count == 1, passed.kept.last == kept.last,
        passed.attempt.exchanges.count < wrong.count
      else { return nil }
      return (missing[0], passed.attempt)
    }
    guard let other = neighbours.max(by: { $0.step < $1.step })?.attempt,
      let reply = other.exchanges.last?.reply
    else { return nil }
    let said = other.exchanges.map(\.command)
    let place = zip(wrong, said).prefix { $0 == $1 }.count
    return ConversationContrast(
      difference: "without \(wrong[place..<(place + wrong.count - said.count)].joined(separator: ", "))",
      wrong: .init(commands: wrong, received: finding.received),
      other: .init(commands: said, received: reply.lastLineWords), isSame: false)
  }

  /// The last command with an argument that is well-formed, or with none, if that shows anything.
  private func variant(of shown: CaseAttempt) async -> ConversationContrast? {
    guard let last = shortest.steps.last, last.expected != nil, let command = last.commands?.last,
      let answer = shown.exchanges.last?.reply, answer.lastLineWords == finding.received,
      let proper = await conforming(shortest, .all).exchanges.last?.reply?.code
    else { return nil }
    for variant in CommandVariant.all(of: command) where !Task.isCancelled {
      let steps = variant.steps
      guard shortest.start == .inScratch || !steps.contains(where: \.mayWrite) else { continue }
      let trial = ServerCase(entry, playing: shortest.steps.dropLast() + steps, from: shortest.start)
      let right = await conforming(trial, .all)
      guard right.verdict == .pass, let wanted = right.exchanges.last?.reply?.code else { continue }
      // Another name that is refused for the same reason is no variant.
      if Probe.verb(of: command).has(.touchesFiles), wanted == proper { continue }
      let attempt = await tested(trial, share)
      guard let reply = attempt.exchanges.last?.reply else { continue }
      let isSame = reply.lastLineWords == finding.received
      let isRight = attempt.verdict == .pass && reply.code.firstDigit == wanted.firstDigit
      let isTelling =
        wanted.firstDigit == proper.firstDigit || reply.code.firstDigit != answer.code.firstDigit
      guard isSame || isRight && isTelling else { continue }
      return ConversationContrast(
        difference: "\(variant.command), \(variant.words)",
        wrong: .init(commands: shown.exchanges.map(\.command), received: finding.received),
        other: .init(commands: attempt.exchanges.map(\.command), received: reply.lastLineWords),
        isSame: isSame)
    }
    return nil
  }

  /// What a reader can repeat; nil if that is nothing new.
  private func smallest(_ shown: CaseAttempt, than first: CaseAttempt) -> SmallestConversation? {
    let exchanges = shown.exchanges
    let omitted = first.exchanges.count - exchanges.count + (shortest.start == entry.start ? 0 : 2)
    let send = target.command(sending: exchanges, of: shown, from: shortest.start)
    guard omitted > 0 || send != nil else { return nil }
    let report = CaseReport(
      entry.entry, verdict: shown.verdict, reason: nil, findings: [finding], attempts: [shown])
    return SmallestConversation(
      commands: exchanges.map(\.command), omitted: max(0, omitted),
      lines: omitted > 0 ? report.excerpt(rows: 30)?.lines ?? [] : [], send: send)
  }
}
