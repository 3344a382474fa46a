import Testing

@testable import FTPProtocol

/// Up to 63 bytes lie in the reply itself, more in an array: nobody may notice which.
@Suite struct ReplyStorageTests {
  private static let sizes = [
    7, 8, 9, 15, 16, 17, 31, 47, 48, 55, 56, 57, 61, 62, 63, 64, 65, 127, 128, 200,
  ]

  private static func bytes(_ size: Int, of letter: Character = "x") -> [UInt8] {
    Array("200 ".utf8) + Array(repeating: letter.asciiValue ?? 0, count: size - 6) + [0x0D, 0x0A]
  }

  @Test("a reply keeps its bytes, whatever follows them", arguments: sizes)
  func bytesAreKept(_ size: Int) throws {
    let expected = Self.bytes(size)
    for tail in [0, 1, 2, 63, 64, 100] {
      var parser = ReplyParser()
      parser.append(expected + Array(repeating: UInt8(ascii: "9"), count: tail))
      let reply = try #require(try parser.next())
      #expect(reply.bytes == expected)
      #expect(reply.byteCount == size)
      #expect(reply.withBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } } == expected)
      #expect(reply.text == String(repeating: "x", count: size - 6))
      #expect(reply == Reply(200, String(repeating: "x", count: size - 6)))
      #expect(reply.hashValue == Reply(200, String(repeating: "x", count: size - 6)).hashValue)
      #expect(reply != Reply(parsing: Self.bytes(size, of: "y")))
      #expect(parser.unfinished.count == tail)
    }
  }

  @Test("every cut gives the same replies", arguments: [8, 40, 63, 64, 90])
  func cuts(_ size: Int) throws {
    let one = Self.bytes(size)
    let all = one + one + Array("211-A\r\n b\r\n211 C\r\n".utf8) + one
    for cut in 0...all.count {
      var parser = ReplyParser()
      var replies: [Reply] = []
      for piece in [all[..<cut], all[cut...]] {
        parser.append(piece)
        while let reply = try parser.next() { replies.append(reply) }
        #expect(parser.heldByteCount - parser.unfinished.count <= all.count)
      }
      #expect(replies.map(\.byteCount) == [size, size, 18, size])
      #expect(replies.flatMap(\.bytes) == all)
      #expect(replies.map(\.lines.count) == [1, 1, 3, 1])
      #expect(parser.heldByteCount == 0)
    }
  }

  @Test("hidden secrets make short replies of long ones, and long ones of short ones")
  func masks() throws {
    let secret = String(repeating: "s", count: 80)
    let long = Reply(230, "Welcome \(secret).")
    #expect(long.redacting(Array(secret.utf8)) == Reply(230, "Welcome ****."))
    let short = Reply(230, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1")
    let hidden = short.masking(stride(from: 4, to: 52, by: 2).map { $0..<($0 + 1) })
    #expect(hidden.byteCount > 63)
    let listing = Reply(211, "First", "second", "third", "End")
    for range in [6..<17, 0..<20, 3..<8, 12..<30] {
      let hidden = listing.masking([range])
      #expect(hidden.lines.count == hidden.bytes.count { $0 == 0x0A })
      #expect(hidden.lastLine.bytes.last == 0x0A)
      #expect(hidden.firstLine.bytes.startIndex == 0)
      #expect(hidden.lines.flatMap(\.bytes) == hidden.bytes)
    }
    #expect(hidden.text == Array(repeating: "****", count: 24).joined(separator: " "))
  }
}
