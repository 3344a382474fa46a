import FTPClient
import FTPProtocol

extension ConformanceCase {
  /// Runs the case once on a fresh connection.
  ///
  /// Needs are not looked at: whoever calls this knows that they are met.
  /// - Parameters:
  ///   - directory: the name for a directory that belongs to the attempt, from the root, which it makes itself.
  public func attempt(
    at target: Target, knowing facts: ServerFacts, patience: Patience, seed: UInt64 = 0,
    directory: String? = nil
  ) async -> CaseAttempt {
    let probe = Probe(
      self, at: target, facts: facts, patience: patience, seed: seed, directory: directory)
    let outcome = await outcome(of: probe)
    let ending = await probe.endConnections()
    return conclude(probe, outcome, ending)
  }

  /// What the steps came to, before the judge has had a say.
  private struct Outcome {
    var verdict = CaseVerdict.pass
    var reason: String?
    var findings: [Finding] = []
    var isCrowdedOut = false
  }

  private func outcome(of probe: Probe) async -> Outcome {
    do {
      try await Self.within(probe.patience.wholeCase) {
        do { try await probe.prepare() } catch { throw PreparationFailure(cause: error) }
        try await self.steps(probe)
      }
      return Outcome()
    } catch let failure as PreparationFailure {
      var outcome = Outcome(verdict: .error, reason: failure.description)
      outcome.isCrowdedOut = failure.isCrowdedOut
      return outcome
    } catch let stop as CaseStop {
      return outcome(of: stop)
    } catch let error as FTPClientError {
      return outcome(of: error)
    } catch let error as Departure {
      return outcome(of: error.verdict(on: .server, expected: "a reply that says what it has to"))
    } catch let error as DataAddressError {
      return outcome(of: error.verdict)
    } catch {
      return Outcome(verdict: .error, reason: "\(error)")
    }
  }

  /// A reader of values found what no reader can make sense of.
  private func outcome(of verdict: Verdict) -> Outcome {
    Outcome(findings: [
      Finding(verdict.requirement, level, expected: verdict.expected, received: verdict.received)
    ])
  }

  private func outcome(of stop: CaseStop) -> Outcome {
    switch stop {
    case .found(let finding): Outcome(findings: [finding])
    case .broken(let finding): Outcome(verdict: .broken, findings: [finding])
    case .unsupported(let reason): Outcome(verdict: .unsupported, reason: reason)
    case .skipped(let reason): Outcome(verdict: .skipped, reason: reason)
    case .crowdedOut(let reason): Outcome(verdict: .error, reason: reason, isCrowdedOut: true)
    case .impossible(let reason): Outcome(verdict: .error, reason: reason)
    }
  }

  /// An error of the client says what the server did, unless the steps have misused the client.
  private func outcome(of error: FTPClientError) -> Outcome {
    let about = requirements.first ?? "959:4.2:every-command-answered"
    switch error {
    case .lineBreakInCommand, .inexpressibleAddress, .notConnected, .noDataConnection:
      return Outcome(verdict: .error, reason: error.description)
    case .timedOut(let awaited, _, _), .closedByServer(let awaited, _):
      let expected = awaited.isEmpty ? "the connection to stay open" : "a \(awaited)"
      return Outcome(findings: [Finding(about, level, expected: expected, received: error.description)])
    case .unexpectedReply(let reply, let command, let expected):
      return Outcome(findings: [
        Finding(about, level, expected: "\(expected) to \(command)", received: Probe.words(of: reply))
      ])
    case .malformedReply, .unusableAddress:
      return Outcome(findings: [
        Finding(about, level, expected: "a reply that can be read", received: error.description)
      ])
    case .transport(let cause):
      if cause.isCancelled || cause.step == .thread || cause.step == .resolve {
        return Outcome(verdict: .error, reason: error.description)
      }
      return Outcome(findings: [
        Finding(about, level, expected: "a connection that works", received: error.description)
      ])
    }
  }

  private func conclude(_ probe: Probe, _ outcome: Outcome, _ ending: ConnectionEnding) -> CaseAttempt {
    let conversations = probe.connections.map { connection in
      CaseAttempt.Conversation(
        opened: connection.opened, transcript: connection.client.transcript,
        serverVerdicts: connection.client.verdicts.filter { $0.party == .server })
    }
    var findings = outcome.findings + probe.findings
    for verdict in conversations.flatMap(\.serverVerdicts) where requirements.contains(verdict.requirement) {
      let finding = Finding(
        verdict.requirement, level, expected: verdict.expected, received: verdict.received)
      if !findings.contains(finding) { findings.append(finding) }
    }
    findings = findings.map { $0.redacted(for: probe.target) }
    return CaseAttempt(
      verdict: Self.verdict(outcome.verdict, findings), reason: outcome.reason.map(probe.target.redacting),
      findings: findings.filter { $0.level == .must } + findings.filter { $0.level != .must },
      ending: ending, duration: probe.start.duration(to: .now), conversations: conversations,
      directory: start == .inScratch ? probe.directory : nil, isCrowdedOut: outcome.isCrowdedOut)
  }

  /// What was found counts for more than why the steps ended.
  private static func verdict(_ outcome: CaseVerdict, _ findings: [Finding]) -> CaseVerdict {
    guard outcome != .broken, let worst = findings.map(\.level).max() else { return outcome }
    return worst == .must ? .fail : .warn
  }

  private static func within(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        throw CaseStop.impossible("the steps did not come to an end within \(limit)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// A case could not be brought to where its steps begin.
private struct PreparationFailure: Error, CustomStringConvertible {
  let cause: any Error

  var description: String {
    switch cause {
    case CaseStop.impossible(let reason), CaseStop.crowdedOut(let reason): reason
    case CaseStop.found(let finding):
      "before the first step: expected \(finding.expected); \(finding.received)"
    default: "before the first step: \(cause)"
    }
  }

  /// Whether the server may only be short of connections for the moment.
  var isCrowdedOut: Bool {
    switch cause {
    // Somebody could log in before the first case.
    case CaseStop.crowdedOut, CaseStop.found: true
    case FTPClientError.transport(let error): error.step == .connect || error.isPeerGone
    case FTPClientError.closedByServer: true
    case FTPClientError.unexpectedReply(let reply, _, _): reply.code == 421
    default: false
    }
  }
}
