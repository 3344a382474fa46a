import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport

/// A campaign in progress: what the client does with a correct server, and what was found so far.
final class ClientHunt: Sendable {
  private struct State {
    var next: UInt64
    var summary = ClientCampaign.Summary()
    var known: Set<ClientFault.Kind> = []
  }

  /// After how many hangs no more are reported.
  private static let mostHangs = 3

  let campaign: ClientCampaign
  private let tell: @Sendable (ClientCampaign.Event) -> Void
  private let state: Guarded<State>
  /// The run without a script.
  private let first: ClientRun.Outcome
  private let places: [String]
  private let usual: ClientRun.Usual
  let start = ContinuousClock.now

  /// Tries the client with a correct server.
  init(
    _ campaign: ClientCampaign, _ tell: @escaping @Sendable (ClientCampaign.Event) -> Void
  ) async throws(ClientCampaign.Problem) {
    self.campaign = campaign
    self.tell = tell
    first = await Self.trial(campaign, nil, "", usual: nil, campaign.limit)
    if let problem = first.problem { throw ClientCampaign.Problem(problem) }
    let ending = first.ending.map { "the command \($0)" } ?? "the command had to be ended"
    let output = first.output.last.map { ": \($0)" } ?? ""
    if !first.hasConnected, first.ending == .exited(126) || first.ending == .exited(127) {
      throw ClientCampaign.Problem("cannot start '\(campaign.command.first ?? "")'\(output)")
    }
    guard first.hasConnected else {
      throw ClientCampaign.Problem(
        Task.isCancelled ? "interrupted" : "\(ending) without connecting to the server\(output)")
    }
    if campaign.download != nil || campaign.uploads, first.ending != .exited(0) {
      throw ClientCampaign.Problem("\(ending), even with a correct server\(output)")
    }
    places = ScriptGenerator(seed: 0, verbs: first.verbs).places
    usual = ClientRun.Usual(
      // The client may have used more than was seen of a short run, and must not be blamed for that later.
      memoryBound: first.memoryCeiling + campaign.memory,
      talk: first.ending == .exited(0) ? first.talk.flatMap { $0.isInOrder ? $0 : nil } : nil)
    var state = State(next: campaign.firstRun)
    state.summary.possible = ClientWay.all(places)
    self.state = Guarded(state)
    tell(.began(first.verbs.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }))
  }

  /// Looks for scripts that break something until a bound is reached.
  func search() async -> ClientCampaign.Summary {
    for fault in first.faults where isNew(fault) {
      tell(.broken(fault))
      await add(ClientScript(), fault, run: nil, first)
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, campaign.jobs) {
        group.addTask { await self.work() }
      }
    }
    return state.withLock { state in
      state.summary.duration = .now - self.start
      return state.summary
    }
  }

  /// Tries one script as often as findings are repeated.
  func replay(_ script: Script, _ text: String) async -> ClientCampaign.Summary {
    var summary = ClientCampaign.Summary()
    var seen: [ClientFault.Kind: (fault: ClientFault, count: Int, outcome: ClientRun.Outcome)] = [:]
    var order: [ClientFault.Kind] = []
    while summary.runs < campaign.trials, summary.problem == nil, !Task.isCancelled {
      let outcome = await trial(script, text, campaign.limit)
      summary.runs += 1
      summary.problem = outcome.problem
      var kinds: Set<ClientFault.Kind> = []
      for fault in outcome.faults where kinds.insert(fault.kind).inserted {
        if seen[fault.kind] == nil { order.append(fault.kind) }
        seen[fault.kind] = (fault, (seen[fault.kind]?.count ?? 0) + 1, outcome)
      }
    }
    let rules = text.split(separator: "\n").count { !$0.hasPrefix("#") }
    summary.findings = order.compactMap { seen[$0] }.map {
      ClientFinding(
        fault: $0.fault, run: nil, script: text, ruleCount: rules, originalCount: rules, trials: summary.runs,
        shown: $0.count, transcript: $0.outcome.transcript, output: $0.outcome.output)
    }
    summary.duration = .now - start
    return summary
  }

  /// Makes one run after the other, at the same time as other workers.
  private func work() async {
    var generator = ScriptGenerator(seed: campaign.seed, verbs: first.verbs)
    while !Task.isCancelled, let run = next() {
      let (script, ways) = generator.make(run: run)
      let outcome = await trial(script, campaign.limit)
      guard !Task.isCancelled else { return }
      let met = ways.filter { $0.place == "connect" || outcome.verbs.contains($0.place) }
      let (runs, seen, possible) = state.withLock { state in
        state.summary.runs += 1
        state.summary.seen.formUnion(met)
        if let problem = outcome.problem { state.summary.problem = problem }
        return (state.summary.runs, state.summary.seen.count, state.summary.possible.count)
      }
      tell(.progress(runs: runs, .now - start, seen: seen, possible: possible))
      for fault in outcome.faults where isNew(fault) {
        tell(.broken(fault))
        await add(script, fault, run: run, outcome)
      }
    }
  }

  /// The number of the next run; nil if a bound is reached.
  private func next() -> UInt64? {
    if let time = campaign.time, .now - start >= time { return nil }
    return state.withLock { state in
      guard state.summary.problem == nil else { return nil }
      if campaign.sought != nil, !state.summary.findings.isEmpty { return nil }
      let number = state.next
      if let runs = campaign.runs, number - campaign.firstRun >= UInt64(clamping: runs) { return nil }
      state.next += 1
      return number
    }
  }

  private func isNew(_ fault: ClientFault) -> Bool {
    guard (campaign.sought ?? fault.kind.oracle) == fault.kind.oracle else { return false }
    return state.withLock { state in
      // Hangs take long to minimize, and many of them have the same cause.
      let isOneMore = state.known.count { $0.oracle == .hang } >= Self.mostHangs && fault.kind.oracle == .hang
      return !isOneMore && state.known.insert(fault.kind).inserted
    }
  }

  private func add(_ script: ClientScript, _ fault: ClientFault, run: UInt64?, _ outcome: ClientRun.Outcome)
    async
  {
    let finding = await minimize(script, fault, run: run, outcome)
    if fault.kind.oracle == .hang, finding.shown == 0 {
      // The client was only late.
      return state.withLock { _ = $0.known.remove(fault.kind) }
    }
    tell(.found(finding))
    state.withLock { $0.summary.findings.append(finding) }
  }

  func trial(_ script: ClientScript, _ limit: Duration) async -> ClientRun.Outcome {
    guard let played = try? script.script() else { return ClientRun.Outcome() }
    return await trial(script.rules.isEmpty ? nil : played, script.description, limit)
  }

  private func trial(_ script: Script?, _ text: String, _ limit: Duration) async -> ClientRun.Outcome {
    await Self.trial(campaign, script, text, usual: usual, limit)
  }

  private static func trial(
    _ campaign: ClientCampaign, _ script: Script?, _ text: String, usual: ClientRun.Usual?, _ limit: Duration
  ) async -> ClientRun.Outcome {
    let run = ClientRun(campaign: campaign, usual: usual, limit: limit, wakeUp: WakeUp())
    return await withTaskCancellationHandler {
      await BlockingThread.run { run.run(script, text) }
    } onCancel: {
      run.wakeUp.signal()
    }
  }
}
