import FTPClient
import FTPConformance
import FTPConversation
import FTPSystem
import FTPTransport

/// A search for sequences that break a server.
package typealias ServerCampaign = Campaign<FuzzedServer>

/// The server of a campaign, which is running already or is started for it.
package struct ServerSubject: Sendable {
  /// The server.
  ///
  /// Its port is ignored if the command contains the word for a port.
  package var target: TestedServer
  /// The command that starts the server; empty if it is running already.
  package var command: [String] = []
  /// How long to wait for replies that must come; nil for as long as `check` waits.
  package var patience: Duration?
  /// How long to wait for replies that need not come; nil for a few round trips.
  package var quiet: Duration?
  /// How long a server that was started for the campaign may take to close what a session opened.
  package var settling = Duration.seconds(2)
  /// The factor for the timeouts of `check`.
  package var timeoutScale = 1.0
}

extension ServerCampaign {
  package init(at target: TestedServer, _ bounds: CampaignBounds) {
    self.init(ServerSubject(target: target), bounds)
    rate = 200
  }
}

/// A server in a campaign: its process, its folders, and what `check` would find out first.
package final class FuzzedServer: CampaignTarget {
  private struct State {
    /// How many folders were made.
    var count = 0
    /// The folder that is ready for the next sequence.
    var next: String?
  }

  package typealias Case = ServerSequence
  package typealias Oracle = ServerOracle
  package typealias Way = DiagramArrow

  package static let usualJobs = 1
  package static let mostAccidents = 5

  /// The name of the folder between that of the run and those of the sequences.
  private static let parentName = "in"

  /// The server, and how it can be tried.
  package let grounds: ServerGrounds
  private let subject: ServerSubject
  private let process: FuzzedProcess?
  /// The folder that contains those of the sequences.
  private let parent: String?
  private let state = Guarded(State())

  package static func start(_ subject: ServerSubject) async throws(ServerGrounds.Problem) -> FuzzedServer {
    let target = try await FuzzedServer(subject)
    await target.prepare()
    return target
  }

  private init(_ subject: ServerSubject) async throws(ServerGrounds.Problem) {
    self.subject = subject
    var target = subject.target
    process =
      subject.command.isEmpty
      ? nil : try FuzzedProcess(subject.command, at: target, timeoutScale: subject.timeoutScale)
    if let port = process?.port { target = target.moved(to: port) }
    do throws(ServerGrounds.Problem) {
      try await process?.start()
      grounds = try await ServerGrounds.find(target, timeoutScale: subject.timeoutScale)
    } catch {
      await process?.stop()
      throw error
    }
    parent = grounds.folder.map { "\($0)/\(Self.parentName)" }
  }

  package var possible: Set<DiagramArrow> { DiagramArrow.all(grounds.target.diagram) }
  package func makeWorker(seed: UInt64) -> SequenceGenerator { SequenceGenerator(seed: seed, grounds) }

  package func attempt(
    _ runs: Range<UInt64>, _ generator: inout SequenceGenerator, _ coverage: CampaignCoverage<DiagramArrow>
  ) async -> [Attempt] {
    let sequence = generator.next(coverage)
    return [(runs.lowerBound, sequence, await trial(sequence, isPatient: false))]
  }

  /// A fault is seen again only with the patience for any server, because a slow server is not silent.
  package func trial(
    _ sequence: ServerSequence, minimizing oracle: ServerOracle?, _ generator: inout SequenceGenerator
  ) async -> Trial {
    await trial(sequence, isPatient: oracle == nil)
  }

  /// Another sequence may cause lasting growth, but growth that comes and goes is an accident.
  package func isAccident(_ finding: CampaignFinding<Case, Oracle>) -> Bool {
    finding.fault.kind.oracle.isGrowth && finding.shown < finding.trials
  }

  package func end() async -> [String] {
    // A folder that the campaign made is removed with its contents.
    let leftovers = process?.hasFolder == true ? [] : await grounds.tidyUp()
    await process?.stop()
    return leftovers
  }
}

// Playing one sequence.
extension FuzzedServer {
  /// Plays a sequence in its own folder and checks all oracles.
  private func trial(_ sequence: ServerSequence, isPatient: Bool) async -> Trial {
    if let process, process.ending != nil {
      if let problem = await restart(process) { return Trial(problem: problem) }
    }
    _ = process?.newOutput()
    let before = process?.use
    let name = state.withLock { $0.next }
    let login = subject.patience ?? grounds.patience.refusal
    let reply = isPatient ? login : subject.patience ?? grounds.patience.reply
    var play = SequencePlay(
      grounds, patience: (reply, login), quiet: subject.quiet ?? grounds.patience.quiet,
      folder: parent.flatMap { parent in name.map { "\(parent)/\($0)" } })
    var (trial, downloads) = await play.run(sequence)
    let failure = await visit(removing: name)
    guard !Task.isCancelled else { return trial }
    if let process {
      if let change = process.changeOutside()
        ?? (EnclosedFolder.isFromOutside(downloads) ? "a file outside the folder was sent" : nil)
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
          ServerFault(
            .crash, rule: "\(ending)", isLenient: ending.isByOthers, isProof: true, "the process \(ending)"))
        return trial
      }
      if failure == nil,
        let growth = await ServerGrowth.fault(since: before, within: subject.settling, { process.use })
      {
        trial.faults.append(growth)
      }
    }
    guard let failure else { return trial }
    let reason = grounds.target.redacting("\(failure)")
    let isRefused = failure.isRefusedConnection
    trial.faults.append(
      ServerFault(.service, rule: isRefused ? "refused" : "", isProof: isRefused, reason))
    if let process {
      // A server that serves no sessions is started again for the next sequence.
      trial.problem = await restart(process)
    } else {
      trial.problem = "the server no longer works: \(reason)"
    }
    return trial
  }

  /// Starts the server again; returns what prevents that.
  private func restart(_ process: FuzzedProcess) async -> String? {
    do throws(ServerGrounds.Problem) { try await process.start() } catch { return error.description }
    await prepare()
    return nil
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

extension Error {
  /// Whether nothing listens any longer.
  ///
  /// A server that is only full of earlier sessions still accepts connections.
  fileprivate var isRefusedConnection: Bool {
    guard let error = self as? FTPClientError, case .transport(let failure) = error else { return false }
    return failure.step == .connect
  }
}
