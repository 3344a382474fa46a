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
    var minimizer = WalkMinimizer(budget: Self.mostTrials, within: limit) { steps in
      let (attempt, outcome) = await Walk(playing: steps).play(entry, waiting: wanted.share, run)
      return outcome.map { wanted.isSeen(in: attempt, $0) } ?? false
    }
    let steps = await minimizer.minimize(outcome.steps)
    let shortest = Walk(playing: steps ?? outcome.steps, isMinimal: minimizer.isMinimal)
    // The shortest walk itself is run last: it now knows after which command the difference begins.
    let (last, again) = await shortest.play(entry, run)
    if let again, wanted.isSeen(in: last, again) { return (last.showing(shortest), shortest) }
    return (first.showing(shortest), shortest)
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
    attempt.evidence = CaseEvidence(
      conversations, ending: ending,
      exhibits: evidence.exhibits + [.init(Self.walkExhibit, [script.description])])
    return attempt
  }

  /// The script that shows the same again; nil if this was not a walk, or it showed nothing.
  var walkScript: String? { evidence.exhibits.first { $0.name == Self.walkExhibit }?.lines.first }
}
