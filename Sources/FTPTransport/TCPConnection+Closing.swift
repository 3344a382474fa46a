extension TCPConnection {
  /// Ends the sending direction and reads the rest, so that the last bytes written are not lost: closing a connection
  /// with unread bytes makes the system reset it.
  package mutating func prepareToClose() {
    wakeUp = nil
    try? shutdownWrite()
    var unread: [UInt8] = []
    for _ in 0..<64 {
      guard bytesAvailable > 0, let count = try? read(appendingTo: &unread, deadline: .after(.zero)),
        count > 0
      else { break }
      unread.removeAll(keepingCapacity: true)
    }
  }
}
