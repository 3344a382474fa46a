import FTPFuzzing
import FTPProtocol
import TestSupport
import Testing

@testable import FTPCaptures

@Suite(
  "A capture is read in every format, in pieces of any size, and anything else is rejected with one line",
  .computing)
struct CaptureParserTests {
  @Test(arguments: CaptureFixture.Form.allCases, CaptureFixture.Link.allCases)
  func readsEveryForm(form: CaptureFixture.Form, link: CaptureFixture.Link) throws {
    let fixture = try CaptureFixture.conversation()
    var parser = CaptureParser()
    parser.append(fixture.file(form, link))
    var packets: [CapturedPacket] = []
    while let packet = try parser.next() { packets.append(packet) }
    try parser.finish()
    #expect(packets.map(\.time) == fixture.packets.map(\.time))
    #expect(packets.map(\.bytes) == fixture.packets.map { link.wrap($0.bytes) })
    #expect(packets.allSatisfy { $0.linkType == link.type })
    #expect(packets.allSatisfy { link.type.network(of: $0.bytes) == .ip(link.header(isIPv6: false).count) })
  }

  @Test(arguments: CaptureFixture.Form.allCases)
  func piecesMakeNoDifference(form: CaptureFixture.Form) throws {
    let file = try CaptureFixture.conversation().file(form)
    var whole = CaptureParser()
    whole.append(file)
    var expected: [CapturedPacket] = []
    while let packet = try whole.next() { expected.append(packet) }
    for size in [1, 3, 7, 100] {
      var parser = CaptureParser()
      var found: [CapturedPacket] = []
      var rest = file[...]
      while !rest.isEmpty {
        parser.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let packet = try parser.next() { found.append(packet) }
      }
      try parser.finish()
      #expect(found == expected)
    }
  }

  @Test(arguments: CaptureFixture.Form.allCases)
  func everyCutIsAnErrorOrTheEndOfAPacket(form: CaptureFixture.Form) throws {
    let file = try CaptureFixture.conversation().file(form)
    var ends = 0
    for cut in stride(from: 0, to: file.count, by: file.count > 1_000 ? Thoroughness.stride(23) : 1) {
      var parser = CaptureParser()
      parser.append(file[..<cut])
      do throws(CaptureError) {
        while try parser.next() != nil {}
        try parser.finish()
        ends += 1
      } catch {
        #expect(!error.description.contains("\n") && error.description.count < 160)
      }
    }
    #expect(ends < 100)
  }

  private static let strangers: [([UInt8], String)] = [
    ([], "the capture is empty"),
    ([0x41, 0x42], "neither pcap nor pcapng: the first bytes are AB"),
    (Array("220 Hello\r\n".utf8), "neither pcap nor pcapng: the first bytes are 220 Hell"),
    ([0x1F, 0x8B, 8, 0, 0], "compressed by gzip; gunzip it first"),
    ([0xD4, 0xC3, 0xB2, 0xA1], "the capture ends inside its header, which has 24 bytes, after 4 of them"),
    (
      [0xD4, 0xC3, 0xB2, 0xA1, 9, 0] + [UInt8](repeating: 0, count: 18),
      "a pcap of version 9; only version 2 is supported"
    ),
    ([0x34, 0xCD, 0xB2, 0xA1, 0, 0], "a modified pcap; tcpdump -r and -w make it a plain one"),
    (
      [0x0A, 0x0D, 0x0D, 0x0A] + [UInt8](repeating: 0, count: 24),
      "a section without its byte-order magic, at byte 0"
    ),
  ]

  @Test(arguments: strangers)
  func refusesWhatIsNone(bytes: [UInt8], message: String) {
    for size in 1...max(1, bytes.count) {
      var parser = CaptureParser()
      let error = #expect(throws: CaptureError.self) {
        for start in stride(from: 0, to: bytes.count, by: size) {
          parser.append(bytes[start..<min(bytes.count, start + size)])
          while try parser.next() != nil {}
        }
        try parser.finish()
      }
      #expect(error?.description == message, "in pieces of \(size)")
      #expect(throws: CaptureError.self) { try parser.next() }
    }
  }

  private static func plain(_ length: UInt32) -> [UInt8] {
    var bytes = NumberWriter(isBig: false)
    for number in [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, 1, 0, 0, length, length] as [UInt32] {
      bytes.add(number)
    }
    return bytes.bytes
  }

  @Test(arguments: [UInt32.max, 1_048_577])
  func believesNoLengthBeyondTheBounds(length: UInt32) {
    var parser = CaptureParser()
    parser.append(Self.plain(length))
    let error = #expect(throws: CaptureError.self) { try parser.next() }
    #expect(
      error?.description
        == "packet 1 at byte 24 claims \(length) bytes; the limit is 1048576")
  }

  private static func section(_ body: (inout NumberWriter) -> Void) -> [UInt8] {
    var bytes = NumberWriter(isBig: false)
    bytes.block(0x0A0D_0D0A) {
      for number in [0x1A2B_3C4D, 1, .max, .max] as [UInt32] { $0.add(number) }
    }
    body(&bytes)
    return bytes.bytes
  }

  private static let wrongBlocks: [([UInt8], String)] = [
    (section { $0.block(6) { $0.bytes = [1, 2, 3, 4] } }, "packet 1, too short for one, at byte 28"),
    (
      section { $0.block(6) { $0.bytes = [UInt8](repeating: 0, count: 20) } },
      "packet 1 of interface 0, which is not described, at byte 28"
    ),
    (
      section { $0.block(3) { $0.bytes = [UInt8](repeating: 0, count: 20) } },
      "packet 1 of an interface that is not described, at byte 28"
    ),
    (section { $0.block(1) { $0.bytes = [1, 0, 0, 0] } }, "an interface that is too short, at byte 28"),
    (
      section { for number in [6, 10, 0] as [UInt32] { $0.add(number) } },
      "packet 1 of 10 bytes, which is impossible, at byte 28"
    ),
    (
      section { for number in [77, 12, 16] as [UInt32] { $0.add(number) } },
      "a block whose two lengths differ, at byte 28"
    ),
    (
      section { for number in [77, 1 << 30, 0] as [UInt32] { $0.add(number) } },
      "a block at byte 28 claims 1073741824 bytes; the limit is 16777216"
    ),
    (
      section { for number in [77, 64, 0] as [UInt32] { $0.add(number) } },
      "the capture ends inside a block after packet 0, which has 64 bytes, after 12 of them"
    ),
  ]

  @Test(arguments: wrongBlocks)
  func refusesWrongBlocks(bytes: [UInt8], message: String) {
    var parser = CaptureParser()
    parser.append(bytes)
    let error = #expect(throws: CaptureError.self) {
      while try parser.next() != nil {}
      try parser.finish()
    }
    #expect(error?.description == message)
  }

  @Test func simplePacketsHaveTheLengthOfTheInterface() throws {
    var parser = CaptureParser()
    parser.append(
      Self.section {
        $0.block(1) {
          $0.add(UInt16(101))
          $0.add(UInt16(0))
          $0.add(UInt32(3))
        }
        $0.block(3) {
          $0.add(UInt32(40))
          $0.bytes += [1, 2, 3, 0]
        }
      })
    let packet = try #require(try parser.next())
    #expect(packet == CapturedPacket(time: 0, linkType: .raw, bytes: [1, 2, 3], originalLength: 40))
  }

  @Test(
    arguments: [
      (6, 1_500_000, 0, 1_500_000_000), (0, 3, 0, 3_000_000_000), (9, 7, 0, 7), (12, 7_999, 0, 7),
      (0x80, 2, 0, 2_000_000_000), (0x81, 3, 0, 1_500_000_000), (0xA0, 1 << 32 + 1 << 31, 0, 1_500_000_000),
      (6, 0, 2, 2_000_000_000), (6, 5_000_000, -2, 3_000_000_000), (6, 1, -9, 0), (0xFF, .max, 0, 0),
      (0x7F, .max, 0, 0), (0, .max, .max, .max), (28, .max, 0, 1),
    ] as [(UInt8, UInt64, Int64, UInt64)])
  func timesOfAllSorts(option: UInt8, units: UInt64, offset: Int64, nanoseconds: UInt64) {
    #expect(TimeResolution(option).nanoseconds(units, offset: offset) == nanoseconds)
  }
}
