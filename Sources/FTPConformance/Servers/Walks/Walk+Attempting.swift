import FTPProtocol

// An attempt at a walk that goes wrong is reduced to the few commands that are needed.
extension Walk {
  /// How many times as long as another case a walk may take.
  var length: Double { max(1, Double(steps ?? Self.standardSteps) / 100) }

  /// How many scripts are tried to find the shortest.
  private static let mostTrials = 150

  /// Takes the walk and, if it shows something, looks for the shortest walk that shows the same.
  ///
  /// - Parameters:
  ///   - entry: The case that takes the walk.
  ///   - known: The result of an earlier attempt, which is tried first: if it shows something again, that is the
  ///     outcome.
  ///   - limit: How long to look for shorter walks.
  ///   - run: Runs a case once, with the given share of the patience for replies.
  /// - Returns: The attempt with the shortest walk, and that walk; nil if nothing was shown.
  func attempt(
    _ entry: ServerCase, knowing known: Walk?, limit: Duration,
    _ run: @escaping (ServerCase, Patience.Share) async -> CaseAttempt
  ) async -> (attempt: CaseAttempt, shortest: Walk?) {
    if let known {
      let (attempt, outcome) = await known.play(entry, run)
      if let outcome, Sign(attempt, outcome) != nil { return (attempt.showing(known), known) }
    }
    let (first, outcome) = await play(entry, run)
    guard let outcome, let wanted = Sign(first, outcome) else { return (first, nil) }
    let deadline = ContinuousClock.now + limit
    let (steps, isMinimal) = await Self.shortened(outcome.steps) { steps, trial in
      guard trial < Self.mostTrials, ContinuousClock.now < deadline, !Task.isCancelled else { return nil }
      let (attempt, outcome) = await Walk(playing: steps).play(entry, waiting: wanted.share, run)
      return outcome.map { wanted.isSeen(in: attempt, $0) } ?? false
    }
    let shortest = Walk(playing: steps, isMinimal: isMinimal)
    // The shortest walk itself is run last: it now knows after which command the difference begins.
    let (last, again) = await shortest.play(entry, run)
    if let again, wanted.isSeen(in: last, again) { return (last.showing(shortest), shortest) }
    return (first.showing(shortest), shortest)
  }

  /// The fewest steps before the last that lead to the difference which the last one shows, and whether each is needed.
  ///
  /// - Parameters:
  ///   - steps: Steps that have shown it.
  ///   - shows: Whether steps show it; nil if no more can be tried. It gets the number of trials before.
  /// - Returns: The steps; all of them if they do not show it again.
  static func shortened(
    _ steps: [WalkStep], _ shows: ([WalkStep], _ trial: Int) async -> Bool?
  ) async -> (steps: [WalkStep], isMinimal: Bool) {
    guard let last = steps.last, await shows(steps, 0) == true else { return (steps, false) }
    var search = Shortening(Array(steps.dropLast()))
    var trial = 1
    while let (candidate, _) = search.next() {
      guard let answer = await shows(candidate + [last], trial) else { return (search.kept + [last], false) }
      search.answer(answer)
      trial += 1
    }
    return (search.kept + [last], true)
  }

  private init(playing steps: [WalkStep], isMinimal: Bool = false) {
    // The PWD at the beginning need not be written.
    let isSaid = steps.count < 2 || steps.first != WalkStep("PWD")
    self.init(steps: nil, script: WalkScript(isSaid ? steps : Array(steps.dropFirst())), isMinimal: isMinimal)
  }

  /// Takes this walk instead of the case's own.
  private func play(
    _ entry: ServerCase, waiting share: Patience.Share = .all,
    _ run: (ServerCase, Patience.Share) async -> CaseAttempt
  ) async -> (CaseAttempt, WalkTrial.Outcome?) {
    let record = Record()
    let attempt = await run(ServerCase(entry, taking: self, recordingInto: record), share)
    return (attempt, record.outcome.withLock { $0 })
  }

  /// What identifies a result: the difference or, if the judge or the connection showed something, the rule.
  private enum Sign {
    case difference(Difference)
    case rule(RequirementID)

    init?(_ attempt: CaseAttempt, _ outcome: WalkTrial.Outcome) {
      if let difference = outcome.difference {
        self = .difference(difference)
      } else if attempt.verdict.isProblem, let finding = attempt.findings.first {
        self = .rule(finding.requirement)
      } else {
        return nil
      }
    }

    /// How long a trial waits: something that was missing once need not be awaited in full again.
    var share: Patience.Share {
      if case .rule = self { .little } else { .all }
    }

    func isSeen(in attempt: CaseAttempt, _ outcome: WalkTrial.Outcome) -> Bool {
      switch self {
      case .difference(let difference): outcome.difference.map(difference.isSame) ?? false
      case .rule(let rule): attempt.findings.contains { $0.requirement == rule }
      }
    }
  }
}

extension CaseAttempt {
  /// The name of the exhibit with the script of a minimized walk.
  private static let walkExhibit = "walk"

  /// The same attempt with the script that repeats it.
  fileprivate func showing(_ walk: Walk) -> CaseAttempt {
    guard let script = walk.script else { return self }
    var attempt = self
    attempt.exhibits.append(.init(Self.walkExhibit, [script.description]))
    return attempt
  }

  /// The script that shows the same again; nil if this was not a walk, or it showed nothing.
  var walkScript: String? { exhibits.first { $0.name == Self.walkExhibit }?.lines.first }
}
