import FTPClient
import FTPConversation
import FTPProtocol

/// The bytes of a download, piece by piece, as they arrive.
///
/// The sequence ends only if the file is complete: the server has closed the data connection and sent 226 or 250, and
/// as many bytes arrived as it announced. Otherwise the last step throws, so that a cut file never looks complete. A file
/// that is longer than announced ends with an error at its first surplus byte.
public struct FTPPieces: AsyncSequence, Sendable {
  /// A piece; never empty.
  public typealias Element = [UInt8]

  /// The path of the download.
  public let path: FTPPath
  /// The offset in the file at which the first piece begins.
  public let offset: UInt64
  /// Bytes of the whole file, from SIZE, the opening reply or a listing; nil if none says.
  public let size: UInt64?

  let transfer: DataTransfer
  let course: Course
  let idleLimit: Duration?
  /// Whether this is a listing, which some servers end with 200, and whose size is unknown.
  var isListing = false
  /// Whether the pieces are text, whose line ends become those of this machine.
  var isText = false

  /// The reply that opened the transfer.
  public var opening: Reply { transfer.opening }

  /// Bytes received so far, without those before the offset.
  public var received: UInt64 { UInt64(transfer.byteCount) }

  /// Hands each piece to `body` on the transfer's own thread until all have arrived; this is the fast way.
  ///
  /// - Throws: ``FTPError`` if the file is incomplete, and whatever `body` throws.
  public func forEach(_ body: @Sendable (Span<UInt8>) throws -> Void) async throws {
    do {
      try await transfer.forEachPiece { piece in
        guard !isText else {
          let local = course.local(piece)
          if !local.isEmpty { try body(local.span) }
          return
        }
        let count = taken(of: piece.count)
        if count > 0 { try body(piece.extracting(first: count)) }
        if count < piece.count { throw failed(tooLong) }
      }
      let rest = course.rest()
      if !rest.isEmpty { try body(rest.span) }
    } catch let error as FTPClientError {
      throw await cut(by: error)
    }
    try await complete()
  }

  /// All bytes, in memory.
  ///
  /// - Throws: ``FTPError`` if the file is incomplete, ``FTPError/tooLarge(limit:)`` if it has more than `limit` bytes.
  public func bytes(limit: Int = 1 << 30) async throws(FTPError) -> [UInt8] {
    let bytes = Guarded<[UInt8]>([])
    do {
      try await forEach { piece in
        try bytes.withLock { bytes in
          guard piece.count <= limit - bytes.count else { throw FTPError.tooLarge(limit: limit) }
          piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }
      }
    } catch {
      throw FTPError(any: error) ?? .cancelled
    }
    return bytes.withLock { $0 }
  }

  /// Begins with the next piece; all readers share one sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

  /// Reads piece after piece.
  public struct Iterator: AsyncIteratorProtocol {
    let pieces: FTPPieces

    /// The next piece; nil once the file is complete.
    ///
    /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      while !pieces.course.isComplete {
        let piece: [UInt8]
        do {
          piece = try await pieces.transfer.read()
        } catch let error as FTPClientError {
          throw await pieces.cut(by: error)
        }
        if piece.isEmpty { try await pieces.complete() }
        guard !pieces.isText else {
          let local = piece.isEmpty ? pieces.course.rest() : pieces.course.local(piece.span)
          if !local.isEmpty { return local }
          continue
        }
        let count = pieces.taken(of: piece.count)
        if count > 0 { return count == piece.count ? piece : Array(piece[..<count]) }
        if !piece.isEmpty { throw pieces.failed(pieces.tooLong) }
      }
      return nil
    }
  }
}

extension FTPPieces {
  /// The state of the download.
  final class Course: Sendable {
    private struct State {
      var isComplete = false
      var failure: FTPError?
      var lines = NetworkLines()
    }

    private let state = Guarded(State())

    var isComplete: Bool { state.withLock { $0.isComplete } }
    var failure: FTPError? { state.withLock { $0.failure } }

    func local(_ piece: Span<UInt8>) -> [UInt8] { state.withLock { $0.lines.local(piece) } }
    func rest() -> [UInt8] { state.withLock { $0.lines.rest() } }
    func complete() { state.withLock { $0.isComplete = true } }
    func fail(_ error: FTPError) { state.withLock { $0.failure = error } }
  }

  /// How many bytes of the last piece are part of the file.
  private func taken(of count: Int) -> Int {
    guard let size else { return count }
    return count - Int(Swift.min(UInt64(count), offset + received - Swift.min(size, offset + received)))
  }

  private var tooLong: FTPError { .longer(than: size ?? 0) }

  /// Takes the final reply at the end of the data, and checks whether the file is complete.
  private func complete() async throws(FTPError) {
    let reply: Reply
    do throws(FTPClientError) { reply = try await transfer.end() } catch { throw failed(FTPError(error)) }
    let total = offset + received
    // 200 may be a late reply to another command; it does no harm if all bytes have arrived.
    let isSuccess =
      reply.code == 226 || reply.code == 250 || isListing && reply.code.firstDigit == 2
      || reply.code == 200 && size == total
    guard isSuccess, size.map({ $0 == total }) ?? true else {
      throw failed(.incomplete(got: total, of: size, reply: reply))
    }
    course.complete()
  }

  /// The error of a failed read, after the server's final reply was taken.
  private func cut(by error: FTPClientError) async -> FTPError {
    failed(
      await transfer.failure(after: error, at: offset + received, of: size, idleLimit: idleLimit))
  }

  private func failed(_ error: FTPError) -> FTPError {
    course.fail(error)
    return error
  }
}

extension DataTransfer {
  /// The error of a session for one of the data connection, after the final reply was taken if that may come.
  nonisolated func failure(
    after error: FTPClientError, at position: UInt64, of size: UInt64?, idleLimit: Duration?
  ) async -> FTPError {
    guard case .transport(let cause) = error, cause.isPeerGone || cause.isTimeout else {
      return FTPError(error)
    }
    guard cause.isPeerGone || earlyReply != nil else {
      return .stalled(after: idleLimit ?? .zero, got: position)
    }
    return .cut(cause, got: position, of: size, reply: try? await end())
  }
}
