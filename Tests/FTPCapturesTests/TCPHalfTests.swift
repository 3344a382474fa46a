import Testing

@testable import FTPCaptures

@Suite("Segments become a stream, in whatever order they come")
struct TCPHalfTests {
  /// A segment: its sequence number, counted from the first byte, and its bytes.
  struct Segment: CustomTestStringConvertible {
    var offset: Int
    var text: String
    var isLast = false
    var missing = 0
    var testDescription: String { "\(offset):\(text)\(isLast ? "." : "")" }
  }

  /// The deliveries as text: `[n]` is a gap, `.` the end.
  private func text(_ deliveries: [TCPHalf.Delivery]) -> String {
    deliveries.map { delivery in
      switch delivery {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .gap(let count): "[\(count)]"
      case .end: "."
      }
    }.joined()
  }

  private static let cases: [([Segment], String)] = [
    ([.init(offset: 0, text: "abc"), .init(offset: 3, text: "def", isLast: true)], "abcdef."),
    // Sent again: completely, in part, and with more bytes after it.
    ([.init(offset: 0, text: "abc"), .init(offset: 0, text: "abc"), .init(offset: 3, text: "d")], "abcd"),
    ([.init(offset: 0, text: "abc"), .init(offset: 1, text: "bcde"), .init(offset: 5, text: "f")], "abcdef"),
    ([.init(offset: 0, text: "abc"), .init(offset: 1, text: "b"), .init(offset: 3, text: "d")], "abcd"),
    // The bytes that came first count.
    ([.init(offset: 0, text: "abc"), .init(offset: 0, text: "xyzd")], "abcd"),
    // Out of order.
    ([.init(offset: 3, text: "def"), .init(offset: 0, text: "abc")], "abcdef"),
    ([.init(offset: 4, text: "e"), .init(offset: 2, text: "cd"), .init(offset: 0, text: "ab")], "abcde"),
    ([.init(offset: 3, text: "de"), .init(offset: 2, text: "cdef"), .init(offset: 0, text: "ab")], "abcdef"),
    ([.init(offset: 3, text: "", isLast: true), .init(offset: 0, text: "abc")], "abc."),
    (
      [.init(offset: 2, text: "c", isLast: true), .init(offset: 0, text: "ab"), .init(offset: 2, text: "c")],
      "abc."
    ),
    // Keep-alives repeat a byte, which may have any value.
    ([.init(offset: 0, text: "abc"), .init(offset: 2, text: "\u{0}"), .init(offset: 3, text: "d")], "abcd"),
    // Missing, which the end shows.
    ([.init(offset: 2, text: "c")], "[2]c"),
    ([.init(offset: 0, text: "a"), .init(offset: 3, text: "d"), .init(offset: 9, text: "j")], "a[2]d[5]j"),
    ([.init(offset: 0, text: "a"), .init(offset: 4, text: "", isLast: true)], "a[3]."),
    ([.init(offset: 0, text: "ab", missing: 3), .init(offset: 5, text: "f")], "ab[3]f"),
    ([.init(offset: 0, text: "ab", isLast: true, missing: 3)], "ab[3]."),
    // Nothing comes after the end.
    ([.init(offset: 0, text: "a", isLast: true), .init(offset: 1, text: "b")], "a."),
    // From another connection, or with an impossible number.
    (
      [.init(offset: 0, text: "a"), .init(offset: 1 << 30 + 1, text: "x"), .init(offset: 1, text: "b")], "ab"
    ),
    ([.init(offset: 0, text: "a"), .init(offset: -5, text: "xyz"), .init(offset: 1, text: "b")], "ab"),
  ]

  @Test(arguments: cases, [0, 7, UInt32.max, UInt32.max - 2, 1 << 31])
  func putsTogether(test: ([Segment], String), start: UInt32) {
    var half = TCPHalf()
    half.open(start)
    var deliveries: [TCPHalf.Delivery] = []
    for segment in test.0 {
      deliveries += half.receive(
        start &+ 1 &+ UInt32(truncatingIfNeeded: segment.offset), Array(segment.text.utf8)[...],
        length: segment.text.utf8.count + segment.missing, isLast: segment.isLast, limit: 1_000)
    }
    #expect(text(deliveries + half.finish()) == test.1)
    #expect(half.hasEnded)
  }

  @Test func beginsAnywhereWithoutAnOpening() {
    var half = TCPHalf()
    #expect(text(half.receive(77, [0x61], length: 1, isLast: false, limit: 10)) == "a")
    #expect(text(half.receive(78, [0x62], length: 1, isLast: false, limit: 10)) == "b")
  }

  @Test func givesUpOnWhatTheOtherSideHas() {
    var half = TCPHalf()
    half.open(0)
    #expect(text(half.receive(4, Array("def".utf8)[...], length: 3, isLast: false, limit: 100)) == "")
    #expect(text(half.acknowledge(3)) == "")
    #expect(text(half.acknowledge(6)) == "")
    #expect(text(half.acknowledge(7)) == "[3]def")
    // Bytes that are already acknowledged are not waited for.
    _ = half.acknowledge(20)
    #expect(text(half.receive(10, [0x6A], length: 1, isLast: false, limit: 100)) == "[3]j")
  }

  @Test func waitsForNoMoreThanTheLimit() {
    var half = TCPHalf()
    half.open(0)
    var deliveries: [TCPHalf.Delivery] = []
    for offset in stride(from: 10, to: 100, by: 10) {
      deliveries += half.receive(
        UInt32(offset), [0x61, 0x62], length: 2, isLast: false, limit: 6)
    }
    #expect(text(deliveries).hasPrefix("[9]ab[8]ab"))
  }

  @Test func wrapsManyTimes() {
    var half = TCPHalf()
    half.open(0)
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    var sequence: UInt32 = 1
    var total = 0
    for _ in 0..<200 {
      // The numbers leap ahead as far as they may, so that the test does not need gigabytes.
      sequence &+= 1 << 29
      for delivery in half.receive(sequence, piece[...], length: piece.count, isLast: false, limit: 0) {
        if case .bytes(let bytes) = delivery { total += bytes.count }
      }
      sequence &+= UInt32(piece.count)
    }
    #expect(total == 200 << 20)
  }
}

@Suite("The work of putting segments in order grows with their number")
struct TCPHalfWorkTests {
  /// How many pieces are moved for this many one-byte segments with a hole before each.
  private func steps(_ count: Int, reversed: Bool) -> Int {
    var half = TCPHalf()
    half.open(0)
    var delivered = 0
    for index in 0..<count {
      let place = reversed ? count - index : index + 1
      let deliveries = half.receive(UInt32(2 * place), [0x78], length: 1, isLast: false, limit: 1 << 20)
      delivered += deliveries.count
    }
    delivered += half.finish().count
    #expect(delivered == 2 * count)
    return half.waiting.steps
  }

  @Test(arguments: [false, true])
  func holesCostNoMoreThanTheirNumber(reversed: Bool) {
    // Twice as many segments, and one more level of the heap; quadratic work would be four times as much.
    let (some, more) = (steps(8_000, reversed: reversed), steps(16_000, reversed: reversed))
    #expect(more < 3 * some)
  }
}
