import FTPClient
import FTPConversation
import FTPProtocol

/// The data connection of a replay to a server: opened and used as far as the server allows.
struct ReplayedData {
  /// How the next data connection is opened.
  private var agreement = DataAgreement.none
  private var transfer: DataTransfer?
  /// Whether the vector's server has connected earlier than this one does: some do so as soon as they hear PORT.
  private var isOpenDue = false
  /// The last reply of the server.
  private var lastReply: Reply?
  private var isUpload = false
  /// Whether the current command downloads a file.
  private var isRetrieval = false
  /// Whether the server has let the transfer begin.
  private var hasBegun = false
  /// Whether the server has refused the transfer.
  private var isRefused = false
  /// The bytes of a download in the vector; nil if it does not show them unchanged.
  private var expected: [UInt8]? = []
  /// Whether that is only the beginning.
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

  /// The client listens.
  mutating func listens(at address: DataAddress) { agree(on: .active(address)) }

  /// Takes the set-up of the next data connection.
  private mutating func agree(on agreement: DataAgreement) {
    self.agreement = agreement
    hasBegun = false
    isRefused = false
    isOpenDue = false
    // An earlier set-up is no longer valid; if unused, it is closed.
    transfer = nil
  }

  /// Takes a reply of the server.
  mutating func take(_ reply: Reply, isOfTransfer: Bool) {
    lastReply = reply
    if let announced = DataAgreement(announcedBy: reply) { agree(on: announced) }
    guard isOfTransfer else { return }
    if reply.code.isPreliminary { hasBegun = true }
    if reply.code.isNegative { isRefused = true }
  }

  /// Opens a data connection, unless the server has refused its transfer; one that the server opens, once
  /// the transfer has begun.
  mutating func open(on client: isolated RawFTPClient) async throws {
    guard transfer == nil, !isRefused, let lastReply else { return }
    if case .active = agreement, !hasBegun {
      isOpenDue = true
      return
    }
    isOpenDue = false
    switch agreement {
    case .none: return
    case .passive(let reply):
      try await client.connectData(announcedIn: reply)
      transfer = try await client.openData(after: lastReply)
    case .active: transfer = try await client.openData(after: lastReply)
    }
    agreement = .none
  }

  /// Connects to the server's address, if it listens, before the vector does.
  mutating func connect(on client: isolated RawFTPClient) async {
    if case .passive = agreement { try? await open(on: client) }
  }

  /// Opens the data connection that could not be opened when the vector does so.
  mutating func catchUp(on client: isolated RawFTPClient) async throws {
    if isOpenDue, hasBegun { try await open(on: client) }
  }

  /// Moves the bytes of rows, or fewer if the server ends earlier.
  mutating func move(_ run: DataRun) async throws {
    guard let transfer, !isRefused else { return }
    let bytes = run.bytes
    if run.direction == .upload {
      isUpload = true
      return try await transfer.write(bytes)
    }
    if run.hasPlaceholders { expected = nil } else { expected?.append(contentsOf: bytes) }
    var rest = bytes.count
    while rest > 0 {
      let piece = try await transfer.read(upTo: rest)
      guard !piece.isEmpty else { return }
      received += piece
      rest -= piece.count
    }
  }

  /// Sends no more data.
  func halfClose() async throws { try await transfer?.halfClose() }

  /// Ends the data connection as the mark says.
  mutating func close(_ closing: ConversationMark.Closing) async throws {
    isBeginning = closing.shownCount != nil
    guard !isRefused else { return await close() }
    switch closing.ending ?? (isUpload ? .closedByClient : .closedByServer) {
    case .closedByClient: await transfer?.close()
    case .resetByClient: await transfer?.reset()
    case .closedByServer, .resetByServer, .endOfFile:
      // Some servers close before they refuse; a transfer that has not begun need not be awaited.
      if isUpload || !hasBegun { await transfer?.close() } else { try await drain() }
    }
    transfer = nil
  }

  /// Reads the rest of a download whose last reply is awaited: the server may wait for that, too.
  mutating func finish() async throws {
    guard hasBegun, !isRefused, !isUpload else { return }
    try await drain()
  }

  /// Completes a transfer with steps that the vector lacks.
  mutating func goAlong(on client: isolated RawFTPClient) async {
    guard hasBegun, !isRefused else { return }
    try? await open(on: client)
    if !isUpload { try? await drain() }
    await close()
  }

  /// Closes all open connections.
  mutating func close() async {
    await transfer?.close()
    transfer = nil
  }

  /// The bytes of a file in the vector and as received; nil if there is nothing to compare.
  mutating func takeDownload() -> (expected: [UInt8], received: [UInt8])? {
    defer { expected = nil }
    guard isRetrieval, !isRefused, let expected else { return nil }
    return (expected, isBeginning ? Array(received.prefix(expected.count)) : received)
  }

  private mutating func drain() async throws {
    guard let transfer, await transfer.isOpen else { return }
    while true {
      do {
        let piece = try await transfer.read(upTo: 65_536)
        guard !piece.isEmpty else { return }
        if received.count < 1 << 20 { received += piece }
      } catch FTPClientError.transport(let error) where error.isPeerGone {
        return
      }
    }
  }
}
