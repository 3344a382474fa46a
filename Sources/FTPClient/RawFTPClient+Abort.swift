import FTPProtocol
import FTPTransport

/// How ABOR is brought to a server's attention during a transfer.
public enum AbortSignal: String, Hashable, Sendable, CaseIterable {
  /// Telnet IP, then the Synch with its Data Mark as TCP urgent data, then ABOR (RFC 959, section 4.1.3).
  case synch
  /// ABOR alone, for servers that mistake the Telnet bytes for part of the command.
  case plain
}

/// An ABOR during a transfer, until its two replies have arrived.
struct UnsettledAbort {
  /// The number of the ABOR.
  let abor: Int
  /// The number of the aborted command; nil if the connection was opened before the command.
  let transfer: Int?
  /// The final reply to that command, once it has arrived.
  var cut: Reply?

  init(abor: Int, of transfer: DataTransfer) {
    self.abor = abor
    self.transfer = transfer.command
    cut = transfer.command == nil || transfer.opening.code.isPreliminary ? nil : transfer.opening
  }
}

extension RawFTPClient {
  /// Stops a transfer with ABOR and closes its data connection.
  ///
  /// This has two replies: the final one of the aborted transfer (426 or, if it was already complete,
  /// 226), and the one to ABOR (226 or 225). Many servers send only one, or none: after
  /// ``Timeouts/abort`` the missing ones are reported, and the conversation continues in step.
  ///
  /// Without a transfer, ABOR is sent to an idle server, and `cut` is nil.
  /// If the task is cancelled, the data connection is closed anyway, and the next command is sent after the remaining
  /// replies to ABOR.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public nonisolated func abort(
    _ transfer: DataTransfer? = nil, signal: AbortSignal = .synch
  ) async throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    let replies = try await holdingTurn { () async -> Result<(cut: Reply?, abor: Reply?), FTPClientError> in
      let written = await self.onOwnThread { client throws(FTPClientError) in
        let abor = try client.writeAbort(signal) as Int
        if let transfer { client.unsettledAbort = UnsettledAbort(abor: abor, of: transfer) }
        return abor
      }
      guard case .success(let abor) = written else { return written.map { _ in (nil, nil) } }
      guard let transfer else {
        return await self.onOwnThread { client throws(FTPClientError) in
          let reply = try client.nextReply(
            to: abor, awaiting: .reply(to: "ABOR"), deadline: .after(client.timeouts.reply))
          return (nil, reply)
        }
      }
      // A read in progress on the transfer's thread must end before the close can run.
      transfer.interrupt()
      await transfer.close()
      return await self.onOwnThread { client throws(FTPClientError) in try client.settleAbort() }
    }
    await transfer?.keep(final: replies.cut ?? replies.abor)
    return replies
  }

  /// Sends ABOR without waiting: the data connection is not touched, and `nextReply()` reads the replies.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public nonisolated func writeAbort(_ signal: AbortSignal = .synch) async throws(FTPClientError) {
    _ = try await blocking { client throws(FTPClientError) in try client.writeAbort(signal) as Int }
  }

  /// Takes the pending replies to the last ABOR, if any.
  @discardableResult
  func settleAbort() throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    guard let abort = unsettledAbort else { return (nil, nil) }
    do throws(FTPClientError) {
      let replies = try takeAbortReplies(abort)
      unsettledAbort = nil
      return replies
    } catch {
      if !error.isCancellation { unsettledAbort = nil }
      throw error
    }
  }

  /// Takes the two replies in whichever order the server sends them.
  private func takeAbortReplies(
    _ abort: UnsettledAbort
  ) throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    let abor = abort.abor
    var cut = abort.cut
    while cut == nil, let command = abort.transfer {
      let deadline = Deadline.after(timeouts.abort)
      guard let next = try nextReply(toAnyOf: [command, abor], before: deadline) else {
        recorder.abandon(command)
        recorder.abandon(abor)
        return (nil, nil)
      }
      if next.ordinal == command {
        guard !next.reply.code.isPreliminary else { continue }
        cut = next.reply
        unsettledAbort?.cut = cut
      } else if next.reply.code.isNegative {
        // ABOR was refused, so the final reply to the transfer is still pending.
        let final = try nextReply(
          to: command, awaiting: .finalTransferReply, deadline: .after(timeouts.reply))
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

  /// The next reply to one of several commands, or nil if none arrives in time.
  private func nextReply(
    toAnyOf commands: [Int], before deadline: Deadline
  ) throws(FTPClientError) -> (reply: Reply, ordinal: Int)? {
    do throws(FTPClientError) {
      return try nextReply(toAnyOf: commands, awaiting: .reply(to: "ABOR"), deadline: deadline)
    } catch {
      guard case .timedOut = error else { throw error }
      return nil
    }
  }

  /// Writes bytes as one segment, the last of them as TCP urgent data.
  package nonisolated func write(urgent bytes: [UInt8]) async throws(FTPClientError) {
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
