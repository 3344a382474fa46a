import FTPClient
import FTPConformance
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport
import FTPVectors

/// A campaign in progress: the server, and what was found so far.
final class ServerHunt: Sendable {
  /// The outcome of one sequence.
  struct Trial: Sendable {
    var faults: [ServerFault] = []
    var arrows: Set<DiagramCoverage.Arrow> = []
    var transcript = ""
    /// Why no more sequences are possible.
    var problem: String?
  }

  private struct State {
    /// How many folders were made.
    var count = 0
    /// The folder that is ready for the next sequence.
    var next: String?
  }

  /// The name of the folder between that of the run and those of the sequences.
  private static let parentName = "in"

  private let campaign: ServerCampaign
  private let tell: @Sendable (ServerCampaign.Event) -> Void
  private let process: FuzzedProcess?
  private let grounds: ServerGrounds
  /// The folder that contains those of the sequences.
  private let parent: String?
  private let state = Guarded(State())
  private let start = ContinuousClock.now

  /// Starts the server if the campaign has a command for that, and examines it.
  init(
    _ campaign: ServerCampaign, _ tell: @escaping @Sendable (ServerCampaign.Event) -> Void
  ) async throws(ServerGrounds.Problem) {
    self.campaign = campaign
    self.tell = tell
    var target = campaign.target
    process =
      campaign.command.isEmpty
      ? nil
      : try FuzzedProcess(campaign.command, at: target, timeoutScale: campaign.timeoutScale)
    if let port = process?.port {
      target = target.moved(to: port)
    }
    do throws(ServerGrounds.Problem) {
      try await process?.start()
      grounds = try await ServerGrounds.find(target, timeoutScale: campaign.timeoutScale)
    } catch {
      await process?.stop()
      throw error
    }
    parent = grounds.folder.map { "\($0)/\(Self.parentName)" }
    tell(.began(grounds))
    await prepare()
  }

  /// Looks for sequences that break something until a bound is reached.
  func search() async -> ServerCampaign.Summary {
    var summary = ServerCampaign.Summary(coverage: DiagramCoverage(grounds.target.diagram))
    var generator = SequenceGenerator(seed: campaign.seed, grounds)
    var known: Set<ServerFault.Kind> = []
    var barren = 0
    var dismissals = 0
    let slot = Duration.seconds(1) / max(1, campaign.rate)
    while !Task.isCancelled, summary.problem == nil {
      let began = ContinuousClock.now
      if let runs = campaign.runs, summary.runs >= runs { break }
      if let time = campaign.time, began - start >= time { break }
      if campaign.sought != nil, !summary.findings.isEmpty { break }
      if let bound = campaign.patienceForCoverage, barren >= bound { break }
      let sequence = generator.next(summary.coverage)
      let trial = await self.trial(sequence)
      guard !Task.isCancelled else { break }
      barren = summary.coverage.add(trial.arrows) > 0 ? 0 : barren + 1
      for fault in trial.faults
      where (campaign.sought ?? fault.kind) == fault.kind && known.insert(fault.kind).inserted {
        tell(.broken(fault))
        let finding = await minimize(sequence, fault, run: summary.runs, trial)
        if fault.kind.oracle.isGrowth, finding.shown < finding.trials {
          // Another sequence may cause lasting growth, but growth that comes and goes is looked at only a few times.
          dismissals += 1
          if dismissals < 5 { known.remove(fault.kind) }
          continue
        }
        tell(.found(finding))
        summary.findings.append(finding)
      }
      summary.runs += 1
      summary.problem = trial.problem
      tell(.progress(runs: summary.runs, .now - start, summary.coverage))
      let left = slot - (ContinuousClock.now - began)
      if left > .zero { try? await Task.sleep(for: left) }
    }
    return summary
  }

  /// Tries one sequence as often as findings are repeated.
  func replay(_ sequence: ServerSequence) async -> ServerCampaign.Summary {
    var summary = ServerCampaign.Summary(coverage: DiagramCoverage(grounds.target.diagram))
    var seen: [ServerFault.Kind: (fault: ServerFault, count: Int, transcript: String)] = [:]
    var order: [ServerFault.Kind] = []
    while summary.runs < campaign.trials, summary.problem == nil, !Task.isCancelled {
      let trial = await self.trial(sequence, isPatient: true)
      summary.runs += 1
      summary.coverage.add(trial.arrows)
      summary.problem = trial.problem
      for fault in trial.faults {
        if seen[fault.kind] == nil { order.append(fault.kind) }
        seen[fault.kind] = (fault, (seen[fault.kind]?.count ?? 0) + 1, trial.transcript)
      }
    }
    summary.findings = order.compactMap { seen[$0] }.map {
      ServerFinding(
        fault: $0.fault, run: nil, sequence: sequence, originalCount: sequence.commandCount,
        trials: summary.runs,
        shown: $0.count, transcript: $0.transcript)
    }
    return summary
  }

  /// Leaves the server as it was before.
  func end(_ summary: ServerCampaign.Summary) async -> ServerCampaign.Summary {
    var summary = summary
    // A folder that the campaign made is removed with its contents.
    if process?.hasFolder != true { summary.leftovers = await grounds.tidyUp() }
    await process?.stop()
    summary.duration = .now - start
    return summary
  }
}

// Playing one sequence.
extension ServerHunt {
  /// Plays a sequence in its own folder and checks all oracles.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - isPatient: Whether to wait for replies as long as any server may take, because a slow server is not silent.
  /// - Returns: what the server answered, and what is wrong with it.
  private func trial(_ sequence: ServerSequence, isPatient: Bool = false) async -> Trial {
    var trial = Trial()
    if let process, process.ending != nil {
      do throws(ServerGrounds.Problem) { try await process.start() } catch {
        trial.problem = error.description
        return trial
      }
      await prepare()
    }
    _ = process?.newOutput()
    let before = process?.use
    let name = state.withLock { $0.next }
    let login = campaign.patience ?? grounds.patience.refusal
    let reply = isPatient ? login : campaign.patience ?? grounds.patience.reply
    let outcome = await SequencePlay.run(
      sequence, at: grounds, patience: (reply, login),
      quiet: campaign.quiet ?? grounds.patience.quiet,
      folder: parent.flatMap { parent in name.map { "\(parent)/\($0)" } })
    trial.arrows = outcome.arrows
    trial.transcript = outcome.transcript
    trial.faults = outcome.faults
    let failure = await visit(removing: name)
    guard !Task.isCancelled else { return trial }
    if let process {
      if let change = process.changeOutside()
        ?? (EnclosedFolder.isFromOutside(outcome.downloads) ? "a file outside the folder was sent" : nil)
      {
        trial.faults.append(ServerFault(.folder, change))
      }
      if let report = FaultReport.find(in: process.newOutput()) {
        trial.faults.append(ServerFault(.report, rule: report.sign, grounds.target.redacting(report.line)))
      }
      if let ending = process.ending {
        // The other faults follow from the crash.
        trial.faults = trial.faults.filter { $0.kind.oracle == .report || $0.kind.oracle == .folder }
        trial.faults.append(
          ServerFault(.crash, rule: "\(ending)", isLenient: ending.isByOthers, "the process \(ending)"))
        return trial
      }
      if failure == nil,
        let growth = await ServerGrowth.fault(since: before, within: campaign.settling, { process.use })
      {
        trial.faults.append(growth)
      }
    }
    guard let failure else { return trial }
    let reason = grounds.target.redacting("\(failure)")
    trial.faults.append(ServerFault(.service, rule: failure.isRefusedConnection ? "refused" : "", reason))
    if let process {
      // A server that serves no sessions is started again for the next sequence.
      await process.stop()
      do throws(ServerGrounds.Problem) { try await process.start() } catch {
        trial.problem = error.description
      }
      await prepare()
    } else {
      trial.problem = "the server no longer works: \(reason)"
    }
    return trial
  }

  /// Makes the folders that contain those of the sequences, because a server that was started again may have lost them,
  /// and the first folder for a sequence.
  private func prepare() async {
    if let folder = grounds.folder, let slash = folder.lastIndex(of: "/") {
      let above = slash == folder.startIndex ? "/" : String(folder[..<slash])
      let name = String(folder[folder.index(after: slash)...])
      try? await ServiceVisit(grounds: grounds, parent: above).pay(removing: nil, making: name)
      try? await ServiceVisit(grounds: grounds, parent: folder).pay(removing: nil, making: Self.parentName)
    }
    _ = await visit(removing: nil)
  }

  /// Checks that a new session works, and makes the folder of the next sequence.
  ///
  /// Returns the error if the session does not work in time.
  private func visit(removing old: String?) async -> (any Error)? {
    let next = state.withLock { state in
      state.count += 1
      state.next = "s\(state.count)"
      return state.next
    }
    let visit = ServiceVisit(grounds: grounds, parent: parent)
    // Sessions that just ended may still count towards the server's limit.
    let deadline = ContinuousClock.now + grounds.patience.connecting
    while true {
      do {
        try await visit.pay(removing: old, making: next)
        return nil
      } catch {
        guard process?.ending == nil, ContinuousClock.now < deadline, !Task.isCancelled else {
          return error
        }
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}

// How findings are minimized.
extension ServerHunt {
  private func minimize(
    _ sequence: ServerSequence, _ fault: ServerFault, run: Int, _ first: Trial
  ) async -> ServerFinding {
    var smallest = sequence
    var last = (fault: fault, transcript: first.transcript)
    var budget = campaign.shortenings
    var deadline = ContinuousClock.now + campaign.shorteningLimit
    if let time = campaign.time { deadline = min(deadline, max(start + time, .now) + campaign.graceLimit) }
    func shows(_ candidate: ServerSequence, isPatient: Bool = false) async -> Bool {
      budget -= 1
      let trial = await self.trial(candidate, isPatient: isPatient)
      guard let same = trial.faults.first(where: { $0.kind == fault.kind }) else { return false }
      last = (same, trial.transcript)
      return true
    }
    var isPossible: Bool { budget > 0 && ContinuousClock.now < deadline && !Task.isCancelled }

    // A fault that depends on timing need not show at the first attempt.
    var isRepeatable = false
    for _ in 0..<campaign.trials where !isRepeatable && first.problem == nil && isPossible {
      isRepeatable = await shows(sequence)
    }
    if isRepeatable {
      var search = Shortening(sequence.actions)
      while isPossible, let (actions, _) = search.next() {
        let candidate = ServerSequence(sequence.start, actions)
        search.answer(await shows(candidate))
      }
      smallest.actions = search.kept
      for index in smallest.actions.indices {
        for plainer in smallest.actions[index].plainer where isPossible {
          var candidate = smallest
          candidate.actions[index] = plainer
          guard await shows(candidate) else { continue }
          smallest = candidate
          break
        }
        guard case .write(let line, let isUrgent, let waits) = smallest.actions[index],
          case .bytes(let bytes)? = line.parts.first, line.parts.count == 1, bytes.count > 8
        else { continue }
        var search = Shortening(bytes)
        while isPossible, let (bytes, _) = search.next() {
          var candidate = smallest
          candidate.actions[index] = .write(VectorLine(bytes), isUrgent: isUrgent, waits: waits)
          search.answer(!bytes.isEmpty && bytes.last == 0x0A ? await shows(candidate) : false)
        }
        smallest.actions[index] = .write(VectorLine(search.kept), isUrgent: isUrgent, waits: waits)
      }
      smallest = smallest.normalized
    }
    var shown = 0
    var trials = 0
    while trials < campaign.trials, first.problem == nil, !Task.isCancelled {
      trials += 1
      if await shows(smallest, isPatient: true) { shown += 1 }
    }
    return ServerFinding(
      fault: last.fault, run: run, sequence: smallest, originalCount: sequence.commandCount, trials: trials,
      shown: shown, transcript: last.transcript)
  }
}

extension Error {
  /// Whether nothing listens any longer.
  ///
  /// A server that is only full of earlier sessions still accepts connections.
  fileprivate var isRefusedConnection: Bool {
    guard let error = self as? FTPClientError, case .transport(let failure) = error else { return false }
    return failure.step == .connect
  }
}

extension ServerSequence.Action {
  /// Actions that may replace this one and are easier to read, the plainest first.
  fileprivate var plainer: [Self] {
    guard case .write(let line, let isUrgent, let waits) = self else { return [] }
    let whole = VectorLine(line.parts.filter { if case .cut = $0 { false } else { true } })
    let candidates: [Self] = [
      .write(whole, isUrgent: false, waits: true), .write(whole, isUrgent: isUrgent, waits: true),
      .write(whole, isUrgent: false, waits: waits), .write(whole, isUrgent: isUrgent, waits: waits),
      .write(line, isUrgent: false, waits: true),
    ]
    return candidates.filter { $0 != self }
  }
}
