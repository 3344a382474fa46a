import FTPProtocol
import Testing

@testable import FTPClient

@Suite("A preliminary reply may announce the size of a file")
struct AnnouncedSizeTests {
  /// The sizes in preliminary replies, and texts that are not sizes.
  @Test(arguments: [
    ("150 Opening BINARY mode data connection for x (1234 bytes).", 1234),
    ("150 x (7) (12 bytes)", 12), ("150 Here.", nil), ("150 (many bytes)", nil), ("150 x (12 kB)", nil),
    ("150 (99999999999999999999 bytes)", nil), ("150 (", nil), ("150 0.5 kbytes to download", nil),
    ("150 x (1 byte)", 1), ("150 x (12 bytes of 20)", nil), ("150-x (12 bytes)\r\n150 Here.", 12),
  ])
  func announcedSizes(line: String, size: UInt64?) throws {
    let reply = try #require(Reply(parsing: Array((line + "\r\n").utf8)))
    #expect(reply.announcedSize == size)
  }
}
