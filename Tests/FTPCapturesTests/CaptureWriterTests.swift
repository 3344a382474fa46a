import FTPProtocol
import Testing

@testable import FTPCaptures
@testable import FTPConversation

@Suite("A conversation becomes a complete capture")
struct CaptureWriterTests {
  @Test(arguments: ["127.0.0.1", "2001:db8::1"])
  func checksumsAreRight(host: String) throws {
    let fixture = try CaptureFixture.conversation(client: host, server: host, data: [1, 2, 3])
    for packet in fixture.packets {
      let header = packet.ipHeaderLength
      let isIPv6 = header == 40
      if !isIPv6 { #expect(PacketBuilder.checksum(PacketBuilder.sum(of: packet.bytes[..<20])) == 0) }
      let addresses = isIPv6 ? packet.bytes[8..<40] : packet.bytes[12..<20]
      let length = packet.bytes.count - header
      let sum =
        PacketBuilder.sum(of: addresses) + UInt64(6 + length) + PacketBuilder.sum(of: packet.bytes[header...])
      #expect(PacketBuilder.checksum(sum) == 0)
      let stated = Int(packet.bytes[isIPv6 ? 4 : 2]) << 8 | Int(packet.bytes[isIPv6 ? 5 : 3])
      #expect(stated == (isIPv6 ? length : packet.bytes.count))
    }
  }

  @Test func sumsAnOddByteAsTheFirstOfTwo() {
    #expect(
      PacketBuilder.checksum(PacketBuilder.sum(of: [0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6])) == ~0xDCFB)
  }

  @Test func whatIsImportedAndWrittenIsTheSameAgain() throws {
    for client in ["127.0.0.1", "::1"] {
      let data = [UInt8](repeating: 0x61, count: 5_000)
      let first = try CaptureFixture.conversation(client: client, server: client, data: data).file()
      var importer = CaptureImporter()
      try importer.append(first)
      try importer.finish()
      let conversation = try #require(importer.conversations.first)
      let second = conversation.transcript.capture(time: conversation.time)
      #expect(try CaptureFixture.imported(second) == conversation.transcript.description)
    }
  }

  @Test func segmentsEndAtTheCuts() throws {
    var writer = CaptureFixture.writer()
    writer.control(Array("220 ready\r\n".utf8), cuts: [2, 5], from: .server)
    let fixture = try CaptureFixture(writer.bytes)
    var importer = CaptureImporter()
    try importer.append(fixture.file())
    try importer.finish()
    let events = importer.conversations.first?.transcript.events ?? []
    let cuts = events.compactMap { if case .reply(_, let cuts, _) = $0.content { cuts } else { nil } }
    #expect(cuts == [[2, 5]])
  }

  @Test func whatWasNotKeptIsMissing() throws {
    var writer = CaptureFixture.writer()
    writer.control(Array("220 x\r\n".utf8), from: .server)
    writer.control(Array("EPSV\r\n".utf8), from: .client)
    writer.control(Array("229 (|||50001|)\r\n".utf8), from: .server)
    let data = DataConnectionID(rawValue: 1)
    writer.openData(data, isPassive: true)
    writer.data(data, .download, Array("first".utf8), omitted: 1_000_000)
    writer.closeData(data, .closedByServer)
    let rows = try CaptureFixture.imported(writer.bytes)
    #expect(rows.contains("-- close data (1000005 bytes, first 5 shown, closed by the server)\n"))
  }
}
