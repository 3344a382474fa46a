import FTPClient
import FTPConformance
import FTPConversation
import FTPFuzzing
import FTPProtocol
import FTPSystem
import FTPTransport

/// What `fuzz server` was asked to do.
struct ServerFuzzPlan: Sendable {
  private let invocation: Invocation
  private let url: ServerURL?
  /// The words of the command that starts the server; empty if it runs already.
  private let command: [String]
  private let seed: UInt64
  private let timeoutScale: Double

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    let words = invocation.operands.dropFirst().map(\.text)
    let front = max(0, (invocation.operandsBeforeDashes ?? invocation.operands.count) - 1)
    command = Array(words.dropFirst(front))
    guard front <= 1 else {
      throw invocation.usageError("unexpected operand after the server; put a command after '--'")
    }
    do throws(ArgumentValueError) {
      url = try words.prefix(front).first.map { text throws(ArgumentValueError) in
        try ServerURL(text, overTLS: true)
      }
    } catch {
      throw invocation.usageError(error.message, suggestion: error.suggestion)
    }
    guard url != nil || !command.isEmpty else {
      throw invocation.usageError("name a server: its URL, or '--' and the command that starts it")
    }
    guard url != nil || CommandWord.port.stands(in: command) else {
      throw invocation.usageError(
        "the command has no \(CommandWord.port.word) for the port to listen on; if the port is fixed, name the server before '--'"
      )
    }
    timeoutScale = try invocation.timeoutScale()
    seed = invocation.number(.fuzzSeed).map { UInt64($0) } ?? UInt64.random(in: 0...0xFFFF_FFFF)
  }

  /// Runs the search and reports the result.
  func run() async -> ExitStatus {
    do {
      let target = try target()
      guard try await mayBeTried(target) else { return .usage }
      var campaign = ServerCampaign(at: target, seed: seed)
      campaign.command = command
      campaign.timeoutScale = timeoutScale
      campaign.runs = invocation.number(.fuzzRuns)
      campaign.time = invocation.duration(.fuzzTime) ?? (campaign.runs == nil ? .seconds(60) : nil)
      if let rate = invocation.number(.fuzzRate) { campaign.rate = rate }
      if invocation.flag(.fuzzUntilCovered) { campaign.patienceForCoverage = 300 }
      guard !invocation.isGiven(.fuzzCase) else { return try await replay(campaign) }
      return try await search(campaign)
    } catch let problem as ServerGrounds.Problem {
      invocation.report(Task.isCancelled ? "interrupted" : problem.description)
      return Task.isCancelled ? .interrupted : .noConversation
    } catch let error as LocalFileError {
      invocation.report(error.description)
      return .localFile
    } catch {
      return invocation.report(ConversationFailure(error))
    }
  }

  private func target() throws -> TestedServer {
    let security = ClientTLS.Mode(invocation) ?? url?.security ?? .none
    var target: TestedServer
    if let url {
      let login = try ServerTarget.login(at: url, invocation)
      let shown = ServerURL(user: login?.user, host: url.host, port: url.port, security: security)
      target = TestedServer(
        host: url.host, port: url.port, login: login ?? .anonymous, url: shown.description, security: security
      )
    } else {
      target = TestedServer(host: "127.0.0.1", port: 0, security: security)
    }
    target.tls = try ClientTLS(invocation)
    return target
  }

  /// Whether the server is on this machine, or the user has confirmed that it is theirs.
  private func mayBeTried(_ target: TestedServer) async throws -> Bool {
    guard !invocation.flag(.fuzzOwn) else { return true }
    let addresses: [SocketAddress]
    do throws(TransportError) {
      let wakeUp = WakeUp()
      addresses = try await BlockingThread.run(waitingWith: wakeUp) { () throws(TransportError) in
        try Resolver.resolve(target.host, port: target.port, deadline: .after(.seconds(10)), wakeUp: wakeUp)
      }
    } catch { throw ServerGrounds.Problem(error.description) }
    guard !addresses.allSatisfy(\.isLoopback) else { return true }
    invocation.report(
      "\(target.host) is another machine; what is sent may break it, so say --i-own-this-server where it is yours"
    )
    return false
  }

  private func search(_ campaign: ServerCampaign) async throws -> ExitStatus {
    let folder = try FindingsFolder(invocation)
    let progress = FuzzProgress(console: invocation.console)
    let text = ServerFuzzText(again: again, seed: seed, saves: invocation.value(.fuzzSave))
    let console = invocation.console
    let failure = Guarded<LocalFileError?>(nil)
    let summary = try await campaign.run { event in
      switch event {
      case .began(let grounds): console.print(ServerFuzzText.beginning(grounds))
      case .progress(let runs, let time, let coverage): progress.show(UInt64(runs), time, text.bar(coverage))
      case .broken(let fault):
        progress.show("\(fault.kind.oracle) is broken; looking for the shortest sequence")
      case .found(let finding):
        progress.end()
        do throws(LocalFileError) {
          console.print(text.finding(finding, path: try save(finding, in: folder)), terminator: "")
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    progress.end()
    console.print(text.summary(summary), terminator: "")
    if let error = failure.withLock({ $0 }) { throw error }
    return status(of: summary)
  }

  private func replay(_ campaign: ServerCampaign) async throws -> ExitStatus {
    var status = ExitStatus.fine
    for path in invocation.values(.fuzzCase) {
      var bytes: [UInt8] = []
      try InputFile.read(path, limit: 64 << 20) { bytes += $0 }
      let sequence: ServerSequence
      do throws(ServerSequenceError) {
        sequence = try ServerSequence(parsing: bytes)
      } catch {
        invocation.report("\(path): \(error)")
        return .localFile
      }
      let summary = try await campaign.replay(sequence)
      let text = ServerFuzzText(again: again, seed: nil, saves: nil)
      for finding in summary.findings {
        invocation.console.print(text.finding(finding, path: path), terminator: "")
      }
      if summary.findings.isEmpty {
        invocation.console.print("\(path): nothing found in \(summary.runs.counted("attempt"))")
      }
      let own = self.status(of: summary)
      if own != .fine { status = own }
    }
    return status
  }

  private func status(of summary: ServerCampaign.Summary) -> ExitStatus {
    for leftover in summary.leftovers { invocation.report("left on the server: \(leftover)") }
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = summary.problem { invocation.report("stopped early: \(problem)") }
    if summary.findings.contains(where: \.isCertain) { return .negative }
    return summary.problem == nil ? .fine : .noConversation
  }

  /// Writes a finding to its file; nil if nothing is to be saved.
  private func save(
    _ finding: ServerFinding, in folder: FindingsFolder?
  ) throws(LocalFileError) -> String? {
    guard let folder else { return nil }
    let quoted = FuzzText.quoted(folder.path(of: finding.fileName))
    return try folder.save(finding.file(reproducedBy: again("--case \(quoted)")), as: finding.fileName)
  }

  /// The command line that tries the same server with other options.
  @Sendable private func again(_ options: String) -> String {
    var words = ["ftpraw fuzz server", options]
    if invocation.flag(.fuzzOwn) { words.append("--i-own-this-server") }
    words += invocation.words(of: [.timeoutScale]).map(FuzzText.word)
    words += invocation.words(of: OptionSpecification.ofTLS).map(FuzzText.word)
    if let url {
      words.append(
        ServerURL(user: url.user, host: url.host, port: url.port, security: url.security).description)
    }
    if !command.isEmpty { words += ["--"] + command.map(FuzzText.word) }
    return words.joined(separator: " ")
  }
}
