import FTPClient
import FTPConversation
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
    let stop = await stop(of: probe)
    let ending = await probe.endConnections()
    var attempt = conclude(probe, stop, ending, taking: probe.start.duration(to: .now))
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
      patience: recording.patience, seed: recording.seed.value, directory: recording.directory, log: log,
      recorded: saved.conversations)
    let stop = await played.stop(of: probe)
    let ending = await probe.endConnections()
    for connection in probe.connections { connection.finish() }
    var attempt = played.conclude(probe, log.departure ?? stop, ending, taking: saved.duration)
    attempt.isAlone = saved.isAlone
    attempt.isHurried = saved.isHurried
    attempt.beside = saved.beside
    attempt.exhibits = saved.exhibits
    attempt.recording = recording
    return attempt
  }

  /// Takes the steps; returns why they ended before the last one, or nil.
  private func stop(of probe: Probe) async -> CaseStop? {
    do {
      try await probe.limited {
        do { try await probe.prepare() } catch { throw CaseStop(preparing: error) }
        probe.begin()
        var player = CasePlayer(probe)
        for (place, step) in self.steps.enumerated() {
          probe.state.withLock { $0.step = place }
          try await player.play([step])
        }
        probe.state.withLock { $0.step = nil }
      }
      return nil
    } catch FTPClientError.transport(let cause) where cause.isPeerGone && probe.hasLostControl {
      return stop(by: FTPClientError.closedByServer(awaiting: .reply(to: nil), unfinished: ""))
    } catch FTPClientError.closedByServer where probe.hasSentQuit {
      // Who closes has understood QUIT.
      let rule: RequirementID = "959:4.1.1:quit-221-close"
      guard entry.requirements.contains(rule) else {
        return .skipped("QUIT got no reply, only the close (see rfc959/4.1.1/quit-221-close)")
      }
      return .found(Finding(rule, expected: "221 to QUIT before the close", received: "the close"))
    } catch {
      return stop(by: error)
    }
  }

  /// Why the steps end at an error.
  func stop(by error: any Error) -> CaseStop {
    switch error {
    case let stop as CaseStop: stop
    case let error as FTPClientError: stop(by: error)
    case let error as ValueDeviation:
      stop(
        by: Finding(error.verdict(on: .server, expected: Probe.form(of: error.requirement))), isAbout: true)
    case let error as DataAddressError: stop(by: error)
    default: .impossible("\(error)")
    }
  }

  /// An announcement that cannot be used is blamed on the server in cases about it; in others it only prepares.
  private func stop(by error: DataAddressError) -> CaseStop {
    stop(
      by: Finding(error.verdict),
      isAbout: error.source == .argument || [Verb.pasv, .epsv, .lpsv].contains(where: isAbout))
  }

  /// The form of a value is wrong: if a case watches for that, it is said there.
  private func stop(by finding: Finding, isAbout: Bool) -> CaseStop {
    if entry.requirements.contains(finding.requirement) { return .found(finding) }
    let watcher = CaseCatalogue.watcher(of: finding.requirement, party: .server)
    if isAbout, watcher == nil { return .found(finding) }
    return .skipped("\(finding.line)" + (watcher.map { " (see \($0))" } ?? ""))
  }

  /// An error of the client shows what the server did, unless the steps misused the client.
  private func stop(by error: FTPClientError) -> CaseStop {
    func found(
      _ expected: String, _ received: String? = nil, citing requirement: RequirementID? = nil
    ) -> CaseStop {
      .found(
        Finding(
          requirement ?? entry.mainRequirement, expected: expected, received: received ?? error.description))
    }
    switch error {
    case .lineBreakInCommand, .inexpressibleAddress, .notConnected, .noDataConnection, .cancelled,
      .tlsUnavailable, .transferUnderWay, .transferFinished, .transferAborted, .incomplete:
      return .impossible(error.description)
    case .timedOut(let awaited, _, _), .closedByServer(let awaited, _):
      return found("a \(awaited)", citing: awaited.rule)
    case .unexpectedReply(let reply, let command, let expected):
      return found("\(expected) to \(command)", Probe.words(of: reply))
    case .malformedReply: return found("a well-formed reply", citing: "959:4.2:reply-line")
    case .unusableAddress(let reply, _):
      do { _ = try AnnouncedAddress(reply) } catch { return stop(by: error) }
      return found("an address that can be used")
    case .transport(let cause):
      // An error on this machine says nothing about the server.
      if cause.isCancelled || [.thread, .resolve, .bind, .listen, .option].contains(cause.step) {
        return .impossible(error.description)
      }
      // What goes wrong at the end of any data is not what this case is about.
      if case .truncated = cause.cause {
        return found("a close alert at the end of the data", citing: "4217:12:close-notify")
      }
      if cause.isTimeout, cause.step == .read {
        return found("the end of the data", citing: "959:3.2:close-at-eof")
      }
      return found(cause.isPeerGone ? "the connection to stay open" : Finding.workingConnection)
    }
  }

  private func conclude(
    _ probe: Probe, _ stop: CaseStop?, _ ending: ConnectionEnding, taking duration: Duration
  ) -> CaseAttempt {
    let conversations = probe.connections.map { connection in
      let transcript = connection.transcript
      return CaseAttempt.Conversation(
        // The model judges what a walk is about; other cases cover most of the rest.
        opened: connection.opened, transcript,
        verdicts: connection.verdicts.filter { verdict in
          (walk == nil || Walk.replyRules.contains(verdict.requirement))
            && probe.facts.admit(verdict.requirement)
        },
        against: entry.party, isJudged: !(walk?.cutsDownloads ?? false),
        observed: probe.log.isWritten ? transcript.observedVerdicts(by: probe.target.diagram) : [])
    }
    let preparations = probe.state.withLock { $0.preparations }
    var stop = stop?.told(by: conversations) ?? emptiness(of: conversations, probe, preparations)
    if walk?.cutsDownloads ?? false, case .found(let finding) = stop,
      !Difference.requirements.contains(finding.requirement)
    {
      stop = Walk.endedEarly(seeing: "rfc959/4.2/retr-cut-by-reader")
    }
    var attempt = CaseAttempt(
      at: entry, stop, finding: probe.findings, in: conversations, ending: ending,
      showing: probe.state.withLock { $0.exhibits }, preparations: preparations, taking: duration,
      refuting: { conversations.refutation(of: $0, knowing: probe.facts) },
      redacting: probe.target.redacting)
    // A walk takes long because it has many commands, unless it shows that something did not come.
    let isLong = duration >= probe.patience.shortest
    let awaits = walk == nil || attempt.findings.contains { Walk.replyRules.contains($0.requirement) }
    attempt.isStalled = attempt.verdict.isProblem && isLong && awaits
    attempt.preparations = preparations
    (attempt.begin, attempt.stop) = probe.state.withLock { ($0.begin, $0.step) }
    attempt.reliesOnPause = probe.state.withLock { $0.reliesOnPause }
    return attempt
  }
}

extension Probe {
  /// Whether the last control connection was ended by the server, or lost.
  fileprivate var hasLostControl: Bool {
    connections.last?.transcript.events.contains(where: \.isCloseByPeer) ?? false
  }

  /// Whether the case has sent QUIT, and only the reply to that is missing.
  fileprivate var hasSentQuit: Bool {
    guard let transcript = connections.last?.transcript, transcript.begunCommand == nil else { return false }
    return transcript.events.last { event in
      if case .reply = event.content { true } else { event.lineSent != nil }
    }?.isQuit ?? false
  }

  /// Notes that the case itself begins.
  fileprivate func begin() {
    let count = connections.first?.eventCount ?? 0
    state.withLock { $0.begin = count }
  }

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

extension CaseStop {
  /// The same, but with the rule that was broken, whatever the steps waited for: the one about the reply after a 1yz if that
  /// did not come, the one about the control connection if it was closed before the next command could be sent.
  fileprivate func told(by conversations: [CaseAttempt.Conversation]) -> CaseStop {
    let rules: [RequirementID] = [
      "959:4.2:every-command-answered", "959:4.2:preliminary-then-final", .userRequestsClose,
      "959:3.2:close-at-eof",
    ]
    guard case .found(var finding) = self, rules.contains(finding.requirement) else { return self }
    // Where nothing was sent, there is no end of it to miss.
    if finding.requirement == "959:3.2:close-at-eof" {
      guard let transcript = conversations.last?.transcript, let verb = transcript.begunCommand,
        !transcript.events.contains(where: \.isDownload)
      else { return self }
      finding = Finding(
        "959:4.2:preliminary-then-final", expected: "data, or the final reply to \(verb)",
        received: finding.received)
    }
    // A server that says goodbye in reply to another command owes nothing more.
    let before = conversations.last?.transcript.events.prefix { !$0.isQuit } ?? []
    if let leave = before.lazy.compactMap(\.verdict).first(where: {
      $0.requirement == "1123:4.1.2.11:general-rules" && $0.received.hasPrefix("221")
    }) {
      return .found(Finding(leave))
    }
    // Under TLS, a reply to a transfer command may wait for the handshake of the data connection.
    if let events = conversations.last?.transcript.events,
      let last = events.lastIndex(where: { $0.isTransfer }),
      events.contains(where: \.isHandshake), !events[last...].contains(where: \.isHandshake)
    {
      return .skipped("the reply may wait for a handshake (see rfc4217/12/150-and-handshake)")
    }
    // What came was garbled, so that it was not taken for a reply.
    if finding.requirement == "959:4.2:every-command-answered",
      let garbled = conversations.last?.transcript.verdicts.first(where: {
        $0.requirement == "959:4.2:reply-line"
      })
    {
      return .found(Finding(garbled))
    }
    // After QUIT, a server may close.
    let isClosed =
      conversations.last?.transcript.events.prefix { !$0.isQuit }.contains(where: \.isCloseByPeer) ?? false
    if finding.requirement == "959:4.2:every-command-answered",
      let verb = conversations.lazy.compactMap(\.transcript.begunCommand).first
    {
      finding = Finding(
        "959:4.2:preliminary-then-final", expected: "the final reply to \(verb)", received: finding.received)
    } else if isClosed, let transcript = conversations.last?.transcript,
      let verb = transcript.commandAnsweredBeforeClose
    {
      // A server owes nothing to a stranger.
      guard transcript.hasLogin else {
        return .skipped("the server closed the control connection after \(verb), before a login")
      }
      return .found(
        Finding(
          .userRequestsClose, expected: "the control connection to stay open after \(verb)",
          received: "the server closed it"))
    }
    // Who closes after a refusal has not read what came next, which may have crossed the close.
    if isClosed, let transcript = conversations.last?.transcript, !transcript.hasLogin,
      transcript.lastReply?.code.isNegative ?? false
    {
      return .skipped("the server closed the control connection after a refusal, before a login")
    }
    // A client that sees the close does not wait.
    if isClosed { finding.harmRule = .userRequestsClose }
    return .found(finding)
  }

  /// Why the steps could not begin; this is not blamed on the server.
  fileprivate init(preparing error: any Error) {
    let reason = "before the first step: \(error)"
    self =
      switch error {
      // The login worked before the first case, so the server may only be short of connections at the moment.
      case CaseStop.crowdedOut(let reason), CaseStop.turnedAway(let reason): .crowdedOut(reason)
      case CaseStop.found(let finding): .crowdedOut("before the first step: \(finding.line)")
      case CaseStop.impossible(let reason, _): .impossible(reason)
      case FTPClientError.transport(let error)
      where error.step == .connect || error.step == .connectData || error.isPeerGone:
        .crowdedOut(reason)
      case FTPClientError.closedByServer: .crowdedOut(reason)
      case FTPClientError.unexpectedReply(let reply, _, _) where reply.code == 421: .crowdedOut(reason)
      default: .impossible(reason)
      }
  }
}

extension ConversationEvent {
  fileprivate var isTransfer: Bool { lineSent?.command?.verb.transfersData ?? false }

  /// Whether bytes of a download came.
  fileprivate var isDownload: Bool { if case .data(_, .download, _, _) = content { true } else { false } }

  /// Whether TLS was agreed on.
  fileprivate var isHandshake: Bool {
    if case .mark(.tls(_, .established)) = content { true } else { false }
  }
}

extension Transcript {
  /// The verb of the oldest command that has had a 1yz and no final reply; nil if there is none.
  fileprivate var begunCommand: String? {
    var begun: [Int: String] = [:]
    for case .reply(_, _, let judgement) in events.map(\.content) {
      guard let ordinal = judgement.ordinal else { continue }
      begun[ordinal] = judgement.isFinal ? nil : judgement.command?.verb.name ?? "a command"
    }
    return begun.min { $0.key < $1.key }?.value
  }

  /// Whether the control connection was reset.
  fileprivate var isLost: Bool {
    events.contains { event in
      if case .mark(.controlClosed(.lost)) = event.content { true } else { false }
    }
  }

  fileprivate var lastReply: Reply? {
    events.reversed().lazy.compactMap { if case .reply(let reply, _, _) = $0.content { reply } else { nil } }
      .first
  }

  /// Whether a login has succeeded.
  fileprivate var hasLogin: Bool {
    events.contains { event in
      if case .stateChanged(_, to: .loggedIn) = event.content { true } else { false }
    }
  }

  /// The verb of the last command, if it had its final reply; nil for QUIT, and for one without a reply.
  fileprivate var commandAnsweredBeforeClose: String? {
    let commands = events.indices.filter { events[$0].lineSent != nil }
    guard let last = commands.last, !events[last].isQuit else { return nil }
    func answered(_ place: Int) -> String? {
      guard let verb = events[place].lineSent?.command?.verb else { return nil }
      let isAnswered = events[place...].contains { event in
        guard case .reply(_, _, let judgement) = event.content else { return false }
        return judgement.isFinal && judgement.command?.verb == verb
      }
      return isAnswered ? verb.name : nil
    }
    // A connection that is lost was closed before the server read what had been sent; a long line may be half read.
    let isUnread = isLost && (events[last].lineSent?.count ?? 0) <= 512
    return answered(last) ?? (isUnread ? commands.dropLast().last.flatMap(answered) : nil)
  }
}
