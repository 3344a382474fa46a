import FTPClient
import FTPProtocol

extension FTPSession {
  /// Downloads a file, piece by piece.
  ///
  /// ```swift
  /// let count = try await ftp.download("notes.txt") { pieces in
  ///   var count = 0
  ///   for try await piece in pieces { count += piece.count }
  ///   return count
  /// }
  /// ```
  ///
  /// If the body does not read to the end, the transfer is aborted.
  ///
  /// - Parameters:
  ///   - path: the file to download.
  ///   - offset: the byte to begin with, 0 or more; above 0, the server must have REST (RFC 3659, section 5).
  ///   - body: reads the pieces.
  /// - Returns: what `body` returns.
  /// - Throws: whatever `body` throws, and ``FTPError`` if the file is incomplete, even if `body` ignores that.
  public nonisolated(nonsending) func download<Value>(
    _ path: FTPPath, at offset: UInt64 = 0, _ body: nonisolated(nonsending) (FTPPieces) async throws -> Value
  ) async throws -> Value {
    try await download(path, at: offset, through: nil, body)
  }

  /// Downloads a file as text, or the names in a directory, piece by piece, without asking for the size.
  ///
  /// - Parameters:
  ///   - path: the file to download.
  ///   - representation: how to transfer it.
  ///   - body: reads the pieces.
  /// - Returns: what `body` returns.
  /// - Throws: whatever `body` throws, and ``FTPError`` if the file is incomplete, even if `body` ignores that.
  public nonisolated(nonsending) func download<Value>(
    _ path: FTPPath, as representation: FTPRepresentation,
    _ body: nonisolated(nonsending) (FTPPieces) async throws -> Value
  ) async throws -> Value {
    try await download(path, at: 0, through: nil, as: representation, body)
  }

  /// Downloads a file from an offset, and only up to byte `last` if it is given and the server has RANG.
  ///
  /// `listed` is its size in a listing, which counts if the server tells no other.
  nonisolated(nonsending) func download<Value>(
    _ path: FTPPath, at offset: UInt64, through last: UInt64?, as representation: FTPRepresentation = .image,
    listed: UInt64? = nil, _ body: nonisolated(nonsending) (FTPPieces) async throws -> Value
  ) async throws -> Value {
    try await begin()
    let pieces: FTPPieces
    do throws(FTPError) {
      pieces =
        representation == .image
        ? try await startDownload(path, at: offset, through: last, listed)
        : try await startText(path, representation)
    } catch {
      end(after: error)
      throw Task.isCancelled ? FTPError.cancelled : error
    }
    do {
      let value = try await body(pieces)
      if let failure = pieces.course.failure { throw failure }
      end(after: nil, pieces.transfer.final == nil ? pieces.transfer : nil)
      return value
    } catch {
      let failure = pieces.course.failure ?? FTPError(any: error)
      end(after: failure ?? .cancelled, pieces.transfer.final == nil ? pieces.transfer : nil)
      throw Task.isCancelled ? FTPError.cancelled : error
    }
  }

  /// Downloads a file into memory.
  ///
  /// - Throws: ``FTPError`` if it is incomplete, and ``FTPError/tooLarge(limit:)`` if it has more than `limit` bytes.
  public func download(_ path: FTPPath, at offset: UInt64 = 0, limit: Int = 1 << 30) async throws(FTPError)
    -> [UInt8]
  {
    do { return try await download(path, at: offset) { try await $0.bytes(limit: limit) } } catch {
      throw FTPError(any: error) ?? .cancelled
    }
  }

  private func startText(
    _ path: FTPPath, _ representation: FTPRepresentation
  ) async throws(FTPError) -> FTPPieces {
    try await useTextType()
    let verb = representation == .names ? Verb.nlst : .retr
    let argument = verb == .nlst && path.bytes.last == 0x2F ? Array(path.bytes.dropLast()) : path.bytes
    let transfer = try await openData(Command(verb, bytes: argument.isEmpty ? nil : argument))
    return FTPPieces(
      path: path, offset: 0, size: nil, transfer: transfer, course: FTPPieces.Course(),
      idleLimit: site.idleLimit, isListing: verb == .nlst, isText: true)
  }

  private func startDownload(
    _ path: FTPPath, at offset: UInt64, through last: UInt64?, _ listed: UInt64?
  ) async throws(FTPError) -> FTPPieces {
    try await useImageType()
    var size = try await ask(.size(path))
    if let size, offset > size {
      throw .changed("\(path) has \(size) bytes, so it cannot be read from byte \(offset)")
    }
    let transfer = try await openData(Command(.retr, bytes: path.bytes), at: offset, through: last)
    if let last { size = last + 1 }
    // After REST, some servers announce the size of the rest, and some that of the whole file.
    if size == nil, offset == 0 { size = transfer.announcedSize }
    return FTPPieces(
      path: path, offset: offset, size: size ?? listed, transfer: transfer, course: FTPPieces.Course(),
      idleLimit: site.idleLimit)
  }
}
