import FTPClient
import FTPProtocol

extension ServerCase {
  /// Runs the case once on a fresh connection.
  ///
  /// Needs are not checked: the caller knows that they are met.
  ///
  /// - Parameters:
  ///   - target: The server.
  ///   - facts: What is known about it.
  ///   - patience: How long to wait for it.
  ///   - seed: The seed of the case's random numbers.
  ///   - directory: The name, from the root, of a directory for the attempt, which creates it.
  ///   - isRecorded: Whether to keep what is needed to judge the attempt again.
  /// - Returns: What was found, with the conversation.
  package func attempt(
    at target: TestedServer, knowing facts: ServerFacts, patience: Patience, seed: UInt64 = 0,
    directory: String? = nil, isRecorded: Bool = false
  ) async -> CaseAttempt {
    let probe = Probe(
      self, at: entry.needs.contains(.secured) ? target.secured : target, facts: facts, patience: patience,
      seed: seed, directory: directory,
      log: StepLog(atMost: isRecorded ? target.budget.limits().totalBytes : nil, redacting: target.redacting))
    let outcome = await outcome(of: probe)
    let ending = await probe.endConnections()
    var attempt = conclude(probe, outcome, ending, taking: probe.start.duration(to: .now))
    if isRecorded {
      attempt.recording = AttemptRecording(of: probe, walk)
      target.budget.charge(probe.log.size)
    }
    return attempt
  }

  /// Judges an attempt again from its recording; nil if that is not complete.
  ///
  /// Nothing is sent anywhere, and no time passes for the case: the outcome follows from the case, the recording and the
  /// rules of this version alone.
  package func attempt(
    judging saved: CaseAttempt, at target: TestedServer, knowing facts: ServerFacts
  ) async -> CaseAttempt? {
    guard !saved.isBeyondRecording, let recording = saved.recording else { return nil }
    let played = recording.walk.map { ServerCase(self, taking: $0) } ?? self
    let log = StepLog(reading: recording.calls, redacting: target.redacting)
    let probe = Probe(
      played, at: entry.needs.contains(.secured) ? target.secured : target, facts: facts,
      patience: recording.patience, seed: recording.seed, directory: recording.directory, log: log,
      recorded: saved.conversations)
    var outcome = await played.outcome(of: probe)
    let ending = await probe.endConnections()
    for connection in probe.connections { connection.finish() }
    if let departure = log.departure { outcome = CaseOutcome(verdict: .error, reason: departure.description) }
    var attempt = played.conclude(probe, outcome, ending, taking: saved.duration)
    attempt.circumstances.isAlone = saved.circumstances.isAlone
    attempt.circumstances.beside = saved.circumstances.beside
    attempt.evidence = CaseEvidence(
      attempt.conversations, ending: ending, exhibits: saved.evidence.exhibits)
    attempt.recording = recording
    return attempt
  }

  private func outcome(of probe: Probe) async -> CaseOutcome {
    do {
      try await probe.limited {
        do { try await probe.prepare() } catch { throw PreparationFailure(cause: error) }
        try await self.steps(probe)
      }
      return CaseOutcome()
    } catch let failure as PreparationFailure {
      var outcome = CaseOutcome(verdict: .error, reason: failure.description)
      outcome.isCrowdedOut = failure.isCrowdedOut
      return outcome
    } catch let stop as CaseStop {
      return CaseOutcome(stop)
    } catch let error as FTPClientError {
      return outcome(of: error)
    } catch let error as Departure {
      return outcome(of: error.verdict(on: .server, expected: Probe.form(of: error.requirement)))
    } catch let error as DataAddressError {
      return outcome(of: error.verdict)
    } catch {
      return CaseOutcome(verdict: .error, reason: "\(error)")
    }
  }

  /// The outcome if a value in a reply could not be read at all.
  private func outcome(of verdict: Verdict) -> CaseOutcome {
    CaseOutcome(findings: [
      Finding(verdict.requirement, expected: verdict.expected, received: verdict.received)
    ])
  }

  /// An error of the client shows what the server did, unless the steps misused the client.
  private func outcome(of error: FTPClientError) -> CaseOutcome {
    let about = entry.mainRequirement
    switch error {
    case .lineBreakInCommand, .inexpressibleAddress, .notConnected, .noDataConnection, .cancelled,
      .tlsUnavailable, .transferUnderWay, .transferFinished, .transferAborted, .incomplete:
      return CaseOutcome(verdict: .error, reason: error.description)
    case .timedOut(let awaited, _, _), .closedByServer(let awaited, _):
      return CaseOutcome(findings: [
        Finding(awaited.rule ?? about, expected: "a \(awaited)", received: error.description)
      ])
    case .unexpectedReply(let reply, let command, let expected):
      return CaseOutcome(findings: [
        Finding(about, expected: "\(expected) to \(command)", received: Probe.words(of: reply))
      ])
    case .malformedReply, .unusableAddress:
      return CaseOutcome(findings: [
        Finding(about, expected: "a well-formed reply", received: error.description)
      ])
    case .transport(let cause):
      // An error on this machine says nothing about the server.
      if cause.isCancelled || [.thread, .resolve, .bind, .listen, .option].contains(cause.step) {
        return CaseOutcome(verdict: .error, reason: error.description)
      }
      return CaseOutcome(findings: [
        Finding(
          about, expected: cause.isPeerGone ? "the connection to stay open" : Finding.workingConnection,
          received: error.description)
      ])
    }
  }

  private func conclude(
    _ probe: Probe, _ outcome: CaseOutcome, _ ending: ConnectionEnding, taking duration: Duration
  ) -> CaseAttempt {
    let conversations = probe.connections.map { connection in
      let transcript = connection.transcript
      probe.target.budget.charge(transcript)
      return CaseEvidence.Conversation(
        // The model judges what a walk is about; other cases cover the rest, so the judge's verdicts do not count.
        opened: connection.opened, transcript,
        verdicts: walk == nil ? connection.verdicts : [], against: entry.party,
        observed: probe.log.isWritten ? transcript.observedVerdicts(by: probe.target.diagram) : [])
    }
    var outcome = outcome
    outcome.findings += probe.findings
    var attempt = CaseAttempt(
      at: entry, outcome, showing: CaseEvidence(conversations, ending: ending), taking: duration,
      redacting: probe.target.redacting)
    // A walk may take long because it is minimized.
    attempt.circumstances.isStalled =
      attempt.verdict.isProblem && walk == nil && duration >= probe.patience.shortest
    attempt.circumstances.reliesOnPause = probe.state.withLock { $0.reliesOnPause }
    return attempt
  }

}

extension Probe {
  /// Runs the steps, for as long as the whole case may take; in a recording, no time passes.
  fileprivate func limited(_ steps: @escaping @Sendable () async throws -> Void) async throws {
    guard !log.isRead else { return try await steps() }
    let limit = patience.wholeCase
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await steps() }
      group.addTask { [log] in
        try await Task.sleep(for: limit)
        log.cut()
        throw CaseStop.impossible("the steps did not end within \(limit)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension FTPClientError.Awaited {
  /// The rule that a server breaks, in any case, if it does not come; nil for the one that the case is about.
  fileprivate var rule: RequirementID? {
    switch self {
    case .reply: "959:4.2:every-command-answered"
    case .finalReply, .finalTransferReply: "959:4.2:preliminary-then-final"
    case .greeting, .earlierReplies, .replyBytes, .connectionEnd: nil
    }
  }
}

/// Why the steps of a case could not begin.
private struct PreparationFailure: Error, CustomStringConvertible {
  let cause: any Error

  var description: String {
    switch cause {
    case CaseStop.impossible(let reason), CaseStop.crowdedOut(let reason), CaseStop.turnedAway(let reason):
      reason
    case CaseStop.found(let finding):
      "before the first step: \(finding.line)"
    default: "before the first step: \(cause)"
    }
  }

  /// Whether the server may only be short of connections at the moment.
  var isCrowdedOut: Bool {
    switch cause {
    // The login worked before the first case.
    case CaseStop.crowdedOut, CaseStop.turnedAway, CaseStop.found: true
    case FTPClientError.transport(let error):
      error.step == .connect || error.step == .connectData || error.isPeerGone
    case FTPClientError.closedByServer: true
    case FTPClientError.unexpectedReply(let reply, _, _): reply.code == 421
    default: false
    }
  }
}
