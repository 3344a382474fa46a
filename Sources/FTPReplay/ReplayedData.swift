import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// The data connection of a replay to a server: opened and used as far as the server allows.
struct ReplayedData {
  private var play = DataPlay()
  /// Whether the vector's server connected earlier than this one: some do so as soon as they receive PORT.
  private var isOpenDue = false
  private var isUpload = false
  /// Whether the current command downloads a file.
  private var isRetrieval = false
  /// Whether the server has let the transfer begin.
  private var hasBegun = false
  /// Whether the server has refused the transfer.
  private var isRefused = false
  /// The bytes of a download in the vector; nil if it does not show them unchanged.
  private var expected: [UInt8]? = []
  private var isBeginning = false
  private var received: [UInt8] = []

  /// A command was sent.
  mutating func began(_ command: Command) {
    guard command.verb.transfersData else { return }
    isRetrieval = command.verb == .retr
    isUpload = command.verb.sendsData
    hasBegun = false
    isRefused = false
    expected = []
    received = []
  }

  /// Has the client listen, and returns the address to announce.
  mutating func listen(on client: isolated RawFTPClient) async throws -> SocketAddress {
    let address = try await play.listen(on: client)
    await beginAgreement()
    return address
  }

  /// An earlier set-up is no longer valid; if unused, it is closed.
  private mutating func beginAgreement() async {
    hasBegun = false
    isRefused = false
    isOpenDue = false
    await play.end()
  }

  /// Takes a reply of the server.
  mutating func take(_ reply: Reply, isOfTransfer: Bool) async {
    if play.take(reply) { await beginAgreement() }
    guard isOfTransfer else { return }
    if reply.code.isPreliminary { hasBegun = true }
    if reply.code.isNegative { isRefused = true }
  }

  /// Opens a data connection, unless the server has refused its transfer; one that the server opens, once
  /// the transfer has begun.
  mutating func open(on client: isolated RawFTPClient) async throws {
    guard play.transfer == nil, !isRefused else { return }
    if case .active = play.agreement, !hasBegun {
      isOpenDue = true
      return
    }
    isOpenDue = false
    try await play.open(on: client)
  }

  /// Connects to the server's address, if it listens, before the vector does.
  mutating func connect(on client: isolated RawFTPClient) async {
    if case .passive = play.agreement { try? await open(on: client) }
  }

  /// Opens the data connection that could not be opened when the vector does so.
  mutating func catchUp(on client: isolated RawFTPClient) async throws {
    if isOpenDue, hasBegun { try await open(on: client) }
  }

  /// Moves the bytes of rows, or fewer if the server ends earlier.
  mutating func move(_ run: DataRun) async throws {
    guard let transfer = play.transfer, !isRefused else { return }
    let bytes = run.bytes
    if run.direction == .upload {
      isUpload = true
      return try await transfer.write(bytes)
    }
    if run.hasPlaceholders { expected = nil } else { expected?.append(contentsOf: bytes) }
    received += try await transfer.read(wholly: bytes.count)
  }

  /// Sends no more data.
  func halfClose() async throws { try await play.transfer?.halfClose() }

  /// Ends the data connection as the mark says.
  mutating func close(_ closing: ConversationMark.Closing) async throws {
    isBeginning = closing.shownCount != nil
    switch closing.ending ?? .closedByServer {
    // Some servers close before they refuse; a transfer that has not begun need not be awaited.
    case .closedByServer, .resetByServer, .endOfFile: try await finish()
    case .closedByClient, .resetByClient: break
    }
    await play.end(withReset: closing.ending == .resetByClient && !isRefused)
  }

  /// Reads the rest of a download whose last reply is awaited: the server may wait for that, too.
  mutating func finish() async throws {
    guard hasBegun, !isRefused, !isUpload else { return }
    let play = play
    try await play.drain { if received.count < 1 << 20 { received += $0 } }
  }

  /// Completes a transfer with steps that the vector lacks.
  mutating func goAlong(on client: isolated RawFTPClient) async {
    guard hasBegun, !isRefused else { return }
    try? await open(on: client)
    try? await finish()
    await close()
  }

  /// Closes all open connections.
  mutating func close() async { await play.end() }

  /// The bytes of a file in the vector and as received; nil if there is nothing to compare.
  mutating func takeDownload() -> (expected: [UInt8], received: [UInt8])? {
    defer { expected = nil }
    guard isRetrieval, !isRefused, let expected else { return nil }
    return (expected, isBeginning ? Array(received.prefix(expected.count)) : received)
  }
}
