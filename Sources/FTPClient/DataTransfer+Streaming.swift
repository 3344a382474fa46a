import FTPSystem

extension DataTransfer {
  /// Reads the next piece of a download, at most `limit` bytes; empty at the end of the data.
  ///
  /// - Throws: ``FTPClientError/transport(_:)`` if nothing arrives within ``Timeouts/dataIdle`` or the connection is
  ///   reset, ``FTPClientError/cancelled(endsConversation:)`` if the task is cancelled,
  ///   ``FTPClientError/transferFinished`` and ``FTPClientError/transferAborted`` if the transfer has ended.
  public nonisolated func read(upTo limit: Int = 256 * 1024) async throws -> [UInt8] {
    try await blocking { transfer throws(FTPClientError) in try transfer.piece(upTo: limit) }
  }

  /// Reads a download to its end.
  ///
  /// - Throws: as ``read(upTo:)`` does, ``DownloadTooLarge`` once more than `limit` bytes have arrived, and
  ///   ``FTPClientError/incomplete(byteCount:expected:reply:)`` if fewer arrive than were announced.
  public nonisolated func readToEnd(limit: Int = 1 << 30) async throws -> [UInt8] {
    try await blocking { transfer in
      let bytes = try transfer.allPieces(limit: limit)
      try transfer.checkSize()
      return bytes
    }
  }

  /// Reads until the server closes the data connection.
  ///
  /// The raw form of ``readToEnd(limit:)``: it throws the same errors, but ignores the announced size.
  public nonisolated func readWhatComes(limit: Int = 1 << 30) async throws -> [UInt8] {
    try await blocking { try $0.allPieces(limit: limit) }
  }

  private func allPieces(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try readPieces { piece in
      guard piece.count <= limit - bytes.count else { throw DownloadTooLarge(limit: limit) }
      piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Reads a download to its end and hands each piece to `body`, all on the transfer's own thread.
  ///
  /// This is the fast way: it neither changes threads nor allocates memory for a piece. Throws as ``read(upTo:)``
  /// does, and whatever `body` throws; the connection then stays open.
  /// - Returns: the number of bytes read.
  @discardableResult
  public nonisolated func forEachPiece(_ body: @Sendable (Span<UInt8>) throws -> Void) async throws -> Int {
    try await blocking { try $0.readPieces(body) }
  }

  /// Writes bytes of an upload.
  ///
  /// ``finish()`` ends it.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, or the task is cancelled, and
  ///   ``FTPClientError/unexpectedReply(_:to:expected:)`` once a final reply has refused the upload.
  public nonisolated func write(_ bytes: [UInt8]) async throws {
    try await blocking { transfer throws(FTPClientError) in try transfer.writeWholePiece(bytes.span) }
  }

  /// Writes an upload piece by piece, all on the transfer's own thread, until `next` returns 0, or a final reply has
  /// refused the upload, which ``finish()`` throws.
  ///
  /// `next` fills the given buffer from the start and returns how many bytes of it to send.
  /// - Returns: the number of bytes written.
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, or the task is cancelled, and what
  ///   the closure throws.
  @discardableResult
  public nonisolated func writePieces(_ next: @Sendable (inout [UInt8]) throws -> Int) async throws -> Int {
    try await writePieces(awaiting: nil, next)
  }

  /// The same from a descriptor that may have nothing to read for a while: a pipe, a terminal.
  ///
  /// `input` is what `next` reads; nil if it never waits. Throws as ``writePieces(_:)`` does.
  @discardableResult
  package nonisolated func writePieces(
    awaiting input: Int32?, _ next: @Sendable (inout [UInt8]) throws -> Int
  ) async throws -> Int {
    try await blocking { transfer in
      var buffer = [UInt8](repeating: 0, count: DataTransfer.pieceSize)
      var total = 0
      while true {
        if let input, try !transfer.awaitInput(of: input) { return total }
        let count = min(try next(&buffer), buffer.count)
        guard count > 0 else { return total }
        guard try transfer.writePiece(buffer.span.extracting(first: count)) else { return total }
        total += count
      }
    }
  }

  /// Writes a file from an offset to its end, all on the transfer's own thread, or until a final reply has refused the
  /// upload.
  ///
  /// `source` is the file; reading it does not change its position. `progress` is called before each piece with the
  /// offset in the file.
  @discardableResult
  package nonisolated func write(
    _ source: OpenedFile, from offset: UInt64, progress: @Sendable (UInt64) -> Void
  ) async throws -> UInt64 {
    try await blocking { transfer in
      var buffer: [UInt8] = []
      var position = offset
      while true {
        progress(position)
        let count: Int
        if let sent = try transfer.sendPiece(of: source.file, at: position) {
          count = sent
        } else {
          if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: DataTransfer.pieceSize) }
          count = try source.file.read(into: &buffer, at: position)
          let piece = buffer.span.extracting(first: count)
          guard count > 0, try transfer.writePiece(piece) else { return position - offset }
        }
        guard count > 0 else { return position - offset }
        position += UInt64(count)
      }
    }
  }

  /// One piece in its own memory, which the system fills without a further copy; empty at the end.
  func piece(upTo limit: Int) throws(FTPClientError) -> [UInt8] {
    var failure: FTPClientError?
    let size = max(1, min(limit, DataTransfer.pieceSize))
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(FTPClientError) { count = try readPiece(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    // A caller that keeps small pieces should not keep the memory of large ones.
    return piece.count < size / 4 ? Array(piece[...]) : piece
  }

  @discardableResult
  private func readPieces(_ body: (Span<UInt8>) throws -> Void) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: DataTransfer.pieceSize)
    var total = 0
    while true {
      let count = try readPiece(into: &buffer)
      guard count > 0 else { return total }
      total += count
      try body(buffer.span.extracting(first: count))
    }
  }
}

/// A download is longer than the caller allows.
public struct DownloadTooLarge: Error, Sendable, Codable, CustomStringConvertible {
  /// The limit in bytes.
  public let limit: Int

  /// Makes an error.
  package init(limit: Int) { self.limit = limit }

  /// One line with the limit.
  public var description: String { "the download is longer than the limit of \(limit) bytes" }
}
