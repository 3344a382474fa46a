/// One thing that a session does on a data connection.
enum DataStep {
  /// Bytes go on their way: to the client, or into the file.
  case bytes(ArraySlice<UInt8>)
  /// Nothing for a while.
  case pause(Duration)
  /// The final reply of the transfer, in advance.
  case finalReply
  /// The data connection is closed as if all had been moved.
  case close
  /// The data connection is closed, and the transfer has failed.
  case fail
  /// The data connection is reset, and the transfer has failed.
  case reset

  /// Whether nothing can come behind it.
  var isEnd: Bool {
    switch self {
    case .close, .fail, .reset: true
    case .bytes, .pause, .finalReply: false
    }
  }
}

/// How a data connection comes about.
enum DataStart: Hashable, Sendable {
  /// After a while, in which nobody takes up what the client has begun.
  case late(Duration)
  /// Never: the client waits until the server gives up.
  case never
}
