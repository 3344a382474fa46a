import FTPSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  /// The size of the buffer of `receive`: 256 KiB.
  ///
  /// Smaller ones cost up to half the speed.
  package static let receivePiece = 256 * 1024

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

  /// Sends a file from an offset to its end, or `count` bytes of it, and returns how many bytes were sent.
  ///
  /// `idleLimit` is how long the peer may accept no byte. `progress` is called after every piece with the total so
  /// far. Throws as `send(pieceOf:at:limit:deadline:)` does.
  @discardableResult
  package func send(
    _ file: borrowing LocalFile, from offset: UInt64 = 0, count: UInt64 = .max, idleLimit: Duration? = nil,
    progress: (UInt64) -> Void = { _ in }
  ) throws(FileTransferError) -> UInt64 {
    var total: UInt64 = 0
    while total < count {
      let limit = Int(min(UInt64(Self.sendPiece), count - total))
      let sent = try send(
        pieceOf: file, at: offset &+ total, limit: limit, deadline: .after(idleLimit))
      if sent == 0 { break }
      total += UInt64(sent)
      progress(total)
    }
    return total
  }

  /// Receives available bytes, at most the size of `buffer`, and writes them at the position of the file.
  ///
  /// Returns how many bytes, 0 at the peer's end. Throws `.connection` with step `.read`, or `.file`; bytes that
  /// could not be written are then the first of the buffer.
  package func receive(
    pieceInto file: borrowing LocalFile, through buffer: inout [UInt8], deadline: Deadline = .never
  ) throws(FileTransferError) -> Int {
    let count: Int
    do {
      count = try read(into: &buffer, deadline: deadline)
    } catch {
      throw .connection(error)
    }
    do {
      try file.write(buffer[..<count])
    } catch {
      throw .file(error)
    }
    return count
  }

  /// Receives until the peer's end and writes at the position of the file; returns how many bytes were received.
  ///
  /// `idleLimit` is how long the peer may send nothing. `progress` is called after every piece with the total so
  /// far. Throws as `receive(pieceInto:through:deadline:)` does.
  @discardableResult
  package func receive(
    into file: borrowing LocalFile, idleLimit: Duration? = nil, progress: (UInt64) -> Void = { _ in }
  ) throws(FileTransferError) -> UInt64 {
    var buffer = [UInt8](repeating: 0, count: Self.receivePiece)
    var total: UInt64 = 0
    while true {
      let count = try receive(pieceInto: file, through: &buffer, deadline: .after(idleLimit))
      if count == 0 { return total }
      total += UInt64(count)
      progress(total)
    }
  }

  /// The same through a buffer.
  private func copyAvailable(
    pieceOf file: borrowing LocalFile, at offset: UInt64, limit: Int
  ) throws(FileTransferError) -> Int? {
    var buffer = [UInt8](repeating: 0, count: min(limit, Self.receivePiece))
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
