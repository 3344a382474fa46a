import FTPProtocol

/// Passes a server's replies on, segment by segment, and holds back only what may be the reply that announces an address.
struct ReplyRelay {
  /// Bytes that arrived but were not passed on yet.
  private var held: [UInt8] = []
  /// How much of the reply that is coming in was passed on already.
  private var passed = 0
  private static let longest = 4_096

  /// Takes a segment, the replies that it completes and the unfinished rest; returns the bytes to pass on.
  ///
  /// `rewrite` is given each reply that may announce an address, with those of its bytes that were not passed on.
  mutating func receive(
    _ segment: [UInt8], completing replies: [Reply], unfinished: ArraySlice<UInt8>,
    rewrite: (Reply, [UInt8]) -> [UInt8]
  ) -> [UInt8] {
    held += segment
    var result: [UInt8] = []
    for reply in replies {
      let count = min(held.count, max(0, reply.byteCount - passed))
      let bytes = Array(held[..<count])
      held.removeFirst(count)
      passed = 0
      result += AddressForm(announcedBy: reply.code) == nil ? bytes : rewrite(reply, bytes)
    }
    let isInStep = unfinished.count == held.count + passed
    let kept = isInStep ? countToHold(unfinished) : 0
    result += held.dropLast(kept)
    passed = isInStep ? unfinished.count - kept : 0
    held = Array(held.suffix(kept))
    return result
  }

  /// The held bytes, because nothing more will arrive.
  mutating func flush() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// How many bytes from the end wait for the rest of their reply.
  private func countToHold(_ unfinished: ArraySlice<UInt8>) -> Int {
    guard held.count <= Self.longest else { return 0 }
    if passed == 0, Self.mayAnnounce(held[...]) { return held.count }
    let lineStart = unfinished.lastIndex(of: 0x0A).map { $0 + 1 } ?? unfinished.startIndex
    let line = unfinished[lineStart...]
    return line.count <= held.count && Self.mayAnnounce(line) ? line.count : 0
  }

  private static func mayAnnounce(_ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty && ["227", "228", "229"].contains { $0.utf8.starts(with: line.prefix(3)) }
  }
}
