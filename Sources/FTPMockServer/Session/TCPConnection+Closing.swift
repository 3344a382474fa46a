import FTPTransport

extension TCPConnection {
  /// Ends our direction and reads what is left, so that what was written last is not lost: closing a connection
  /// that has unread bytes makes the system drop it.
  mutating func prepareToClose() {
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
