import FTPSystem
import LibC

/// What a read does first: the attempt, or the wait.
package enum ReadOrder: Hashable, Sendable {
  /// Try, and wait only if there is nothing yet: one system call if bytes stream in.
  case tryFirst
  /// Wait, then read: one system call fewer when the bytes are the answer to a question just asked.
  case waitFirst
}

extension TCPConnection {
  /// Reads available bytes, up to the size of the buffer, and returns how many; 0 is the end.
  ///
  /// Throws with step `.read`: the deadline passed, the wake-up was signalled, or the peer dropped the connection
  /// (`isPeerGone`), which includes an end without a close alert under a record layer. A buffer without
  /// bytes returns 0.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline = .never, order: ReadOrder = .tryFirst
  ) throws(TransportError) -> Int {
    guard buffer.count > 0 else { return 0 }
    try checkWakeUp(.read)
    if let layer = socket.layer { return try read(into: buffer, from: layer, deadline: deadline) }
    if order == .waitFirst { try wait(.readable, step: .read, deadline: deadline) }
    while true {
      if let count = try receive(into: buffer) { return count }
      try wait(.readable, step: .read, deadline: deadline)
    }
  }

  /// Takes what has arrived at the socket; nil if nothing has.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
    while true {
      let count = recv(socket.rawValue, buffer.baseAddress, buffer.count, 0)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return nil
      default: throw failure(.read, .system(.last))
      }
    }
  }

  /// Reads into an array from its start, up to its count, which stays; returns how many bytes, 0 at the end.
  ///
  /// - Throws: as `read(into:deadline:order:)` for a pointer does.
  package func read(
    into buffer: inout [UInt8], deadline: Deadline = .never, order: ReadOrder = .tryFirst
  ) throws(TransportError) -> Int {
    // Typed throws do not pass through the array's own withUnsafeMutableBytes.
    let result: Result<Int, TransportError> = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(TransportError) in try read(into: bytes, deadline: deadline, order: order) }
    }
    return try result.get()
  }

  /// Reads available bytes into an array from its start, up to its count; 0 is the end, nil means that there is nothing
  /// yet.
  ///
  /// - Throws: with step `.read` if the peer dropped the connection or the wake-up was signalled.
  package func readAvailable(into buffer: inout [UInt8]) throws(TransportError) -> Int? {
    let result: Result<Int?, TransportError> = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(TransportError) in try readAvailable(into: bytes) }
    }
    return try result.get()
  }

  /// The same into memory that need not be initialized.
  ///
  /// - Throws: as `readAvailable(into:)` for an array does.
  package func readAvailable(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
    guard buffer.count > 0 else { return 0 }
    try checkWakeUp(.read)
    if let layer = socket.layer { return try readAvailable(into: buffer, from: layer) }
    return try receive(into: buffer)
  }

  /// Reads at most `limit` bytes and appends them to an array; returns how many, 0 at the end.
  ///
  /// - Throws: as `read(into:deadline:order:)` does; the array is then unchanged.
  package func read(
    appendingTo buffer: inout [UInt8], limit: Int = 65_536, deadline: Deadline = .never,
    order: ReadOrder = .tryFirst
  ) throws(TransportError) -> Int {
    guard limit > 0 else { return 0 }
    let result = withUnsafeTemporaryAllocation(byteCount: limit, alignment: 16) { bytes in
      let result = Result { () throws(TransportError) in
        try read(into: bytes, deadline: deadline, order: order)
      }
      if case .success(let count) = result { buffer.append(contentsOf: bytes[..<count]) }
      return result
    }
    return try result.get()
  }

  /// Reads the urgent byte out of band; nil if there is none, or if it is delivered in line, as under a
  /// record layer.
  package func readUrgent() -> UInt8? {
    var byte: UInt8 = 0
    return recv(socket.rawValue, &byte, 1, Int32(MSG_OOB)) == 1 ? byte : nil
  }

  /// Whether the next byte to read is where the peer's urgent data ends; with `setUrgentInline(true)` that byte is the
  /// urgent one.
  ///
  /// Never under a record layer.
  package var isAtUrgentMark: Bool {
    if let layer = socket.layer, !layer.isClear || layer.holdsPlain { return false }
    return sockatmark(socket.rawValue) == 1
  }

  /// How many written bytes the peer's system has not confirmed: 0 once all have arrived there, or if that is unknown.
  ///
  /// Whether the peer's program has read them is not known.
  package var bytesUnconfirmed: Int {
    guard let request = Platform.unconfirmedBytesRequest else { return 0 }
    var count: Int32 = 0
    return ioctl(socket.rawValue, request, &count) == 0 ? Int(count) : 0
  }

  /// How many bytes can be read without waiting.
  package var bytesAvailable: Int {
    if let layer = socket.layer { return layer.bytesAvailable(socket.rawValue) }
    var count: Int32 = 0
    return ioctl(socket.rawValue, Platform.pendingBytesRequest, &count) == 0 ? Int(count) : 0
  }
}
