import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem

/// The server to talk to, and the user to log in as: from `--server`, the environment, or the embedded server.
struct ServerTarget: Sendable {
  /// The host to connect to.
  let host: String
  /// The port to connect to.
  let port: UInt16
  /// The user to log in; nil if the URL names no user.
  let login: Credentials?
  /// When TLS is spoken.
  let security: ClientTLS.Mode
  /// What is asked of it.
  let tls: ClientTLS
  /// Says, once, what the silence of a server may mean.
  let silenceObserver: @Sendable () -> Void
  /// The embedded server while it runs.
  private let embedded: MockServer?

  /// Finds the server; if none is named, starts the embedded one and says so in a line on standard error.
  ///
  /// A URL that an operand names has precedence over the option.
  init(_ invocation: Invocation, at named: ServerURL? = nil) throws {
    tls = try ClientTLS(invocation)
    silenceObserver = Self.silenceObserver(invocation.console)
    let asked = ClientTLS.Mode(invocation)
    guard let url = named ?? invocation.server(.server) else {
      let server = try MockServer.start()
      embedded = server
      host = server.address.host
      port = server.port
      login = nil
      guard asked == nil || asked == ClientTLS.Mode.none else {
        throw ConversationFailure(
          "--tls needs a server, named by -s URL; the embedded one runs without TLS", .usage)
      }
      security = .none
      invocation.console.printError(
        "ftpraw: no server named; using an embedded one at \(server.url) (name yours with -s URL or FTPRAW_SERVER)"
      )
      return
    }
    embedded = nil
    host = url.host
    port = url.port
    login = try Self.login(at: url, invocation)
    security = asked ?? url.security ?? .none
  }

  /// Connects and reads the greeting.
  func connect(_ configuration: RawFTPClient.Configuration) async throws(FTPClientError) -> RawFTPClient {
    var configuration = configuration
    configuration.tls = tls
    configuration.tls.isImplicit = security == .implicit
    configuration.silenceObserver = silenceObserver
    return try await RawFTPClient.connect(to: host, port: port, configuration: configuration)
  }

  /// Asks for TLS if it is wanted, logs in if the URL names a user, and has data protected.
  ///
  /// - Returns: the last reply to the login; nil if there was none.
  func logIn(_ client: RawFTPClient) async throws -> Reply? {
    try await secure(client)
    guard let login else { return nil }
    let reply = try await client.walkLogin(login).reply
    if security != .none, reply.code.kind == .completion {
      try await asking { () async throws(FTPClientError) in try await client.protect(.private) }
    }
    return reply
  }

  /// Asks for TLS on a connection that has been greeted, if it is wanted and not active yet.
  func secure(_ client: RawFTPClient) async throws {
    guard security == .explicit else { return }
    try await asking { () async throws(FTPClientError) in try await client.secure() }
  }

  /// Asks for TLS; a server that refuses it has answered anyway.
  private func asking(_ body: () async throws(FTPClientError) -> Void) async throws {
    do throws(FTPClientError) { try await body() } catch {
      if case .unexpectedReply = error { throw ConversationFailure(error.description, .negative) }
      throw error
    }
  }

  private static func silenceObserver(_ console: any Console) -> @Sendable () -> Void {
    let hasSpoken = Guarded(false)
    return {
      let isFirst = hasSpoken.withLock { hasSpoken in
        defer { hasSpoken = true }
        return !hasSpoken
      }
      guard isFirst else { return }
      console.printError(
        "ftpraw: no greeting after 2 s; if the server begins with TLS, write ftps:// for ftp://")
    }
  }

  var isEmbedded: Bool { embedded != nil }

  /// Ends the embedded server, if there is one.
  func end() { embedded?.stop() }

  /// The user of a URL; nil if it names no user.
  static func login(at url: ServerURL, _ invocation: Invocation) throws -> Credentials? {
    try url.user.map { Credentials(user: $0, password: try password(for: $0, in: url, invocation)) }
  }

  /// The password from the URL, a file, or the environment, in this order; anonymous users need none.
  private static func password(
    for user: [UInt8], in url: ServerURL, _ invocation: Invocation
  ) throws -> [UInt8]? {
    if let password = url.password { return password }
    if let path = invocation.value(.passwordFile) { return try firstLine(of: path) }
    if let password = invocation.environment(EnvironmentVariable.password.name) {
      return Array(password.utf8)
    }
    let name = String(decoding: user, as: UTF8.self).lowercased()
    if name == "anonymous" || name == "ftp" { return Credentials.anonymous.password }
    throw ConversationFailure(
      "no password for \(VectorText.escape(user)): put it in --password-file FILE or in FTPRAW_PASSWORD",
      .usage)
  }

  private static func firstLine(of path: String) throws(LocalFileError) -> [UInt8] {
    let file = try LocalFile.open(path)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = try file.read(into: &buffer)
    return Array(buffer[..<count].prefix { $0 != 0x0A && $0 != 0x0D })
  }
}
