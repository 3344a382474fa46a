import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// Data connections of a replay to the client.
extension ClientPlay {
  /// Sends the bytes of rows over a data connection.
  mutating func move(
    _ connection: DataConnectionID, _ run: DataRun, on client: isolated RawFTPClient
  ) async throws {
    guard let ends = data[connection] else {
      throw ReplayFailure(expected: "an open data connection", actual: "none")
    }
    data[connection]?.byteCount += run.bytes.count
    data[connection]?.isUpload = run.direction == .upload
    if run.hasPlaceholders { data[connection]?.isExact = false }
    rowsAhead.formUnion(run.rows.map(\.line))
    for segment in run.cuts.segments(of: run.bytes) {
      for piece in segment.bytes.pieces {
        do {
          let moved =
            run.direction == .download
            ? try await download(piece, over: ends) : try await upload(piece, over: ends)
          compare(piece, moved, run)
        } catch {
          throw ReplayFailure(error, line: run.line(at: piece.startIndex))
        }
      }
      try await pause(segment.cut?.pause)
    }
  }

  private mutating func compare(_ piece: ArraySlice<UInt8>, _ moved: [UInt8], _ run: DataRun) {
    let same = zip(piece, moved).prefix { $0 == $1 }.count
    ledger.check(
      same == piece.count && same == moved.count, line: run.line(at: piece.startIndex + same),
      expected: Escaping.ascii(piece.dropFirst(same), limit: 120),
      actual: Escaping.ascii(moved.dropFirst(same), limit: 120))
  }

  nonisolated(nonsending) private func download(
    _ piece: ArraySlice<UInt8>, over ends: DataEnds.Ends
  ) async throws -> [UInt8] {
    if !ends.isSentAhead { try ends.server.write(piece) }
    return try await ends.client.read(wholly: piece.count)
  }

  nonisolated(nonsending) private func upload(_ piece: ArraySlice<UInt8>, over ends: DataEnds.Ends)
    async throws -> [UInt8]
  {
    try await ends.client.write(Array(piece))
    return try ends.server.read(piece.count)
  }

  /// Opens a data connection, from whichever side was agreed on.
  mutating func openData(
    _ connection: DataConnectionID, _ opening: ConversationMark.Opening, line: Int,
    on client: isolated RawFTPClient
  ) async throws {
    guard let reply = data.play.lastReply else {
      throw ReplayFailure(expected: "a data connection after a reply", actual: "no reply before it")
    }
    switch data.play.agreement {
    case .none:
      // The default data port, or that of a third machine: any other will do here.
      _ = try await data.play.listen(on: client)
      try await openData(connection, opening, line: line, on: client)
    case .passive(let announcement):
      guard let listener = data.listener(for: script.rows[line]?.placeholders.map(\.name) ?? []) else {
        throw ReplayFailure(expected: "a placeholder for where the server listens", actual: "none")
      }
      try await client.connectData(announcedIn: announcement)
      let transfer = try await client.openData(after: reply)
      data[connection] = DataEnds.Ends(
        server: try listener.accept(within: limit, wakeUp: client.wakeUpSignal), client: transfer)
    case .active(let address):
      let server = try TCPConnection.connect(
        to: client.localAddress.with(port: address.port), deadline: .after(limit), wakeUp: client.wakeUpSignal
      )
      let end = PeerConnection(server, limit: limit)
      data[connection] = DataEnds.Ends(server: end, client: try await client.openData(after: reply))
    }
    guard let peer = data[connection]?.client.peerAddress, let text = opening.address,
      let expected = DataAddress(ledger.bindings.replacingNames(in: text))
    else { return }
    if case .passive = data.play.agreement {
      ledger.check(":\(expected.port)", ":\(peer.port)", line: line)
    }
  }

  /// Makes the client's data connection fail.
  mutating func refuseData(on client: isolated RawFTPClient) async throws {
    guard case .passive(let reply) = data.play.agreement else { return client.refuseData() }
    do {
      try await client.connectData(announcedIn: reply)
    } catch {
      guard case .transport = error else { throw error }
      return
    }
    throw ReplayFailure(expected: "no data connection", actual: "one")
  }

  /// Closes a data connection as the mark says, after the bytes that the rows omit.
  nonisolated(nonsending) mutating func closeData(
    _ connection: DataConnectionID, _ closing: ConversationMark.Closing, line: Int
  ) async throws {
    guard let ends = data[connection] else {
      throw ReplayFailure(expected: "an open data connection", actual: "none")
    }
    data[connection] = nil
    if ends.isExact, let expected = closing.shownCount ?? closing.byteCount, !rowsWereFilled(ends, closing) {
      ledger.check(
        expected == ends.byteCount, line: line, expected: "\(expected) bytes in the rows above",
        actual: "\(ends.byteCount)")
    }
    if closing.shownCount != nil, let total = closing.byteCount {
      try await fill(total - ends.byteCount, over: ends)
    }
    let left: Int
    switch closing.ending ?? (ends.isUpload ? .closedByClient : .closedByServer) {
    case .closedByServer, .endOfFile:
      ends.server.close()
      left = try await ends.client.readToEnd(orReset: false)
    case .resetByServer:
      ends.server.close(withReset: true)
      left = try await ends.client.readToEnd(orReset: true)
    case .closedByClient:
      await ends.client.close()
      left = try ends.server.readToEnd()
    case .resetByClient:
      await ends.client.reset()
      left = try ends.server.readToEnd()
    }
    checkNothingWasLeft(left, line: line)
  }

  /// Reports bytes that no row shows.
  mutating func checkNothingWasLeft(_ count: Int, line: Int) {
    ledger.check("0 bytes that no row shows", "\(count) bytes that no row shows", line: line)
  }

  /// Whether the bytes that the rows omit were already sent, before a half-close.
  private func rowsWereFilled(_ ends: DataEnds.Ends, _ closing: ConversationMark.Closing) -> Bool {
    closing.shownCount != nil && ends.byteCount == closing.byteCount
  }

  /// Makes the server's end send only the bytes in the rows, for the client to read later.
  mutating func halfCloseData(
    _ connection: DataConnectionID, at index: Int, on client: isolated RawFTPClient
  ) async throws {
    let rows = script.dataRows(of: connection, after: index)
    var runs: [DataRun] = []
    for index in rows.events {
      guard let run = DataRun(script, at: index), run.direction == .download,
        runs.last.map({ $0.rows.last?.line ?? 0 < run.rows[0].line }) ?? true
      else { continue }
      runs.append(run)
    }
    let bytes = runs.flatMap(\.bytes)
    if bytes.count <= Self.mostSentAhead, rows.closing?.shownCount == nil {
      try data[connection]?.server.write(bytes[...])
      data[connection]?.isSentAhead = true
    } else {
      // Bytes beyond the socket buffers must be read at once, so that the end can be seen after them.
      for run in runs { try await move(connection, run, on: client) }
      if let ends = data[connection], rows.closing?.shownCount != nil, let total = rows.closing?.byteCount {
        try await fill(total - ends.byteCount, over: ends)
        data[connection]?.byteCount = total
      }
    }
    try data[connection]?.server.halfClose()
  }

  /// The least buffer space of two connected sockets on any system.
  private static var mostSentAhead: Int { 16_384 }

  /// Moves bytes that no row shows.
  nonisolated(nonsending) private func fill(_ count: Int, over ends: DataEnds.Ends) async throws {
    let piece = [UInt8](repeating: 0, count: 65_536)
    var rest = count
    while rest > 0 {
      let next = piece.prefix(rest)
      for piece in next.pieces {
        if ends.isUpload {
          _ = try await upload(piece, over: ends)
        } else {
          _ = try await download(piece, over: ends)
        }
      }
      rest -= next.count
    }
  }
}

extension DataTransfer {
  /// Reads this many bytes, fewer only at the end of the data.
  nonisolated(nonsending) func read(wholly count: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try await read(upTo: count - bytes.count)
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }

  /// Reads to the end, or a reset if one is to come, and returns how many bytes preceded it.
  nonisolated(nonsending) fileprivate func readToEnd(orReset isReset: Bool) async throws -> Int {
    var count = 0
    do {
      while case let piece = try await read(upTo: 65_536), !piece.isEmpty { count += piece.count }
    } catch FTPClientError.transport(let error) where isReset && error.isPeerGone {}
    return count
  }
}
