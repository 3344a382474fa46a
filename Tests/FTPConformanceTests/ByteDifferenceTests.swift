import Testing

@testable import FTPConformance

@Suite("What became of the bytes of a transfer is told by its kind, and shown")
struct ByteDifferenceTests {
  private static let wanted = Array("one\r\ntwo\u{FC}\r\n".utf8)

  static let rows: [(received: [UInt8], kind: ByteDifference.Kind, words: String)] = [
    ([], .empty, "no bytes"),
    (Array(wanted.prefix(5)), .cut, "only the first 5 of 12 bytes"),
    (Array(wanted.dropFirst(5)), .beheaded, "only the last 7 of 12 bytes"),
    (wanted + [0x1A], .extended, "1 bytes more at the end: '\\x1a'"),
    (wanted + wanted, .extended, "12 bytes more at the end: 'one\\r\\ntwo'"),
    ([0x1A] + wanted, .preceded, "1 bytes more at the beginning"),
    (
      wanted.filter { $0 != 0x0D }, .lineEnds,
      "10 bytes, from byte 3 on '\\ntwo\\xc3\\xbc\\n' instead of '\\r\\ntwo\\xc3\\xbc\\r'"
    ),
    (
      wanted.map { $0 & 0x7F }, .sevenBit, "12 bytes, from byte 8 on 'C<\\r\\n' instead of '\\xc3\\xbc\\r\\n'"
    ),
    (
      [0x6F, 0x6E, 0x21] + wanted.dropFirst(3), .altered,
      "12 bytes, from byte 2 on '!\\r\\ntwo\\xc3\\xbc' instead of 'e\\r\\ntwo\\xc3\\xbc'"
    ),
  ]

  @Test(arguments: rows)
  func kinds(received: [UInt8], kind: ByteDifference.Kind, words: String) throws {
    let difference = try #require(ByteDifference(received, from: Self.wanted))
    #expect(difference.kind == kind)
    #expect(difference.words == words)
  }

  @Test func whatIsTheSameIsNoDifference() {
    #expect(ByteDifference(Self.wanted, from: Self.wanted) == nil)
    #expect(ByteDifference([], from: []) == nil)
  }

  @Test func theMarkIsUnderTheFirstByteThatDiffers() throws {
    let bytes = Array("0123456789".utf8)
    for place in bytes.indices {
      var received = bytes
      received[place] = 0
      let lines = try #require(ByteDifference(received, from: bytes)).exhibit.lines
      let mark = try #require(lines.last?.utf8.firstIndex(of: UInt8(ascii: "^")))
      #expect(lines[1][mark...].hasPrefix("00"))
      #expect(!lines[0][mark...].hasPrefix("00"))
    }
  }
}
