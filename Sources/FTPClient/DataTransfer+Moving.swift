import FTPProtocol
import FTPSystem
import FTPTransport

/// Single reads and writes, which run on the transfer's thread and block it.
extension DataTransfer {
  /// One read; 0 means the end, and the connection is closed.
  func readPiece(into buffer: inout [UInt8]) throws(FTPClientError) -> Int {
    let result: Result<Int, FTPClientError> = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(FTPClientError) in try readPiece(into: bytes) }
    }
    return try result.get()
  }

  /// The same, into memory that need not be initialized.
  func readPiece(into buffer: UnsafeMutableRawBufferPointer) throws(FTPClientError) -> Int {
    guard connection != nil else {
      if endedAtEndOfFile || refusal != nil { return 0 }
      throw failure ?? interrupted
    }
    do {
      guard let count = try received(into: buffer) else {
        client.takeHeardReplies()
        close(.closedByClient)
        return 0
      }
      recordHandshake()
      progress.withLock { progress in
        progress.byteCount += count
        progress.hasRead = true
        progress.hasEnded = count == 0
      }
      if count == 0 {
        recordEnd()
        close(.endOfFile)
      } else {
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
        client.recorder.data(identifier, .download, piece.span)
      }
      return count
    } catch { throw failed(error) }
  }

  /// The final reply that has ended the transfer while its data connection was open.
  var refusal: Reply? { listener.news.refusal }

  /// Reads what comes next; nil if the server has refused to go on, and nothing more is there.
  private func received(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
    if refusal == nil {
      do throws(TransportError) {
        return try connection?.read(into: buffer, deadline: .after(client.timeouts.dataIdle)) ?? 0
      } catch {
        guard error.isCancelled, refusal != nil else { throw error }
      }
    }
    return try connection?.readAvailable(into: buffer) ?? nil
  }

  /// Throws if the server ended a download before it sent as many bytes as it announced.
  func checkSize() throws(FTPClientError) {
    guard let exactSize, UInt64(byteCount) < exactSize else { return }
    throw .incomplete(byteCount: byteCount, expected: exactSize, reply: nil)
  }

  /// Writes a piece; false if the server has refused to go on.
  func writePiece(_ bytes: Span<UInt8>) throws(FTPClientError) -> Bool {
    guard refusal == nil else { return refused() }
    guard connection != nil else { throw failure ?? interrupted }
    do {
      hasWritten = true
      try connection?.write(bytes, deadline: .after(client.timeouts.dataIdle))
      recordHandshake()
      let count = bytes.count
      progress.withLock { $0.byteCount += count }
      client.recorder.data(identifier, .upload, bytes)
      return true
    } catch {
      if error.isCancelled, refusal != nil { return refused() }
      throw failed(error)
    }
  }

  /// Waits until the source of an upload has something to read; false if the server has refused to go on.
  func awaitInput(of input: Int32) throws(FTPClientError) -> Bool {
    guard refusal == nil else { return refused() }
    do throws(TransportError) {
      try connection?.awaitInput(of: input)
      return true
    } catch {
      if error.isCancelled, refusal != nil { return refused() }
      throw .transport(error)
    }
  }

  /// Drops an upload that the server has refused, without an end that could be mistaken for that of the file.
  func refused() -> Bool {
    if connection != nil { client.takeHeardReplies() }
    resetConnection()
    return false
  }

  /// Writes a piece, and throws if the server has refused to go on.
  func writeWholePiece(_ bytes: Span<UInt8>) throws(FTPClientError) {
    guard try !writePiece(bytes), let refusal else { return }
    throw .unexpectedReply(refusal, to: verb?.name ?? "the transfer", expected: "226 or 250")
  }

  /// Sends a piece of a file, which the system moves without a copy in this process; 0 is the end of the file, or of a
  /// transfer that the server has refused.
  ///
  /// Nil if the bytes must be read, because the recording still keeps them or a record layer seals them.
  func sendPiece(of file: borrowing LocalFile, at offset: UInt64) throws -> Int? {
    if refusal != nil, !refused() { return 0 }
    guard connection != nil else { throw failure ?? interrupted }
    guard connection?.carriesLayer == false, !client.recorder.keepsMore(of: identifier) else { return nil }
    do throws(FileTransferError) {
      hasWritten = true
      let limit = Deadline.after(client.timeouts.dataIdle)
      let count = try connection?.send(pieceOf: file, at: offset, deadline: limit) ?? 0
      progress.withLock { $0.byteCount += count }
      client.recorder.data(identifier, .upload, count: count)
      return count
    } catch {
      switch error {
      case .connection(let error):
        if error.isCancelled, refusal != nil, !refused() { return 0 }
        throw failed(error)
      case .file(let error): throw error
      }
    }
  }

  private func failed(_ error: TransportError) -> FTPClientError {
    recordEnd(error)
    if error.isPeerGone {
      failure = .transport(error)
      close(.resetByServer)
    }
    if error.isTimeout, case .ended(isClosed: true) = listener.news {
      return .closedByServer(awaiting: .finalTransferReply, unfinished: "")
    }
    return .transport(error)
  }
}
