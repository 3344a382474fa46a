import FTPProtocol
import Testing

@testable import FTPTransfers

@Suite("A state file is read as it was written, or not at all")
struct SegmentStateTests {
  private static func state(path: [UInt8] = Array("/pub/large.bin".utf8), modified: TimeValue? = nil)
    -> SegmentState
  {
    var plan = SegmentPlan(size: 1000, count: 3, leastSize: 1, overlap: 8)
    let job = plan.nextJob()
    plan.wrote(to: 100, of: job?.index ?? 0)
    return SegmentState(server: Array("ftp.example.org:21".utf8), path: path, modified: modified, plan: plan)
  }

  @Test func isTextThatPeopleCanRead() {
    let state = Self.state(path: Array("a b%\u{e9}".utf8) + [0xFF], modified: TimeValue(secondsSince1970: 0))
    #expect(
      String(decoding: state.bytes, as: UTF8.self).hasPrefix(
        """
        ftpraw-segments 1
        server ftp.example.org:21
        path a%20b%25%c3%a9%ff
        size 1000
        modified 19700101000000
        part 0 334 100
        part 334 667 0
        part 667 1000 0
        check 
        """))
  }

  @Test(arguments: [
    state(), state(path: []), state(path: Array(0...255)),
    state(modified: TimeValue(year: 2026, month: 2, day: 3, fraction: "50")),
    SegmentState(server: [], path: [0x0A], modified: nil, plan: SegmentPlan(size: 0, count: 4)),
    SegmentState(server: [], path: [], modified: nil, plan: SegmentPlan(size: .max, count: 64)),
  ])
  func isReadBack(state: SegmentState) throws {
    #expect(try SegmentState(parsing: state.bytes) == state)
  }

  /// A state that was cut or changed in any way is not used.
  @Test func anyChangeIsRefused() {
    let bytes = Self.state(modified: TimeValue(secondsSince1970: 1)).bytes
    for end in bytes.indices {
      #expect(throws: SegmentStateError.self) { try SegmentState(parsing: Array(bytes[..<end])) }
    }
    for place in bytes.indices {
      for byte in [0x00, 0x0A, 0x20, 0x30, 0x31, 0x39, 0x61, 0xFF] as [UInt8] where byte != bytes[place] {
        var changed = bytes
        changed[place] = byte
        #expect(throws: SegmentStateError.self, "byte \(place) as \(byte)") {
          try SegmentState(parsing: changed)
        }
      }
    }
    #expect(throws: SegmentStateError.self) { try SegmentState(parsing: bytes + [0x0A]) }
  }

  /// Errors are found even if the checksum is right.
  @Test(arguments: [
    ("ftpraw-segments 2\n", "not a state file of this version"), ("path \n", "'server' is missing"),
    ("server a\npath %4\nsize 1\npart 0 1 0\n", "two digits"),
    ("server a\npath %41\nsize 1\npart 0 1 0\n", "not a valid name"),
    ("server a\npath b\nsize 01\npart 0 1 0\n", "not a number"),
    ("server a\npath b\nsize 2\nmodified yesterday\npart 0 2 0\n", "not a time"),
    ("server a\npath b\nsize 2\n", "do not cover"),
    ("server a\npath b\nsize 2\npart 0 1 0\n", "do not cover"),
    ("server a\npath b\nsize 2\npart 1 2 0\n", "does not follow"),
    ("server a\npath b\nsize 2\npart 0 3 0\n", "does not follow"),
    ("server a\npath b\nsize 2\npart 0 2 3\n", "does not follow"),
    ("server a\npath b\nsize 2\npart 0 0 0\npart 0 2 0\n", "does not follow"),
    ("server a\npath b\nsize 0\npart 0 0 0\npart 0 0 0\n", "too many parts"),
    ("server a\npath b\nsize 2\npart 0 18446744073709551616 0\n", "not 3 numbers"),
  ])
  func saysWhatIsWrong(body: String, reason: String) {
    let text = body.hasPrefix("ftpraw") ? body : "ftpraw-segments 1\n" + body
    var sum = CRC32()
    sum.update(Array(text.utf8).span)
    let digits = String(sum.value, radix: 16)
    let check = "check \(String(repeating: "0", count: 8 - digits.count))\(digits)\n"
    #expect {
      try SegmentState(parsing: Array((text + check).utf8))
    } throws: { error in
      "\(error)".contains(reason)
    }
  }
}
