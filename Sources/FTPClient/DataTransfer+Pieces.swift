extension DataTransfer {
  /// A download as a sequence of non-empty pieces, each in its own memory.
  ///
  /// A piece is read on demand, so only one is held at a time, and a slow reader slows the server down. Several
  /// iterators share the data.
  ///
  /// ```swift
  /// for try await piece in download.pieces { hash.update(piece) }
  /// try await download.finish()
  /// ```
  public nonisolated var pieces: Pieces { Pieces(transfer: self) }

  /// The pieces of a download, in order.
  public struct Pieces: AsyncSequence, Sendable {
    let transfer: DataTransfer

    /// Makes an iterator, which begins where the last read ended.
    public func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer) }

    /// Returns one piece after the other.
    public struct Iterator: AsyncIteratorProtocol {
      let transfer: DataTransfer

      /// Reads the next piece; nil at the end of the data.
      ///
      /// - Throws: as ``DataTransfer/read(upTo:)`` does, and ``FTPClientError/incomplete(byteCount:expected:reply:)``
      ///   at an end before the announced size.
      public mutating func next() async throws(FTPClientError) -> [UInt8]? {
        try await next(isolation: nil)
      }

      /// The same, called from an actor.
      ///
      /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task
      ///   is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(FTPClientError) -> [UInt8]? {
        let piece = try await transfer.stepping { transfer throws(FTPClientError) in
          let piece = try transfer.piece(upTo: DataTransfer.pieceSize)
          if piece.isEmpty { try transfer.checkSize() }
          return piece
        }
        return piece.isEmpty ? nil : piece
      }
    }
  }
}
