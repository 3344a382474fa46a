import FTPClient
import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPText
import FTPTransport

/// What `fuzz server` was asked to do.
struct ServerFuzzPlan: Sendable {
  private let invocation: Invocation
  private let url: ServerURL?
  /// The words of the command that starts the server; empty if it runs already.
  private let command: [String]
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
  }

  /// Runs the search and reports the result.
  func run() async -> ExitStatus {
    let words = CampaignPlan<FuzzedServer>.Words(
      run: "sequence", noun: "sequence", part: "command", ways: "arrows", legend: "state, box, command",
      hasRate: false, quoted: ShellWord.alwaysQuoted, repeating: { "--seed \($0) --runs \($1 + 1)" },
      serving: nil,
      beginning: Self.beginning)
    return await CampaignPlan(invocation: invocation, words: words, again: again).run { bounds in
      let target = try target()
      try await invocation.requireOwnServer(target)
      var campaign = ServerCampaign(at: target, bounds)
      campaign.subject.command = command
      campaign.subject.timeoutScale = timeoutScale
      if let rate = invocation.number(.fuzzRate) { campaign.rate = rate }
      if invocation.flag(.fuzzUntilCovered) { campaign.patienceForCoverage = 300 }
      return campaign
    }
  }

  /// Which server is tried, and in which folder it may write.
  @Sendable private static func beginning(_ target: FuzzedServer) -> String {
    let grounds = target.grounds
    return "\(grounds.target.url): "
      + (grounds.folder.map { "files are written in \(Escaping.ascii($0.utf8, limit: 200)) alone" }
        ?? "nothing is written: \(PrintableText.line(grounds.reasonAgainstWriting ?? "no folder is writable"))")
  }

  private func target() throws -> TestedServer {
    var target =
      try url.map { try TestedServer(at: $0, invocation) }
      ?? TestedServer(host: "127.0.0.1", port: 0, security: ClientTLS.Mode(invocation) ?? .none)
    target.tls = try ClientTLS(invocation)
    return target
  }

  /// The command line that tries the same server with other options.
  @Sendable private func again(_ options: String) -> String {
    var words = ["ftpraw fuzz server", options]
    words += invocation.words(of: [.fuzzOwn, .timeoutScale] + OptionSpecification.ofTLS).map(ShellWord.quoted)
    if let url {
      words.append(
        ServerURL(user: url.user, host: url.host, port: url.port, security: url.security).description)
    }
    if !command.isEmpty { words += ["--"] + command.map(ShellWord.quoted) }
    return words.joined(separator: " ")
  }
}

extension Invocation {
  /// Throws unless the server is on this machine, or the user has confirmed that it is theirs.
  func requireOwnServer(_ target: TestedServer) async throws {
    guard !flag(.fuzzOwn) else { return }
    let addresses: [SocketAddress]
    do throws(TransportError) {
      let wakeUp = WakeUp()
      addresses = try await BlockingThread.run(waitingWith: wakeUp) { () throws(TransportError) in
        try Resolver.resolve(target.host, port: target.port, deadline: .after(.seconds(10)), wakeUp: wakeUp)
      }
    } catch { throw ServerGrounds.Problem(error.description) }
    guard !addresses.allSatisfy(\.isLoopback) else { return }
    throw ConversationFailure(
      "\(target.host) is another machine; what is sent may break it, so say --i-own-this-server where it is yours",
      .usage)
  }
}
