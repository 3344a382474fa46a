import FTPSystem
import LibC

extension TCPConnection {
  /// Writes all bytes.
  ///
  /// Bytes of one call leave together, and apart from those of the next, as far as TCP has room.
  ///
  /// - Throws: with step `.write`: the deadline passed, the wake-up was signalled, or the connection is gone; some of
  ///   the bytes may then have been sent.
  package func write(
    _ bytes: UnsafeRawBufferPointer, deadline: Deadline = .never
  ) throws(TransportError) {
    try send(bytes, flags: 0, deadline: deadline)
  }

  /// Writes all bytes of an array.
  ///
  /// See `write(_:deadline:)` for a pointer.
  ///
  /// - Throws: ``TransportError`` if the connection fails, the deadline passes, or the task is cancelled.
  package func write(_ bytes: [UInt8], deadline: Deadline = .never) throws(TransportError) {
    try write(bytes.span, deadline: deadline)
  }

  /// Writes all bytes of a slice.
  ///
  /// See `write(_:deadline:)` for a pointer.
  ///
  /// - Throws: ``TransportError`` if the connection fails, the deadline passes, or the task is cancelled.
  package func write(_ bytes: ArraySlice<UInt8>, deadline: Deadline = .never) throws(TransportError) {
    try write(bytes.span, deadline: deadline)
  }

  /// Writes all bytes of a span.
  ///
  /// See `write(_:deadline:)` for a pointer.
  ///
  /// - Throws: ``TransportError`` if the connection fails, the deadline passes, or the task is cancelled.
  package func write(_ bytes: Span<UInt8>, deadline: Deadline = .never) throws(TransportError) {
    try bytes.withUnsafeBytes { (buffer) throws(TransportError) in
      try send(buffer, flags: 0, deadline: deadline)
    }
  }

  /// Writes bytes of which the last is marked urgent (`MSG_OOB`), as the Telnet Synch requires.
  ///
  /// A record layer has no urgent bytes; there they are sent like all others (RFC 4217, section 14).
  /// Throws as `write(_:deadline:)` does.
  package func writeUrgent(_ bytes: [UInt8], deadline: Deadline = .never) throws(TransportError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(TransportError) in
      try send(buffer, flags: Int32(MSG_OOB), deadline: deadline)
    }
  }

  /// Writes as much as there is room for and returns how many bytes; 0 if there is none.
  ///
  /// Bytes that were not accepted must be offered again before any others: under a record layer, they may be
  /// sealed already. Throws with step `.write` if the connection is gone or the wake-up was signalled.
  package func writeAvailable(_ bytes: Span<UInt8>) throws(TransportError) -> Int {
    try checkWakeUp(.write)
    return try bytes.withUnsafeBytes { (buffer) throws(TransportError) in
      if let layer = socket.layer { return try offer(buffer, to: layer) }
      return try sendOnce(buffer, flags: 0) ?? 0
    }
  }

  private func send(
    _ bytes: UnsafeRawBufferPointer, flags: Int32, deadline: Deadline
  ) throws(TransportError) {
    try checkWakeUp(.write)
    if let layer = socket.layer, flags == 0 || !layer.isClear {
      return try write(bytes, to: layer, deadline: deadline)
    }
    var rest = bytes
    while rest.count > 0 {
      if let count = try sendOnce(rest, flags: flags) {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else {
        try wait(.writable, step: .write, deadline: deadline)
      }
    }
  }

  /// One call of `send`; nil if there is no room.
  private func sendOnce(_ bytes: UnsafeRawBufferPointer, flags: Int32) throws(TransportError) -> Int? {
    while true {
      let count = systemSend(socket.rawValue, bytes, flags | Platform.sendFlags)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return nil
      default: throw failure(.write, .system(.last))
      }
    }
  }
}

/// `send`, which methods of the same name hide.
func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
