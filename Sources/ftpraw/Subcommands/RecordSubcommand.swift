import FTPClient
import FTPConversation
import FTPRecording
import FTPSystem
import FTPTransport

extension Subcommand {
  /// `ftpraw record --upstream URL --listen PORT -o FILE|DIR`.
  static let record = Subcommand(
    name: "record",
    options: [
      .upstream, .listenAt, .recordOutput, .maxData, .origin, .maxSessions, .opaque, .authorities, .insecure,
      .recorderCertificate, .certificateKey,
    ],
    environment: [.keyLog],
    exitStatuses: [.fine, .noConversation, .usage, .localFile],
    action: .plan(RecordPlan.init) { await $0.run() })
}

/// What `record` was asked to do.
private struct RecordPlan: Sendable {
  let invocation: Invocation
  let upstream: ServerURL
  let listen: ServerURL
  let output: String
  let origin: RecordedVector.Origin

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    guard let upstream = invocation.server(.upstream) else {
      throw invocation.usageError("--upstream URL is missing; it names the server")
    }
    guard upstream.user == nil else {
      throw invocation.usageError("option '--upstream': remove the user; the client logs in by itself")
    }
    guard let output = invocation.value(.recordOutput) else {
      throw invocation.usageError("--output FILE or DIR is missing; it says where to write the recording")
    }
    if upstream.security == nil || invocation.flag(.opaque) {
      let options: [OptionSpecification] = [.authorities, .insecure, .recorderCertificate, .certificateKey]
      if let option = options.first(where: { invocation.isGiven($0) }) {
        throw invocation.usageError(
          "\(option.name) needs ftpes:// or ftps://, and does not go with --opaque")
      }
    }
    if invocation.isGiven(.certificateKey), !invocation.isGiven(.recorderCertificate) {
      throw invocation.usageError("--key needs --cert")
    }
    self.upstream = upstream
    self.output = output
    origin = RecordedVector.Origin(invocation, recorder: "ftpraw record")
    listen = try Self.address(invocation)
  }

  /// Reads `PORT` or `ADDRESS:PORT`; 0 is any port that is free.
  private static func address(_ invocation: Invocation) throws(UsageError) -> ServerURL {
    let text = invocation.value(.listenAt) ?? "0"
    func port(_ digits: some StringProtocol) -> UInt16? {
      digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(digits) : nil
    }
    if let port = port(text) { return ServerURL(host: "127.0.0.1", port: port) }
    if let colon = text.lastIndex(of: ":"), let port = port(text[text.index(after: colon)...]),
      let url = try? ServerURL(text[..<colon] + ":1"), url.user == nil
    {
      return ServerURL(host: url.host, port: port)
    }
    throw invocation.usageError("option '--listen': '\(text)' is neither PORT nor ADDRESS:PORT")
  }

  /// Records until an interrupt, a SIGTERM, or the end of the only session.
  func run() async -> ExitStatus {
    let worst = Guarded(ExitStatus.fine)
    let proxy: RecordingProxy
    do {
      let files = try RecordedFiles(output, console: invocation.console)
      let configuration = try configuration(files.takesMany)
      DescriptorLimit.raise()
      proxy = try RecordingProxy.start(configuration) { session in
        let status = keep(session, in: files)
        worst.withLock { if $0 == .fine { $0 = status } }
      }
    } catch {
      return invocation.report(ConversationFailure(serving: error))
    }
    if let fingerprint = proxy.fingerprint {
      invocation.report("self-signed certificate for this run, SHA-256 \(fingerprint)")
    }
    if !proxy.address.isLoopback {
      invocation.report("anyone who can reach \(proxy.address) reaches \(upstream.hostAndPort) through it")
    }
    invocation.console.print(proxy.url)
    await withTaskCancellationHandler {
      await BlockingThread.run { proxy.waitUntilStopped() }
    } onCancel: {
      proxy.beginToStop()
    }
    return worst.withLock { $0 }
  }

  /// Writes a session down, or says why there is nothing to be written.
  private func keep(_ session: RecordingProxy.Session, in files: RecordedFiles) -> ExitStatus {
    if let error = session.failure {
      invocation.report("session \(session.number): \(error)")
      // In a folder others may follow; a file is left without its only one.
      return files.takesMany ? .fine : .noConversation
    }
    if session.hasUnreadTLS {
      invocation.report(
        "session \(session.number): TLS was passed through encrypted; --upstream ftpes:// would decrypt it")
    }
    do throws(LocalFileError) {
      try files.write(RecordedVector(transcript: session.transcript, origin: origin))
      return .fine
    } catch {
      invocation.report("session \(session.number): \(error)")
      return .localFile
    }
  }

  private func configuration(_ takesMany: Bool) throws -> RecordingProxy.Configuration {
    var configuration = RecordingProxy.Configuration(
      upstreamHost: upstream.host, upstreamPort: upstream.port)
    // It is better to find an unknown name now than at the first client.
    _ = try Resolver.resolve(upstream.host, port: upstream.port, deadline: .after(.seconds(10)))
    let found = try Resolver.resolve(listen.host, port: listen.port, deadline: .after(.seconds(10)))
    if let address = found.first { configuration.address = address }
    try secure(&configuration)
    if let limit = invocation.number(.maxData) { configuration.recording.dataBytes = limit }
    if let limit = invocation.number(.maxSessions) { configuration.sessions = limit }
    configuration.totalSessions = takesMany ? nil : 1
    return configuration
  }
}

extension RecordPlan {
  /// Has TLS read, or passed on, as the URL of the server and `--opaque` say.
  private func secure(_ configuration: inout RecordingProxy.Configuration) throws {
    let isImplicit = upstream.security == .implicit
    guard upstream.security != nil, !invocation.flag(.opaque) else {
      configuration.isImplicitUnread = isImplicit
      return
    }
    let authorities = invocation.value(.authorities)
    let isInsecure = invocation.flag(.insecure)
    let keyLog = ClientTLS.keyLog(invocation)
    if let certificate = invocation.value(.recorderCertificate) {
      configuration.tls = try RecordingTLS(
        certificate: certificate, key: invocation.value(.certificateKey), authorities: authorities,
        isInsecure: isInsecure, keyLog: keyLog)
    } else {
      var names = ["localhost", "127.0.0.1", "::1"]
      for name in [listen.host, upstream.host] where !names.contains(name) { names.append(name) }
      configuration.tls = try RecordingTLS(
        for: names, authorities: authorities, isInsecure: isInsecure, keyLog: keyLog)
    }
    configuration.tls?.isImplicit = isImplicit
  }
}

extension OptionSpecification {
  static let upstream = OptionSpecification("upstream", value: Value("URL", .serverOverTLS))
  static let opaque = OptionSpecification("opaque")
  static let recorderCertificate = OptionSpecification("cert", of: "record", value: Value("FILE", .file))
  static let listenAt = OptionSpecification("listen", of: "record", value: Value("[ADDRESS:]PORT", .text))
  static let recordOutput = OptionSpecification(
    "output", of: "record", short: "o", value: Value("FILE|DIR", .file))
  static let maxData = OptionSpecification("max-data", value: Value("BYTES", .number(0...1 << 30)))
  static let origin = OptionSpecification("from", value: Value("TEXT", .text))
}
