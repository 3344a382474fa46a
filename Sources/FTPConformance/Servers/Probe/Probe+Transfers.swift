import FTPClient
import FTPProtocol

/// A transfer that ended.
package struct CompletedTransfer: Sendable {
  /// The reply that announced the data.
  package let opening: Reply
  /// The received data; empty for an upload.
  package let bytes: [UInt8]
  /// The reply that ended it.
  package let final: Reply

  /// The number of bytes and the beginning of them, for the report.
  package var summary: String {
    let text = Escaping.ascii(bytes.prefix(40))
    return "\(bytes.count) bytes" + (bytes.isEmpty ? "" : ": \(text)" + (bytes.count > 40 ? "..." : ""))
  }
}

extension Probe {
  /// Carries out a command that sends data to this side: `RETR name`, `LIST`, `NLST`.
  ///
  /// - Parameters:
  ///   - command: The command, without a line end.
  ///   - type: The argument of TYPE, which is sent first if another type is in force; nil to leave the type.
  ///   - form: The passive command; the one that works with this server if nil.
  ///   - connection: The connection; the first one if nil.
  ///   - limit: The most bytes to read.
  /// - Returns: The data and the replies.
  /// - Throws: What ends the case: the command is refused, or does not end with 2yz.
  @discardableResult
  package func download(
    _ command: String, type: String? = "I", by form: AddressForm? = nil,
    over connection: CaseConnection? = nil, atMost limit: Int = RunBudget.transfer
  ) async throws -> CompletedTransfer {
    let client = try connection ?? ftp
    try await select(type, over: client)
    let transfer = try await begin(command, by: form, over: client)
    return try await finish(transfer, transfer.contents(atMost: limit), command)
  }

  /// Carries out a command that sends data to the server: `STOR name`, `APPE name`, `STOU`; see
  /// ``download(_:type:by:over:)``.
  @discardableResult
  package func upload(
    _ command: String, _ bytes: [UInt8], type: String? = "I", by form: AddressForm? = nil,
    over connection: CaseConnection? = nil
  ) async throws -> CompletedTransfer {
    let client = try connection ?? ftp
    try await select(type, over: client)
    let transfer = try await begin(command, by: form, over: client)
    try await transfer.sendUntilRefused(bytes)
    return try await finish(transfer, [], command)
  }

  /// Opens a passive data connection and sends a command that begins a transfer.
  private func begin(
    _ command: String, by form: AddressForm?, over client: CaseConnection
  ) async throws -> CaseTransfer {
    try await listening(by: form, for: command, over: client) { try await client.passive($0, command) }
  }

  @discardableResult
  package func upload(_ command: String, _ text: String, type: String? = "I") async throws
    -> CompletedTransfer
  {
    try await upload(command, Array(text.utf8), type: type)
  }

  /// Opens a passive data connection and sends a command that may be refused; see `CaseConnection.startTransfer`.
  package func startPassive(
    _ command: String, by form: AddressForm? = nil, over connection: CaseConnection? = nil
  ) async throws -> (reply: Reply, transfer: CaseTransfer?) {
    let client = try connection ?? ftp
    let announced = try await announcement(by: form, over: client)
    try await settingUp((form ?? facts.passiveCommand).passiveVerb, for: command) {
      try await client.connectData(announcedIn: announced)
    }
    return try await client.startTransfer(command)
  }

  /// Sends a command, whatever its reply; a transfer is ended at once; returns the first reply.
  @discardableResult
  func observe(_ command: String, over connection: CaseConnection? = nil) async throws -> Reply {
    guard let data = Self.verb(of: command).row?.data else {
      return try await (connection ?? ftp).send(command)
    }
    let (reply, transfer) = try await startPassive(command, over: connection)
    if data == .listing { _ = try await transfer?.contents() }
    try await transfer?.end()
    return reply
  }

  /// Ends the case unless a transfer is refused.
  ///
  /// A refusal after 1yz is a warning: the code is right, but late.
  func expectRefusal(
    _ started: (reply: Reply, transfer: CaseTransfer?), _ patterns: [ReplyPattern], isPrompt: Bool = true,
    to command: String
  ) async throws {
    guard let transfer = started.transfer else {
      return try expect(started.reply, patterns, tolerating: [], to: command, citing: nil)
    }
    _ = try await transfer.contents()
    let final = try await transfer.end()
    try expect(final, .negative, to: command)
    guard isPrompt else { return }
    warn(
      "\(patterns.map(\.description).choice) to \(command), and no other reply before it",
      "\(Self.words(of: started.reply)), and then \(Self.words(of: final))")
  }

  /// Carries out a transfer, and expects every reply that belongs to it.
  ///
  /// It waits for no reply before the data is transferred, so that a missing reply delays nothing and is found.
  ///
  /// `command` is the command, without a line end. `bytes` is what to send; nil for a download. Throws what ends the
  /// case. It is skipped if the server refuses, which it may for its own reasons.
  func transferByHand(_ command: String, sending bytes: [UInt8]? = nil) async throws -> [UInt8] {
    let announced = try await ftp.send(facts.passiveCommand.passiveVerb.name)
    let withoutPassive = "passive connections do not work (see rfc1123/4.1.2.6/pasv-implemented)"
    guard announced.code == facts.passiveCommand.replyCode else { try skip(withoutPassive) }
    guard let data = try await dial(port(in: announced)) else { try skip(withoutPassive) }
    try await write("\(command)\r\n")
    var received: [UInt8]? = []
    if let bytes {
      // A server that refuses may close at once.
      try? await data.finish(with: bytes, within: patience.data)
    } else {
      received = try await data.readToEnd(within: patience.data)
    }
    let opening = try await ftp.nextReply()
    if facts.isAbsent(opening) {
      try fail(
        "\(command), which every server has", Self.words(of: opening),
        citing: "1123:4.1.2.13:required-commands")
    }
    if opening.code.isNegative { try skip(Self.words(of: opening)) }
    if received == nil {
      // The server may have said why.
      try await ftp.noticeArrivedReplies()
      if let final = try await ftp.untakenReplies.first, final.code.isNegative {
        try expect(final, .completion, to: command)
      }
    }
    try require(
      received != nil, "the data connection closed after \(command)",
      "a data connection that stays open",
      citing: "959:3.3:stream-eof-is-close")
    try expect(opening, .preliminary, to: command, citing: "959:5.4:success-needs-preliminary")
    do {
      try await nextReply(expecting: .completion, to: command)
    } catch FTPClientError.timedOut {
      try fail(
        "a reply after \(opening.code) to \(command)", "none", citing: "959:4.2:preliminary-then-final")
    }
    return received ?? []
  }

  /// Waits for the end of a transfer; the case ends unless it is 2yz.
  func finish(
    _ transfer: CaseTransfer, _ bytes: [UInt8], _ command: String
  ) async throws -> CompletedTransfer {
    let final = try await transfer.end()
    try expect(final, .completion, to: command)
    return CompletedTransfer(opening: transfer.opening, bytes: bytes, final: final)
  }

  func select(_ type: String?, over client: CaseConnection) async throws {
    guard let type, let wanted = RepresentationType(argument: Array(type.utf8)),
      wanted != client.judge.parameters.type
    else { return }
    try await settingUp(.type, for: "") {
      try await send("TYPE \(type)", expecting: .completion, over: client)
    }
  }
}
