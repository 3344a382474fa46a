import LibC

/// Options. A connection whose peer is gone refuses them; the next read or write reports that, so they do not throw but
/// return whether the system accepted them.
extension TCPConnection {
  /// Delivers urgent bytes in line with the others (true), or out of band for `readUrgent()` (false, the
  /// default).
  @discardableResult
  package func setUrgentInline(_ on: Bool) -> Bool {
    SocketOption.set(socket.rawValue, SOL_SOCKET, SO_OOBINLINE, on ? 1 : 0)
  }

  /// Limits the system's buffer for unread bytes.
  ///
  /// The system may round.
  @discardableResult
  package func setReceiveBuffer(_ byteCount: Int) -> Bool {
    SocketOption.set(socket.rawValue, SOL_SOCKET, SO_RCVBUF, Int32(clamping: byteCount))
  }

  /// Limits the system's buffer for written but unsent bytes.
  ///
  /// The system may round.
  @discardableResult
  package func setSendBuffer(_ byteCount: Int) -> Bool {
    SocketOption.set(socket.rawValue, SOL_SOCKET, SO_SNDBUF, Int32(clamping: byteCount))
  }
}

/// Socket options that are integers.
enum SocketOption {
  @discardableResult
  static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// The pending error of a socket, which is then cleared; 0 for none.
  static func pendingError(of descriptor: Int32) -> Int32 {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return errno }
    return code
  }
}
