import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// A control connection as the steps of a case use it: the raw client with its calls logged, or a recording of one.
///
/// Its members are those of `RawFTPClient` with the same names.
package final class CaseConnection: Sendable {
  /// Where outcomes come from.
  private enum Source {
    case client(RawFTPClient)
    case recording(RecordedConnection)
  }

  /// What its calls are logged as.
  let subject: String
  let log: StepLog
  /// When its clock began, on the clock of the case.
  let opened: Duration
  /// How long to wait for each reply to a login.
  private let loginLimit: Duration
  private let source: Source
  private let progress = Guarded(0)

  /// Uses a client, which waits for each reply to a login for as long as `loginLimit`.
  init(_ client: RawFTPClient, opened: Duration, loginLimit: Duration, in log: StepLog) {
    self.log = log
    self.opened = opened
    self.loginLimit = loginLimit
    subject = "\(log.number("connection"))"
    source = .client(client)
  }

  /// Reads a recording.
  init(_ recording: RecordedConnection, in log: StepLog) {
    self.log = log
    opened = recording.opened
    loginLimit = .zero
    subject = "\(log.number("connection"))"
    source = .recording(recording)
  }

  /// The client; nil in a recording.
  package var client: RawFTPClient? { if case .client(let client) = source { client } else { nil } }

  // What has been seen so far.

  /// The server's end.
  package var peerAddress: SocketAddress {
    switch source {
    case .client(let client): client.peerAddress
    case .recording(let recording): recording.peerAddress
    }
  }

  var localAddress: SocketAddress {
    switch source {
    case .client(let client): client.localAddress
    case .recording(let recording): recording.localAddress
    }
  }

  /// All that the judge knows.
  package var judge: Judge {
    switch source {
    case .client(let client): client.judge
    case .recording(let recording): recording.judge
    }
  }

  var state: ConnectionState { judge.state }
  var isSecured: Bool { judge.protection.isControlProtected }

  var transcript: Transcript {
    switch source {
    case .client(let client): client.transcript
    case .recording(let recording): recording.transcript
    }
  }

  var verdicts: [Verdict] {
    switch source {
    case .client(let client): client.verdicts
    case .recording(let recording): recording.verdicts
    }
  }

  func close() { client?.close() }

  /// Takes what the recording has beyond the last call.
  func finish() { if case .recording(let recording) = source { recording.advance(to: .max) } }

  /// Makes a call on the client, or takes its outcome from the log.
  func call<Value: Codable>(
    _ words: @autoclosure () -> String, on subject: String? = nil,
    _ body: (RawFTPClient) async throws -> Value
  ) async throws -> Value {
    let subject = subject ?? self.subject
    switch source {
    case .client(let client):
      defer { progress.withLock { $0 = max($0, client.eventCount) } }
      return try await log.call(words(), on: subject, at: { client.eventCount }) { try await body(client) }
    case .recording(let recording):
      return try await log.call(
        words(), on: subject,
        advancing: { place in
          progress.withLock { $0 = max($0, place) }
          recording.advance(to: place)
        }
      ) { throw CancellationError() }
    }
  }

  /// How many events had been recorded when the last call returned.
  var eventCount: Int { progress.withLock { $0 } }

  /// The same for a call on what belongs to the connection, which is nil in a recording.
  func call<Value: Codable, Part>(
    _ words: @autoclosure () -> String, on subject: String, of part: Part?,
    _ body: (Part) async throws -> Value
  ) async throws -> Value {
    try await call(words(), on: subject) { _ in
      guard let part else { throw CancellationError() }
      return try await body(part)
    }
  }

  /// The same for a call that returns nothing.
  func act(_ words: @autoclosure () -> String, _ body: (RawFTPClient) async throws -> Void) async throws {
    _ = try await call(words()) { client in
      try await body(client)
      return Done()
    }
  }
}

// Commands and replies.
extension CaseConnection {
  @discardableResult
  package func send(_ command: String) async throws -> Reply {
    try await call("send \(Self.words(Array(command.utf8)))") { try await $0.send(command) }
  }

  func send(_ command: Command) async throws -> Reply {
    try await call("send \(Self.words(command.line))") { try await $0.send(command) }
  }

  @discardableResult
  func send(bytes: [UInt8]) async throws -> Reply {
    try await call("send \(Self.words(bytes))") { try await $0.send(bytes: bytes) }
  }

  func write(_ segments: [UInt8]...) async throws {
    try await act("write " + segments.map { Self.words($0) }.joined(separator: " ")) { client in
      try await client.write(segments: segments)
    }
  }

  func writeAbort(_ signal: AbortSignal = .synch) async throws {
    try await act("abort \(signal.rawValue)") { try await $0.writeAbort(signal) }
  }

  package func nextReply() async throws -> Reply { try await call("next") { try await $0.nextReply() } }

  func nextReply(within limit: Duration) async throws -> Reply {
    try await call("next soon") { try await $0.nextReply(within: limit) }
  }

  /// The same for a reply that need not come: nil if it does not come in time.
  func earlyReply(within limit: Duration) async throws -> Reply? {
    do { return try await nextReply(within: limit) } catch FTPClientError.timedOut { return nil }
  }

  func awaitGreeting() async throws -> Reply { try await call("greeting") { try await $0.awaitGreeting() } }

  func walkLogin(_ credentials: Credentials) async throws -> LoginOutcome {
    try await call("login \(Escaping.ascii(credentials.user))") {
      let (reply, login) = try await $0.walkLogin(credentials, within: loginLimit)
      return LoginOutcome(reply: reply, answersUSER: login.step == .user)
    }
  }

  func noticeArrivedReplies() async throws { try await act("notice") { try await $0.noticeArrivedReplies() } }

  var untakenReplies: [Reply] { get async throws { try await call("untaken") { await $0.untakenReplies } } }

  var isConnected: Bool { get async throws { try await call("connected") { await $0.isConnected } } }

  var bytesUnconfirmed: Int {
    get async throws { try await call("unconfirmed") { await $0.bytesUnconfirmed } }
  }

  /// Bytes for the log, without passwords; of many, the first and the last ones and the number.
  private static func words(_ bytes: [UInt8]) -> String {
    if let command = Command(parsing: bytes), command.redacted != command {
      return VectorText.escape(command.redacted.line)
    }
    guard bytes.count > 400 else { return VectorText.escape(bytes) }
    return
      "\(VectorText.escape(bytes.prefix(200)))...\(VectorText.escape(bytes.suffix(100))) (\(bytes.count) bytes)"
  }
}

// TLS.
extension CaseConnection {
  /// Asks for TLS as the server's description says.
  func secure(as target: TestedServer) async throws {
    guard target.security == .explicit, !isSecured else { return }
    try await act("secure") { try await target.secure($0) }
  }

  func controlHandshake() async throws -> TLSHandshake? {
    try await call("handshake") { try await $0.controlHandshake() }
  }

  func lacksCloseAlert() async throws -> Bool {
    try await call("alert missing") { try await $0.lacksCloseAlert() }
  }

  func dataLayer(isResuming: Bool = true) async throws -> CaseLayer? {
    let live = Guarded<TLSLayer?>(nil)
    let isThere = try await call(isResuming ? "layer" : "fresh layer") { client in
      let layer = try await client.dataLayer(isResuming: isResuming)
      live.withLock { $0 = layer }
      return layer != nil
    }
    return isThere ? CaseLayer(live.withLock { $0 }, of: self) : nil
  }
}

// Data connections.
extension CaseConnection {
  func listenForData(on port: UInt16 = 0) async throws -> DataAddress {
    try await call("listen" + (port == 0 ? "" : " \(port)")) { try await $0.listenForData(on: port) }
  }

  /// An address of this side whose port was free a moment ago.
  func freeAddress() async throws -> SocketAddress {
    try await call("free address") { try TCPListener(on: $0.localAddress.with(port: 0)).localAddress }
  }

  func connectData(announcedIn reply: Reply) async throws {
    try await act("connect as in \(reply.code)") { try await $0.connectData(announcedIn: reply) }
  }

  func passive(_ form: AddressForm, _ command: String) async throws -> CaseTransfer {
    try await transfer("\(form.passiveVerb) \(Escaping.ascii(command.utf8))") {
      try await $0.passive(form, command)
    }
  }

  func active(_ form: AddressForm, _ command: String) async throws -> CaseTransfer {
    try await transfer("\(form) \(Escaping.ascii(command.utf8))") { try await $0.active(form, command) }
  }

  func transfer(_ command: String) async throws -> CaseTransfer {
    try await transfer("transfer \(Escaping.ascii(command.utf8))") { try await $0.transfer(command) }
  }

  package func startTransfer(_ command: String) async throws -> (reply: Reply, transfer: CaseTransfer?) {
    try await startTransfer(bytes: Array(command.utf8))
  }

  func startTransfer(bytes: [UInt8]) async throws -> (reply: Reply, transfer: CaseTransfer?) {
    let started = try await call("start \(Self.words(bytes))") { client in
      let (reply, transfer) = try await client.startTransfer(bytes: bytes)
      return StartedTransfer(reply: reply, data: transfer.map(OpenedData.init))
    }
    return (started.reply, started.data.map { CaseTransfer($0, of: self) })
  }

  private func transfer(
    _ words: String, _ body: (RawFTPClient) async throws -> DataTransfer
  ) async throws -> CaseTransfer {
    CaseTransfer(try await call(words) { OpenedData(try await body($0)) }, of: self)
  }
}
