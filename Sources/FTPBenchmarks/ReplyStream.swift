/// Replies as servers send them, one after the other.
struct ReplyStream: Sendable {
  /// The kind of replies.
  enum Kind: String, CaseIterable, Sendable {
    /// One line of about thirty bytes.
    case short
    /// Lines of 8 KiB.
    case long
    /// Mostly short replies; every fiftieth is a listing of a hundred lines, and a few are long.
    case mixed
  }

  /// 32 MiB, which is more than any cache, plus at most one reply.
  let bytes: [UInt8]
  /// How many bytes the parser gets at a time.
  static let segment = 64 * 1024

  private static let size = 32 << 20
  private static let sentences = [
    "226 Done.", "200 Type set to I.", "150 Opening data connection.", "250 CWD command successful.",
    "331 Password please.", "230 Logged in.",
  ]

  /// Makes the replies.
  init(_ kind: Kind) {
    let short = Self.sentences.map { Array(($0 + "\r\n").utf8) }
    let long = Self.longReply
    let listing = Self.listing
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size + max(long.count, listing.count))
    var number = 0
    while bytes.count < Self.size {
      number += 1
      switch kind {
      case .long: bytes += long
      case .mixed where number % 200 == 1: bytes += long
      case .mixed where number % 50 == 0: bytes += listing
      case .short, .mixed: bytes += short[number % short.count]
      }
    }
    self.bytes = bytes
  }

  /// Calls `body` with each segment.
  func forEachSegment(_ body: (Range<Int>) throws -> Void) rethrows {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.segment)
      try body(start..<end)
      start = end
    }
  }

  private static var longReply: [UInt8] {
    let text = String(repeating: "abcdefgh", count: 1_023)
    return Array("220-\(text)\r\n\(text)\r\n220 \(text)\r\n".utf8)
  }

  private static var listing: [UInt8] {
    var text = "211-Status\r\n"
    for index in 0..<100 {
      text += " -rw-r--r--   1 user group \(1_000 + index * 37) Jan 01 00:00 some-file-name-\(index).txt\r\n"
    }
    return Array((text + "211 End\r\n").utf8)
  }
}
