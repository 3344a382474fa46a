import FTPProtocol
import FTPTransport

/// How ABOR is brought to a server's attention during a transfer.
public enum AbortSignal: String, Hashable, Sendable, CaseIterable {
  /// Telnet IP, then the Synch with its Data Mark as TCP urgent data, then ABOR (RFC 959, section 4.1.3).
  case synch
  /// ABOR alone, for servers that take the Telnet bytes for a part of the command.
  case plain
}

extension RawFTPClient {
  /// Stops a transfer with ABOR and closes its data connection.
  ///
  /// Two replies belong to this: the final one of the transfer that was cut (426 or, where it was complete already,
  /// 226), and the one to ABOR (226 or 225). Servers that send one alone, or none, are common: after
  /// ``Timeouts/abort`` the missing ones are given up and reported, and the conversation goes on in step.
  ///
  /// Without a transfer ABOR is sent to an idle server, and `cut` is nil.
  @discardableResult
  public func abort(
    _ transfer: DataTransfer? = nil, signal: AbortSignal = .synch
  ) async throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    let identifier = try await blocking { client throws(FTPClientError) in try client.writeAbort(signal) }
    guard let transfer else {
      let abor = try await blocking { client throws(FTPClientError) in
        try client.nextReply(
          to: identifier, awaiting: "reply to ABOR", deadline: .after(client.timeouts.reply))
      }
      return (nil, abor)
    }
    // A read that is under way on the transfer's thread ends first, then the close can have its turn.
    transfer.interrupt()
    await transfer.close()
    let replies = try await blocking { client throws(FTPClientError) in
      try client.takeAbortReplies(abor: identifier, transfer: transfer)
    }
    await transfer.keep(final: replies.cut ?? replies.abor)
    return replies
  }

  /// Sends ABOR and waits for nothing: the data connection stays as it is, and ``nextReply()-async`` reads what comes.
  public func writeAbort(_ signal: AbortSignal = .synch) async throws(FTPClientError) {
    _ = try await blocking { client throws(FTPClientError) in try client.writeAbort(signal) as Int }
  }

  /// Takes the two replies in whichever order the server sends them.
  private func takeAbortReplies(
    abor: Int, transfer: DataTransfer
  ) throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    let opening = transfer.opening
    var cut: Reply? = transfer.command == nil || opening.code.isPreliminary ? nil : opening
    while cut == nil, let command = transfer.command {
      let deadline = Deadline.after(timeouts.abort)
      guard let next = try nextReply(toAnyOf: [command, abor], before: deadline) else {
        recorder.abandon(command)
        recorder.abandon(abor)
        return (nil, nil)
      }
      if next.ordinal == command {
        if !next.reply.code.isPreliminary { cut = next.reply }
      } else if next.reply.code.isNegative {
        // ABOR was refused, so the transfer is still owed its own end.
        let final = try nextReply(
          to: command, awaiting: "final reply to the transfer", deadline: .after(timeouts.reply))
        return (final, next.reply)
      } else {
        return (nil, next.reply)
      }
    }
    guard let second = try nextReply(toAnyOf: [abor], before: .after(timeouts.abort)) else {
      recorder.abandon(abor)
      return (cut, nil)
    }
    return (cut, second.reply)
  }

  /// The next reply to one of several commands, or nil where none comes in time.
  private func nextReply(
    toAnyOf commands: [Int], before deadline: Deadline
  ) throws(FTPClientError) -> (reply: Reply, ordinal: Int)? {
    do throws(FTPClientError) {
      return try nextReply(toAnyOf: commands, awaiting: "reply to ABOR", deadline: deadline)
    } catch {
      guard case .timedOut = error else { throw error }
      return nil
    }
  }

  /// Writes bytes as one segment, the last of them as TCP urgent data.
  package func write(urgent bytes: [UInt8]) async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in
      try client.keepArrivedReplies()
      try client.writeUrgent(bytes)
    }
  }

  private func writeUrgent(_ bytes: [UInt8]) throws(FTPClientError) {
    do throws(TransportError) {
      try control.connection?.writeUrgent(bytes, deadline: .after(timeouts.write))
    } catch { throw .transport(error) }
    recorder.commandBytes(bytes)
  }

  private func writeAbort(_ signal: AbortSignal) throws(FTPClientError) -> Int {
    try keepArrivedReplies()
    if signal == .synch {
      _ = try writeSegment(Telnet.interruptProcess)
      try writeUrgent(Telnet.synch)
    }
    guard let identifier = try writeSegment(Array("ABOR\r\n".utf8)) else { throw .notConnected }
    return identifier
  }
}
