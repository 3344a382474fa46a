import FTPClient
import FTPConversation
import FTPRecording
import FTPSystem
import FTPTransport

extension Subcommand {
  /// `ftpraw record --upstream URL --listen PORT -o FILE|DIR`.
  static let record = Subcommand(
    "record",
    summary: "Record what any client and any server say to each other",
    options: [
      .upstream, .listenAt, .recordOutput, .maxData, .origin, .maxSessions, .opaque, .authorities, .insecure,
      .recorderCertificate, .certificateKey,
    ],
    environment: [.keyLog],
    details: [
      """
      Stands between the two: clients connect here, and each gets a connection to the server. Bytes pass as they \
      are. Only the addresses in `PORT`, `EPRT`, `LPRT` and in the replies 227, 228 and 229 are replaced, so that data \
      passes through as well. When it listens, standard output gets one line with its URL.
      """,
      """
      Each conversation becomes a vector, in which passwords, addresses, times and the like are placeholders. In a \
      folder there is one file for each session, and the recorder goes on until an interrupt or a SIGTERM; a file takes \
      one session, which is then the only one.
      """,
      """
      With `ftpes://` and `ftps://` the recorder reads what is said under TLS, on both channels: to the client it is a server \
      with a certificate of its own, which the client has to trust, and to the server a client. With `ftp://`, or with \
      `--opaque`, TLS passes as it is; the recording then has the type and the length of its records, and data connections \
      are agreed on where the recorder cannot see it.
      """,
    ],
    examples: [
      Example(
        "ftpraw record --upstream ftp://localhost --listen 2121 -o recorded/",
        "Record every session of any client that connects to port 2121:"),
      Example(
        "ftpraw record --upstream ftpes://ftp.example.com --listen 2121 --cert mine.pem -o recorded/",
        "Read what clients that trust the certificate in mine.pem say under TLS:"),
    ],
    exitStatuses: [.fine, .noConversation, .usage, .localFile],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try RecordPlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
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
      throw invocation.usageError("--upstream URL names the server")
    }
    guard upstream.user == nil else {
      throw invocation.usageError("option '--upstream': who logs in is the client's business")
    }
    guard let output = invocation.value(.recordOutput) else {
      throw invocation.usageError("--output FILE or DIR says where the recording goes")
    }
    if upstream.security == nil || invocation.flag(.opaque) {
      let options: [OptionSpecification] = [.authorities, .insecure, .recorderCertificate, .certificateKey]
      if let option = options.first(where: { invocation.isGiven($0) }) {
        throw invocation.usageError(
          "\(option.name) is for TLS that is read: with ftpes:// or ftps://, without --opaque")
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
      let failure = ServeFailure(error)
      invocation.report(failure.message)
      return failure.status
    }
    if let fingerprint = proxy.fingerprint {
      invocation.report("certificate made for this run, SHA-256 \(fingerprint)")
    }
    if !proxy.address.isLoopback {
      invocation.report("anybody who can reach \(proxy.address) is led to \(upstream.hostAndPort)")
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
        "session \(session.number): what was said under TLS is not read; --upstream ftpes:// has it read")
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
    // A name that nobody knows is better found out now than by the first client.
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
  /// `--upstream URL`.
  static let upstream = OptionSpecification(
    "upstream", value: Value("URL", .serverOverTLS),
    help: """
      The server that the conversations are held with: `ftp://host[:port]`, or just `host[:port]`. `ftpes://` and \
      `ftps://` have TLS read that begins after `AUTH`, and from the first byte.
      """)

  /// `--opaque`.
  static let opaque = OptionSpecification(
    "opaque", help: "Pass TLS on as it is, and record the type and the length of its records.")

  /// `--cert FILE`, of `record`.
  static let recorderCertificate = OptionSpecification(
    "cert", value: Value("FILE", .file),
    help: """
      Show clients this certificate, with the chain above it, in PEM. Without one a certificate is made that is signed by \
      itself, and its fingerprint is printed on standard error.
      """)

  /// `--listen [ADDRESS:]PORT`, of `record`.
  static let listenAt = OptionSpecification(
    "listen", value: Value("[ADDRESS:]PORT", .text), defaultText: "`127.0.0.1:0`",
    help: """
      Listen on this port, 0 being one that is free. Any address but a loopback one lets strangers reach the server.
      """)

  /// `-o, --output FILE|DIR`, of `record` and `import`.
  static let recordOutput = OptionSpecification(
    "output", short: "o", value: Value("FILE|DIR", .file),
    help: """
      Write the one conversation to FILE, or each to a file of its own in the folder DIR, whose name may end with a \
      slash to have it made. `-` is standard output.
      """)

  /// `--max-data BYTES`.
  static let maxData = OptionSpecification(
    "max-data", value: Value("BYTES", .number(0...1 << 30)), defaultText: "65536",
    help: "Keep so many bytes of each data connection, and of the rest the number.")

  /// `--from TEXT`.
  static let origin = OptionSpecification(
    "from", value: Value("TEXT", .text),
    help: "Say in the vector where it comes from, such as `vsftpd 3.0.5 and curl 8.14`.")
}
