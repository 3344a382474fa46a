import FTPFuzzing
import FTPProtocol
import FTPVectors
import TestSupport
import Testing

@testable import FTPCaptures
@testable import FTPConversation

@Suite("No accusation depends on bytes that a capture lacks")
struct CaptureGapTests {
  /// A conversation in which both sides make mistakes.
  private static func faulty() throws -> CaptureFixture {
    var writer = CaptureFixture.writer()
    func say(_ text: String, _ sender: ConversationMark.Side) {
      writer.control(Array(text.utf8), from: sender)
    }
    say("220 Ready.\r\n", .server)
    say("USER me\r\n", .client)
    say("331-a\r\n331 Password.\r\n", .server)
    say("PASS secret\r\n", .client)
    say("230 In.\r\n", .server)
    say("FEAT\r\n", .client)
    say("211-Features\r\nSIZE\r\n211 End\r\n", .server)
    say("NOOP\r\nNOOP\r\n", .client)
    say("200 ok\n", .server)
    say("200 ok\r\n200 once more\r\n", .server)
    say("RNTO x\r\n", .client)
    say("250 Done.\r\n", .server)
    say("EPSV\r\n", .client)
    say("229 Passive (|||50001|)\r\n", .server)
    writer.openData(DataConnectionID(rawValue: 1), isPassive: true)
    say("RETR notes.txt\r\n", .client)
    say("150 Here.\r\n", .server)
    writer.data(DataConnectionID(rawValue: 1), .download, Array("line one\r\n".utf8))
    say("226 Too early.\r\n", .server)
    writer.closeData(DataConnectionID(rawValue: 1), .closedByServer)
    say("QUIT\r\n", .client)
    writer.closeControl(.byServer)
    return try CaptureFixture(writer.bytes)
  }

  /// The accusations in the first conversation of a capture, from the recording and from the vector that is made of it.
  private static func accusations(_ capture: [UInt8]) throws -> (recorded: [String], annotated: [String]) {
    var importer = CaptureImporter()
    try importer.append(capture)
    try importer.finish()
    guard let transcript = importer.conversations.first?.transcript else { return ([], []) }
    let recorded = transcript.events.compactMap { event -> String? in
      if case .verdict(let verdict) = event.content { "\(verdict.party) \(verdict.requirement)" } else { nil }
    }
    let annotated = Vector(transcript).rows.compactMap { row -> String? in
      if case .verdict(let verdict) = row.content { "\(verdict.party) \(verdict.requirement)" } else { nil }
    }
    return (recorded, annotated)
  }

  private static func isWithin(_ some: [String], _ all: [String]) -> Bool {
    var rest = all
    return some.allSatisfy { item in
      guard let index = rest.firstIndex(of: item) else { return false }
      rest.remove(at: index)
      return true
    }
  }

  /// Ways in which a capture may lack something.
  private static func damage(
    _ packets: [CapturedPacket], _ random: inout SeededGenerator
  ) -> (way: String, packets: [CapturedPacket]) {
    let place = Int.random(in: 0..<packets.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return ("begins at \(place)", Array(packets[place...]))
    case 1: return ("ends before \(place)", Array(packets[..<place]))
    case 2: return ("lacks \(place)", packets.enumerated().filter { $0.offset != place }.map(\.element))
    case 3:
      let count = 1 + Int.random(in: 0..<6, using: &random)
      return (
        "lacks \(count) from \(place)",
        packets.enumerated().filter { !(place..<place + count).contains($0.offset) }.map(\.element)
      )
    case 4:
      let lost = packets.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      return ("lacks \(lost)", packets.indices.filter { !lost.contains($0) }.map { packets[$0] })
    case 5:
      let isOdd = Int.random(in: 0..<2, using: &random) == 0
      return ("one direction", packets.filter { ($0.sourcePort < $0.destinationPort) == isOdd })
    case 6:
      let length = 40 + Int.random(in: 0..<30, using: &random)
      return (
        "snap length \(length)",
        packets.map { packet in
          var packet = packet
          packet.bytes = Array(packet.bytes.prefix(length))
          return packet
        }
      )
    default:
      let port = packets[place].isControl ? 50_001 : packets[place].destinationPort
      return ("without data \(port)", packets.filter { $0.isControl || $0.sourcePort == 21 })
    }
  }

  @Test(.computing) func noAccusationDependsOnWhatIsMissing() throws {
    let fixtures = [
      try CaptureFixture.conversation(data: Array(CaptureFixture.text.utf8.prefix(3_000))), try Self.faulty(),
    ]
    var random = SeededGenerator(seed: 31)
    var hasAccused = false
    for fixture in fixtures {
      let whole = try Self.accusations(fixture.file())
      #expect(whole.recorded == whole.annotated)
      for round in 0..<Thoroughness.rounds(5_000) {
        let (way, packets) = Self.damage(fixture.packets, &random)
        var part = fixture
        part.packets = packets
        let (recorded, annotated) = try Self.accusations(part.file())
        #expect(Self.isWithin(recorded, whole.recorded), "\(round): \(way): \(recorded)")
        #expect(Self.isWithin(annotated, whole.recorded), "\(round): \(way): \(annotated)")
        hasAccused = hasAccused || !recorded.isEmpty
      }
    }
    #expect(hasAccused)
  }

  @Test func aCaptureThatBeginsInTheMiddleSaysSo() throws {
    var fixture = try Self.faulty()
    fixture.packets.removeFirst(try #require(fixture.packets.firstIndex { $0.holds("PASS") }))
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(
      rows.hasPrefix(
        "-- missing control some bytes from the server\n-- missing control some bytes from the client\nC> PASS"
      ))
    #expect(!rows.contains("!!"))
  }

  @Test func whatWasAcknowledgedAndNotCapturedIsMissing() throws {
    var fixture = try CaptureFixture.conversation()
    fixture.packets.removeAll { $0.sourcePort == 40_000 && $0.holds("QUIT") }
    // The bytes may have come at any time after the last ones of the client.
    #expect(
      try CaptureFixture.imported(fixture.file()).contains(
        "C> STOR copy.txt\n-- missing control 6 bytes from the client\nS> 150 Send.\n"))
    fixture = try CaptureFixture.conversation()
    fixture.packets.removeAll { $0.sourcePort == 40_000 }
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(rows.hasPrefix("-- missing control "))
    #expect(rows.contains("S> 226 Thanks.\n"))
  }

  @Test func aDataConnectionWithoutItsEndIsIncomplete() throws {
    var fixture = try Self.faulty()
    fixture.packets.removeAll { $0.isEnd && !$0.isControl }
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(
      rows.contains("D> line one\\r\\n\n-- missing data some bytes from the server\nS> 226 Too early.\n"))
    #expect(!(try Self.accusations(fixture.file())).recorded.contains("server 959:5.2:final-after-close"))
  }

  @Test func aPortThatWasNamedIsThatOfAServer() throws {
    var fixture = try CaptureFixture.conversation()
    fixture.replacePort(21, by: 2_121)
    fixture.packets.removeFirst(try #require(fixture.packets.firstIndex { $0.holds("EPSV") }))
    for (ports, count) in [([21], 0), ([21, 2_121], 1)] as [(Set<UInt16>, Int)] {
      var importer = CaptureImporter(controlPorts: ports)
      try importer.append(fixture.file())
      try importer.finish()
      #expect(importer.conversations.count == count)
      #expect(importer.conversations.allSatisfy { $0.server.port == 2_121 })
    }
  }
}

extension CapturedPacket {
  fileprivate var sourcePort: Int { port(0) }
  fileprivate var destinationPort: Int { port(2) }
  fileprivate var isControl: Bool { sourcePort == 21 || destinationPort == 21 }
  /// FIN or RST.
  fileprivate var isEnd: Bool { bytes[ipHeaderLength + 13] & 5 != 0 }

  private func port(_ offset: Int) -> Int {
    Int(bytes[ipHeaderLength + offset]) << 8 | Int(bytes[ipHeaderLength + offset + 1])
  }
}
