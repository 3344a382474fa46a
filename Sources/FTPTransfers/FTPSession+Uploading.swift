import FTPClient
import FTPProtocol
import FTPSystem

/// What an upload does to an existing file.
public enum FTPUploadKind: Hashable, Sendable {
  /// STOR: replaces it, or its bytes after an offset.
  case store
  /// APPE: adds to its end.
  case append
}

extension FTPSession {
  /// Uploads the elements of a sequence, piece by piece.
  ///
  /// If the sequence throws, or the task is cancelled, the connection is reset, so that the server does not mistake the
  /// part for the whole file.
  /// - Parameters:
  ///   - path: the target.
  ///   - offset: the byte of the file to begin at; above 0, the server must have REST and the file at least
  ///     that many bytes.
  ///   - kind: STOR or APPE.
  ///   - pieces: the bytes.
  /// - Returns: how many bytes were sent.
  /// - Throws: ``FTPError`` if the server does not confirm the upload, or its SIZE differs; and whatever the
  ///   sequence throws.
  @discardableResult
  public nonisolated(nonsending) func upload<Pieces: AsyncSequence>(
    _ path: FTPPath, at offset: UInt64 = 0, kind: FTPUploadKind = .store, _ pieces: Pieces
  ) async throws -> UInt64 where Pieces.Element == [UInt8] {
    try await upload(path, at: offset, kind: kind) { upload in
      for try await piece in pieces where !piece.isEmpty { try await upload.write(piece) }
    }
  }

  /// Uploads bytes from memory.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  @discardableResult
  public func upload(
    _ path: FTPPath, at offset: UInt64 = 0, kind: FTPUploadKind = .store, bytes: [UInt8]
  ) async throws(FTPError) -> UInt64 {
    do {
      return try await upload(path, at: offset, kind: kind) { upload in
        try await upload.write { buffer in
          let rest = bytes.dropFirst(Int(upload.sent)).prefix(buffer.count)
          buffer.replaceSubrange(0..<rest.count, with: rest)
          return rest.count
        }
      }
    } catch {
      throw FTPError(any: error) ?? .cancelled
    }
  }

  /// Uploads the bytes that `body` writes.
  @discardableResult
  nonisolated(nonsending) func upload(
    _ path: FTPPath, at offset: UInt64, kind: FTPUploadKind,
    _ body: nonisolated(nonsending) (Upload) async throws -> Void
  ) async throws -> UInt64 {
    try await begin()
    let upload: Upload
    do throws(FTPError) { upload = try await startUpload(path, at: offset, kind) } catch {
      end(after: error)
      throw Task.isCancelled ? FTPError.cancelled : error
    }
    do {
      try await body(upload)
      try await upload.complete()
      try await check(upload, at: path)
      end()
      return upload.sent
    } catch {
      let isOver = upload.transfer.final != nil
      if !isOver { await upload.transfer.reset() }
      end(after: FTPError(any: error) ?? .cancelled, isOver ? nil : upload.transfer)
      throw Task.isCancelled ? FTPError.cancelled : error
    }
  }

  private func startUpload(
    _ path: FTPPath, at offset: UInt64, _ kind: FTPUploadKind
  ) async throws(FTPError) -> Upload {
    try await useImageType()
    var start: UInt64? = offset
    if offset > 0 || kind == .append {
      let size = try await ask(.size(path))
      if let size, kind == .store, offset > size {
        throw .changed("\(path) has \(size) bytes, so it cannot be written from byte \(offset)")
      }
      if kind == .append { start = size }
    }
    let transfer = try await openData(
      Command(kind == .store ? .stor : .appe, bytes: path.bytes), at: kind == .store ? offset : 0)
    return Upload(transfer: transfer, start: start, idleLimit: site.idleLimit)
  }

  /// Compares the current size of the file with the uploaded bytes, if the server supports SIZE.
  private func check(_ upload: Upload, at path: FTPPath) async throws(FTPError) {
    guard let start = upload.start, let size = try await ask(.size(path)) else { return }
    // After REST, bytes beyond the end of the upload are kept.
    guard size == start + upload.sent else {
      throw .incomplete(got: size, of: start + upload.sent, reply: nil)
    }
  }
}

/// An upload in progress.
struct Upload: Sendable {
  let transfer: DataTransfer
  /// The byte of the file at which it began; nil if unknown.
  let start: UInt64?
  let idleLimit: Duration?

  var sent: UInt64 { UInt64(transfer.byteCount) }

  func write(_ piece: [UInt8]) async throws {
    do { try await transfer.write(piece) } catch let error as FTPClientError { throw await cut(by: error) }
  }

  /// Writes the bytes that `next` puts into the buffer, until it adds none, on the transfer's own thread; `input` is
  /// what it waits for.
  func write(
    awaiting input: Int32? = nil, _ next: @Sendable (inout [UInt8]) throws -> Int
  ) async throws {
    do {
      try await transfer.writePieces(awaiting: input, next)
    } catch let error as FTPClientError { throw await cut(by: error) }
  }

  /// Writes a file from an offset to its end, on the transfer's own thread; the system moves the bytes if it can.
  func write(_ file: OpenedFile, from offset: UInt64, progress: @Sendable (UInt64) -> Void) async throws {
    do {
      try await transfer.write(file, from: offset, progress: progress)
    } catch let error as FTPClientError { throw await cut(by: error) }
  }

  /// Ends the data, and takes the final reply.
  func complete() async throws(FTPError) {
    let reply: Reply
    do throws(FTPClientError) { reply = try await transfer.end() } catch { throw FTPError(error) }
    // The first digit decides (RFC 1123, section 4.1.2.11).
    guard reply.code.firstDigit == 2 else {
      throw .incomplete(got: (start ?? 0) + sent, of: nil, reply: reply)
    }
  }

  private func cut(by error: FTPClientError) async -> FTPError {
    let position = (start ?? 0) + sent
    // What a call was given and could not send has its own error; the reply says why.
    if case .unexpectedReply(let reply, _, _) = error {
      _ = try? await transfer.end()
      return .incomplete(got: position, of: nil, reply: reply)
    }
    return await transfer.failure(after: error, at: position, of: nil, idleLimit: idleLimit)
  }
}
