import FTPProtocol
import FTPTransport

/// Final replies: those that end their commands. They are distinguished by the command that they answer, so that one that
/// nobody has asked for is never mistaken for another.
extension RawFTPClient {
  /// The most preliminary replies to one command; RFC 959, section 4.2 knows one.
  static let mostPreliminary = 100

  /// Sends one command line and returns its final reply.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  package nonisolated func complete(bytes line: [UInt8]) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.complete(Self.terminated(line)) }
  }

  /// Sends a command and returns its final reply.
  ///
  /// - Throws: as `complete(bytes:)` does.
  package nonisolated func complete(_ command: Command) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.complete(Self.encoded(command)) }
  }

  private func complete(_ line: [UInt8]) throws(FTPClientError) -> Reply {
    let command = try writeCommand(line)
    return try finalReply(to: command, awaiting: .reply(to: Self.name(of: line)))
  }

  /// Like ``startTransfer(bytes:)``, but without a transfer, the reply is the final one.
  ///
  /// - Throws: as `startTransfer(bytes:)` does.
  package nonisolated func tryTransfer(
    bytes command: [UInt8]
  ) async throws(FTPClientError) -> (reply: Reply, transfer: DataTransfer?) {
    try await beginningTransfer(command) { client, begun throws(FTPClientError) in
      guard begun.transfer == nil, begun.reply.code.isPreliminary else { return begun.reply }
      return try client.finalReply(to: begun.command)
    }
  }

  /// The final reply to the command with this number; preliminary replies are skipped.
  package nonisolated func finalReply(
    to command: Int, awaiting what: FTPClientError.Awaited = .finalTransferReply
  ) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.finalReply(to: command, awaiting: what) }
  }

  /// Waits for the reply that ends a command: not for more preliminary ones than can be meant, and not for longer than
  /// ten replies may take.
  func finalReply(
    to command: Int, awaiting what: FTPClientError.Awaited = .finalTransferReply
  ) throws(FTPClientError) -> Reply {
    let end = Deadline.after(timeouts.reply.map { $0 * 10 })
    var reply = try nextReply(to: command, awaiting: what, deadline: .after(timeouts.reply))
    for _ in 0..<Self.mostPreliminary where reply.code.isPreliminary {
      reply = try nextReply(
        to: command, awaiting: .finalReply, deadline: end.earlier(.after(timeouts.reply)))
    }
    guard !reply.code.isPreliminary else {
      throw .unexpectedReply(
        reply, to: "the command", expected: "a final reply after \(Self.mostPreliminary) preliminary ones")
    }
    return reply
  }

  /// Takes the replies that have arrived and that nobody has asked for, so that they are judged.
  ///
  /// - Throws: ``FTPClientError`` if the task is cancelled before its turn.
  package nonisolated func noticeArrivedReplies() async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in client.takeArrivedReplies() }
  }
}
