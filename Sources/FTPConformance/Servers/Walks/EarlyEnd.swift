import FTPClient
import FTPProtocol

/// A transfer of a walk that does not run to its end, because the client ends it, or has announced no data connection.
struct EarlyEnd {
  let command: Command
  let client: CaseConnection
  /// How long to wait for a reply that a server may owe or not.
  let limit: Duration

  /// Closes the data connection of a download early.
  func cut(_ opening: Reply, _ transfer: CaseTransfer) async throws -> Exchange {
    _ = try await transfer.read()
    await transfer.close()
    return try await exchange("rfc959/4.2/retr-cut-by-reader") { [opening, try await client.nextReply()] }
  }

  /// Sends ABOR in the middle of the transfer.
  func abort(_ opening: Reply, _ transfer: CaseTransfer, sending bytes: [UInt8]) async throws -> Exchange {
    if command.verb.sendsData {
      try await transfer.sendUntilRefused(Array(bytes.prefix(bytes.count / 2)))
      try await client.writeAbort(.plain)
      await transfer.close()
    } else {
      _ = try await transfer.read(upTo: 1_024)
      try await client.writeAbort(.plain)
      // A server may not read commands during a transfer.
      while let piece = try? await transfer.read(), !piece.isEmpty { continue }
      await transfer.close()
    }
    return try await exchange("rfc959/4.1.3/abor-during-retr") {
      let final = try await client.nextReply()
      // One reply for both is for the case about it.
      _ = try await client.nextReply(within: limit)
      return [opening, final]
    }
  }

  /// Sends the command without a data connection.
  func alone() async throws -> Exchange {
    try await exchange("rfc959/3.2/default-data-port") {
      let first = try await client.send(bytes: command.line)
      return first.code.isPreliminary ? [first, try await client.nextReply()] : [first]
    }
  }

  /// What came of it; the case is skipped if replies are missing, which another one is about.
  private func exchange(_ witness: CaseID, _ replies: () async throws -> [Reply]) async throws -> Exchange {
    do {
      var exchange = Exchange(command, try await replies())
      exchange.isCut = true
      return exchange
    } catch {
      try Task.checkCancellation()
      throw Walk.endedEarly(seeing: witness)
    }
  }
}
