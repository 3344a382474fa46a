import FTPMockServer
import FTPSystem
import FTPTransport

extension Subcommand {
  /// `ftpraw serve [options]`.
  static let serve = Subcommand(
    name: "serve",
    options: [
      .root, .tree, .readOnly, .inPlace, .lineEnds, .user, .anonymous, .listen, .ipv6Only, .port,
      .passivePorts,
      .passiveAddress, .dialect, .without, .script, .fault, .log, .serveJSON, .once, .maxSessions,
      .idleTimeout, .quota, .host, .serveTLS, .serveReuse, .certificate, .certificateKey, .savedCertificate,
    ],
    glossaries: [.scriptRules, .scriptActions],
    exitStatuses: [.fine, .noConversation, .usage, .localFile],
    action: .asynchronous { invocation in
      if invocation.values(.fault).contains(FaultListing.word) {
        invocation.console.print(FaultListing(width: invocation.terminalWidth).text, terminator: "")
        return .fine
      }
      let plan = try ServePlan(invocation)
      return try await Interruption.cancels { await plan.run() }
    })
}

extension ServePlan {
  /// Serves until an interrupt, a SIGTERM, a SIGHUP, or the end of the only session.
  func run() async -> ExitStatus {
    let log: SessionLog?
    let server: MockServer
    do {
      log = try makeLog()
      DescriptorLimit.raise()
      server = try MockServer.start(try makeConfiguration(log))
      if let file = invocation.value(.savedCertificate), let certificate = server.certificate {
        try WholeFile.write(Array(certificate.utf8), to: file)
      }
    } catch {
      return invocation.report(ConversationFailure(serving: error))
    }
    for address in server.addresses where !address.isLoopback {
      invocation.report("anyone who can reach \(address) can try to log in")
    }
    invocation.console.print(server.url)
    log?.open()
    await withTaskCancellationHandler {
      await BlockingThread.run { server.waitUntilStopped() }
    } onCancel: {
      server.beginToStop()
    }
    guard let failure = log?.failure else { return .fine }
    invocation.report(failure)
    return .localFile
  }
}

extension OptionSpecification {
  static let root = OptionSpecification("root", value: Value("DIR", .file))
  static let tree = OptionSpecification("tree", value: Value("FILE", .file))
  static let readOnly = OptionSpecification("read-only", of: "serve")
  static let inPlace = OptionSpecification("in-place")
  static let user = OptionSpecification(
    "user", value: Value("NAME:PASSWORD[:HOME]", .text), isRepeatable: true)
  static let anonymous = OptionSpecification("anonymous")
  static let listen = OptionSpecification("listen", of: "serve", value: Value("ADDRESS", .text))
  static let ipv6Only = OptionSpecification("ipv6-only")
  static let lineEnds = OptionSpecification("line-ends", value: Value("HOW", .choices(["kept", "literal"])))
  static let port = OptionSpecification("port", of: "serve", value: Value("N", .number(0...65_535)))
  static let passivePorts = OptionSpecification("passive-ports", value: Value("A-B", .text))
  static let passiveAddress = OptionSpecification("passive-address", value: Value("ADDRESS", .text))
  static let host = OptionSpecification("host", value: Value("NAME", .text), isRepeatable: true)
  static let serveTLS = OptionSpecification(
    "tls", of: "serve", value: Value("MODE", .choices(ServerTLS.Mode.allCases.map(\.rawValue))))
  static let serveReuse = OptionSpecification("tls-reuse")
  static let certificate = OptionSpecification("cert", of: "serve", value: Value("FILE", .file))
  static let certificateKey = OptionSpecification("key", value: Value("FILE", .file))
  static let savedCertificate = OptionSpecification("save-cert", value: Value("FILE", .file))
  static let dialect = OptionSpecification(
    "dialect", value: Value("D", .choices(ListingDialect.all.map(\.name))))
  static let without = OptionSpecification("without", value: Value("VERB", .command), isRepeatable: true)
  static let script = OptionSpecification("script", value: Value("FILE", .file))
  static let fault = OptionSpecification("fault", value: Value("NAME[=VALUE]", .fault), isRepeatable: true)
  static let log = OptionSpecification("log", value: Value("FILE", .file))
  static let serveJSON = OptionSpecification("json", of: "serve")
  static let once = OptionSpecification("once")
  static let maxSessions = OptionSpecification("max-sessions", value: Value("N", .number(1...1_000_000)))
  static let quota = OptionSpecification("quota", value: Value("MIB", .number(1...1_048_576)))
  static let idleTimeout = OptionSpecification("idle-timeout", value: Value("SPAN", .duration))
}
