import FTPProtocol
import FTPSystem

extension ClientScenario {
  /// Runs the scenario once.
  ///
  /// `usual` is the client's memory in the first trial.
  package func attempt(
    at client: TestedClient, usual: Int?, scale: Double
  ) async -> (attempt: CaseAttempt, observation: ClientObservation?) {
    let start = ContinuousClock.now
    // The client is not blamed when other programs slow this machine down.
    let load = MachineLoad.factor
    let trial = ClientTrial(
      client: client, scenario: self,
      // Nor is it blamed for reading a flood slowly.
      limit: .seconds(10) * scale * load * (entry.tags.contains("flood") ? 3 : 1),
      patience: .seconds(ScenarioServer.patience) * scale * load)
    do {
      var observation = try await trial.play()
      observation.usualMemory = usual
      let isOver = !Task.isCancelled
      let conversations = observation.runs.flatMap(\.transcripts).map {
        CaseAttempt.Conversation($0, against: .client)
      }
      var attempt = CaseAttempt(
        at: entry, isOver ? stop(observation) : .impossible("interrupted"),
        finding: isOver ? findings(observation) : [], in: conversations, ending: .none,
        showing: exhibits(observation), taking: .now - start, redacting: redacting)
      attempt.isStalled = observation.runs.contains { $0.ending == .late }
      return (attempt, observation)
    } catch {
      let attempt = CaseAttempt(
        at: entry, .impossible("\(error)"), in: [], ending: .none, taking: .now - start)
      return (attempt, nil)
    }
  }

  private func findings(_ observation: ClientObservation) -> [Finding] {
    var findings: [Finding] = []
    for run in observation.runs {
      switch run.ending {
      case .signalled:
        findings.append(
          Finding("practice:robust:no-crash", expected: "an exit status", received: run.endingWords))
      case .late:
        findings.append(
          Finding(
            "practice:robust:ends", expected: "an end after the server has closed its connections",
            received: run.endingWords))
      case .exited: break
      }
    }
    // A client that hangs or crashes is reported once, not by every check that sees how it ended.
    let isOver = observation.runs.allSatisfy { if case .exited = $0.ending { true } else { false } }
    for check in checks where check.isReached(observation) {
      guard var finding = check.finding(observation, about: entry) else { continue }
      if !isOver, finding.received == observation.last.endingWords { continue }
      if let loss, finding.level == .must, finding.requirement == entry.requirements.first {
        finding = finding.redacted { "\($0); this loses \(loss)" }
      }
      findings.append(finding)
    }
    return findings
  }

  /// Why the scenario was not tried; nil if it was.
  private func stop(_ observation: ClientObservation) -> CaseStop? {
    let faulty = observation.runs.filter { !$0.step.server.faults.isEmpty || !$0.step.server.rules.isEmpty }
    if !faulty.isEmpty, !faulty.contains(where: \.hasMetFault) {
      // The client's reaction to the fault was not observed.
      return .unsupported("the client sent nothing that this scenario's server answers in an unusual way")
    }
    return checks.contains { !$0.isReached(observation) }
      ? .unsupported("the client ended before the point that this scenario is about") : nil
  }

  private func exhibits(_ observation: ClientObservation) -> [CaseAttempt.Exhibit] {
    var exhibits: [CaseAttempt.Exhibit] = []
    for (index, run) in observation.runs.enumerated() {
      let step = observation.runs.count > 1 ? " of step \(index + 1)" : ""
      exhibits.append(.init("end" + step, [run.endingWords]))
      let output = run.outputLines(atMost: 12)
      if !output.isEmpty { exhibits.append(.init("output" + step, output)) }
      exhibits.append(.init("disk" + step, run.shownFiles))
      if !run.command.isEmpty {
        exhibits.append(.init("by hand" + step, run.step.preparations + [run.serving, run.command]))
      }
    }
    return exhibits
  }

  /// Removes the passwords of the steps from a text.
  private var redacting: (String) -> String {
    let finder = SecretFinder(steps.map { Array($0.password.utf8) })
    return { finder.redacting($0) }
  }
}

extension Finding {
}

extension ClientObservation.Run {
  /// The entries of the client's folder.
  fileprivate var shownFiles: [String] {
    let lines = files.sorted { $0.key < $1.key }.prefix(12).map { path, found in
      "\(Escaping.ascii(path.utf8, limit: 100))"
        + (found.kind == .directory ? "/" : found.kind == .file ? ", \(found.size) bytes" : ", no file")
    }
    let all = lines.isEmpty ? ["nothing in its folder"] : lines
    return escape.map { all + [$0] } ?? all
  }
}
