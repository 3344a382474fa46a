/// The result of a read from a control connection.
enum ControlArrival {
  /// Bytes; an urgent one is by itself.
  case bytes([UInt8], isUrgent: Bool)
  /// The peer sends nothing more.
  case ended
  /// The peer sends nothing more, and under TLS has not said so.
  case cut
  /// The connection is gone.
  case lost

  /// Where a 1yz reply at the beginning of the bytes ends; nil if there is none, or only a part of one.
  var endOfPreliminaryReply: Int? {
    guard case .bytes(let bytes, isUrgent: false) = self, bytes.first == UInt8(ascii: "1"), bytes.count > 4
    else { return nil }
    let last = bytes.prefix(3) + [0x20]
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if bytes[start...].starts(with: last) { return end + 1 }
      start = end + 1
    }
    return nil
  }

  /// Whether the bytes begin as the reply that says that a transfer is complete.
  var beginsWithCompletion: Bool {
    guard case .bytes(let bytes, _) = self else { return false }
    return bytes.starts(with: "226".utf8) || bytes.starts(with: "250".utf8)
  }

  /// Whether the bytes begin as a reply that says that something ended early.
  var beginsWithRefusal: Bool {
    guard case .bytes(let bytes, _) = self, let first = bytes.first else { return false }
    return first == UInt8(ascii: "4") || first == UInt8(ascii: "5")
  }
}
