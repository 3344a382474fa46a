import FTPSystem
import LibC

/// Why a file and a connection could not be copied into each other: which of the two failed.
package enum FileTransferError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The network side.
  case connection(TransportError)
  /// The local side.
  case file(LocalFileError)

  /// The description of the error inside.
  package var description: String {
    switch self {
    case .connection(let error): error.description
    case .file(let error): error.description
    }
  }
}

extension TCPConnection {
  /// How much `send` hands to the system at once: 2 MiB.
  package static let sendPiece = 2 * 1024 * 1024
  /// The size of the buffer where the bytes are copied: 256 KiB.
  private static let copiedPiece = 256 * 1024

  /// Sends one piece of a file, from an offset, without taking it through this process (`sendfile`).
  ///
  /// If a record layer must see the bytes, they are read and written. Returns how many bytes were sent, at most
  /// `limit`; 0 if the file has none at that offset. The position of the file does not change. Throws `.connection`
  /// with step `.write`, or `.file`.
  package func send(
    pieceOf file: borrowing LocalFile, at offset: UInt64, limit: Int = TCPConnection.sendPiece,
    deadline: Deadline = .never
  ) throws(FileTransferError) -> Int {
    while true {
      if let count = try sendAvailable(pieceOf: file, at: offset, limit: limit) { return count }
      do throws(TransportError) {
        try wait(.writable, step: .write, deadline: deadline)
      } catch {
        throw .connection(error)
      }
    }
  }

  /// Sends as much of a piece of a file as there is room for; nil if there is none.
  ///
  /// Otherwise as `send(pieceOf:at:limit:deadline:)`: 0 is the end of the file.
  package func sendAvailable(
    pieceOf file: borrowing LocalFile, at offset: UInt64, limit: Int = TCPConnection.sendPiece
  ) throws(FileTransferError) -> Int? {
    guard limit > 0 else { return 0 }
    do throws(TransportError) {
      try checkWakeUp(.write)
    } catch {
      throw .connection(error)
    }
    if let layer = socket.layer, !layer.mayBypass {
      return try copyAvailable(pieceOf: file, at: offset, limit: min(limit, LayeredStream.sealedPiece))
    }
    while true {
      let count = Platform.sendFile(
        from: file.descriptor, offset: offset, count: limit, to: socket.rawValue)
      if count >= 0 { return count }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return nil
      case EPIPE, ECONNRESET, ENOTCONN, ETIMEDOUT, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENOBUFS:
        throw .connection(failure(.write, .system(SystemError(code: code))))
      // Not every file works with sendfile; reading it shows whether the file is the cause.
      default: return try copyAvailable(pieceOf: file, at: offset, limit: limit)
      }
    }
  }

  /// The same through a buffer.
  private func copyAvailable(
    pieceOf file: borrowing LocalFile, at offset: UInt64, limit: Int
  ) throws(FileTransferError) -> Int? {
    var buffer = [UInt8](repeating: 0, count: min(limit, Self.copiedPiece))
    let count: Int
    do {
      count = try file.read(into: &buffer, at: offset)
    } catch {
      throw .file(error)
    }
    guard count > 0 else { return 0 }
    do {
      let sent = try writeAvailable(buffer.span.extracting(first: count))
      return sent > 0 ? sent : nil
    } catch {
      throw .connection(error)
    }
  }
}
