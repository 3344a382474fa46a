import FTPProtocol
import Testing

@testable import FTPCaptures
@testable import FTPConversation

@Suite("A capture is imported as the conversations in it")
struct CaptureImporterTests {
  @Test(arguments: CaptureFixture.Form.allCases, CaptureFixture.Link.allCases)
  func importsEveryForm(form: CaptureFixture.Form, link: CaptureFixture.Link) throws {
    #expect(
      try CaptureFixture.imported(CaptureFixture.conversation().file(form, link)) == CaptureFixture.rows)
  }

  @Test(arguments: CaptureFixture.Link.allCases)
  func importsIPv6(link: CaptureFixture.Link) throws {
    let fixture = try CaptureFixture.conversation(client: "2001:db8::1", server: "2001:db8::2")
    let rows = try CaptureFixture.imported(fixture.file(.littleBlocks, link))
    #expect(rows.contains("-- open data to [2001:db8::2]:50001\n"))
    #expect(rows.contains("-- open data from [2001:db8::2]:20\nD< up\\r\\n\n"))
  }

  @Test func reportsWhoAndWhen() throws {
    var importer = CaptureImporter()
    try importer.append(CaptureFixture.conversation().file())
    try importer.finish()
    let conversation = try #require(importer.conversations.first)
    #expect(importer.conversations.count == 1)
    #expect("\(conversation.client) \(conversation.server)" == "127.0.0.1:40000 127.0.0.1:21")
    #expect(conversation.time == 1_577_836_800_000_000_000)
    let times = conversation.transcript.events.map(\.time)
    #expect(times == times.sorted() && times.last ?? .zero > .microseconds(500))
  }

  /// Changes to the order of packets that must not matter.
  @Test(arguments: [
    "sent again", "sent again later", "neighbours change places", "cut in two", "cut in bytes",
  ])
  func disorderMakesNoDifference(change: String) throws {
    var fixture = try CaptureFixture.conversation(data: Array(CaptureFixture.text.utf8))
    let expected = try CaptureFixture.imported(fixture.file())
    switch change {
    case "sent again": fixture.packets = fixture.packets.flatMap { [$0, $0] }
    case "sent again later":
      fixture.packets = fixture.packets.indices.flatMap { index in
        index < 5 ? [fixture.packets[index]] : [fixture.packets[index], fixture.packets[index - 5].later]
      }
    case "neighbours change places": fixture.swapDataSegments()
    case "cut in two": fixture.packets = fixture.packets.flatMap { $0.split(into: 2) }
    default: fixture.packets = fixture.packets.flatMap { $0.split(into: 1_000) }
    }
    #expect(try CaptureFixture.imported(fixture.file()) == expected)
  }

  @Test func reportsWhatIsMissing() throws {
    var fixture = try CaptureFixture.conversation()
    fixture.packets.removeAll { $0.holds("331 ") || $0.holds("line one") }
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(rows.contains("-- missing control 15 bytes from the server\n"))
    #expect(rows.contains("-- missing data 20 bytes from the server\n"))
    #expect(rows.contains("-- close data (20 bytes, closed by the server)\n"))
  }

  @Test func reportsWhatTheSnapLengthHasCutOff() throws {
    var fixture = try CaptureFixture.conversation(data: [UInt8](repeating: 0x61, count: 1_000))
    for index in fixture.packets.indices {
      fixture.packets[index].bytes = Array(fixture.packets[index].bytes.prefix(240))
    }
    let rows = try CaptureFixture.imported(fixture.file(.bigBlocks, .ethernet))
    #expect(rows.contains("-- missing data 800 bytes from the server\n"))
    #expect(rows.contains("-- close data (1000 bytes, first 200 shown, closed by the server)\n"))
    #expect(rows.hasSuffix("S> 221 Bye.\n"))
  }

  @Test func readsACaptureThatBeginsInTheMiddle() throws {
    var fixture = try CaptureFixture.conversation()
    let start = try #require(fixture.packets.firstIndex { $0.holds("EPSV") })
    fixture.packets.removeFirst(start)
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(rows.contains("from the client\nC> EPSV\n"))
    #expect(rows.contains("D> line one\\r\\n\n"))
  }

  @Test func endsWithTheCapture() throws {
    var fixture = try CaptureFixture.conversation()
    let end = try #require(fixture.packets.firstIndex { $0.holds("QUIT") })
    fixture.packets.removeLast(fixture.packets.count - end)
    #expect(
      try CaptureFixture.imported(fixture.file()).hasSuffix("S> 226 Thanks.\n-- cut short\n"))
  }

  @Test(arguments: [
    ("220 Ready.\r\n", 1), ("220-Ready\r\n220 now.\r\n", 1), ("120 Wait.\r\n220 Ready.\r\n", 1),
    ("220\r\n", 1), ("2200 \r\n", 0), ("200 OK\r\n", 0), ("SSH-2.0\r\n", 0), ("22", 0),
  ])
  func knowsAServerByItsGreeting(greeting: String, count: Int) throws {
    var fixture = try CaptureFixture.conversation(greeting: greeting)
    fixture.replacePort(21, by: 2_121)
    for split in [1, 1_000] {
      var importer = CaptureImporter()
      var copy = fixture
      copy.packets = copy.packets.flatMap { $0.split(into: split) }
      try importer.append(copy.file())
      try importer.finish()
      #expect(importer.conversations.count == count, "\(split)")
    }
  }

  @Test(arguments: ["EHLO me\r\n", "helo me\r\n", "LHLO me\r\n"])
  func leavesMailOut(hello: String) throws {
    var writer = CaptureFixture.writer()
    writer.control(Array("220 mail ready\r\n".utf8), from: .server)
    writer.control(Array(hello.utf8), from: .client)
    writer.control(Array("250 hello\r\n".utf8), from: .server)
    writer.closeControl(.byClient)
    var importer = CaptureImporter()
    try importer.append(writer.bytes)
    try importer.finish()
    #expect(importer.conversations.isEmpty)
  }

  @Test func findsDataBehindATranslator() throws {
    var writer = CaptureFixture.writer(client: "192.0.2.1", server: "192.0.2.2")
    writer.control(Array("220 x\r\n".utf8), from: .server)
    writer.control(Array("PASV\r\n".utf8), from: .client)
    // The address in the packets is not the one that the replies announce, and 229 announces none.
    writer.control(Array("229 x (|||40960|)\r\n".utf8), from: .server)
    writer.openData(DataConnectionID(rawValue: 1), isPassive: true)
    writer.data(DataConnectionID(rawValue: 1), .download, Array("x".utf8))
    writer.closeData(DataConnectionID(rawValue: 1), .resetByClient)
    writer.closeControl(.lost)
    var fixture = try CaptureFixture(writer.bytes)
    fixture.replace("229 x (|||40960|)", by: "227 (10,9,8,7,160,0)")
    let rows = try CaptureFixture.imported(fixture.file())
    #expect(rows.contains("S> 227 (10,9,8,7,160,0)\n-- open data to 192.0.2.2:40960\nD> x\n"))
    #expect(rows.contains("-- close data (1 bytes, reset by the client)\n"))
  }

  @Test func keepsConversationsApart() throws {
    let first = try CaptureFixture.conversation()
    var second = try CaptureFixture.conversation()
    second.replacePort(40_000, by: 40_001)
    second.replacePort(45_001, by: 45_002)
    second.replacePort(50_001, by: 50_003)
    second.replace("50001", by: "50003")
    second.replacePort(50_002, by: 50_004)
    second.replace("195,82", by: "195,84")
    var both = first
    both.packets = zip(first.packets, second.packets).flatMap { [$0, $1] }
    var importer = CaptureImporter()
    try importer.append(both.file())
    try importer.finish()
    #expect(importer.conversations.map(\.transcript.description).first == CaptureFixture.rows)
    #expect(importer.conversations.count == 2)
    #expect(
      importer.conversations.last?.transcript.description
        == CaptureFixture.rows.replacingAll("50001", "50003").replacingAll("195,82", "195,84"))
  }

  @Test func theSamePortsMayBeUsedAgain() throws {
    var fixture = try CaptureFixture.conversation()
    let again = try CaptureFixture.conversation().packets.map { packet in
      var packet = packet
      packet.time += 1_000_000_000
      packet.moveSequence(by: 77_777)
      return packet
    }
    fixture.packets += again
    var importer = CaptureImporter()
    try importer.append(fixture.file())
    try importer.finish()
    #expect(
      importer.conversations.map(\.transcript.description) == [CaptureFixture.rows, CaptureFixture.rows])
  }

  @Test func saysThatTheOrderOfTimeIsLost() throws {
    var fixture = try CaptureFixture.conversation()
    fixture.packets[20].time -= 1_000_010_000
    let error = #expect(throws: CaptureError.self) { try CaptureFixture.imported(fixture.file()) }
    #expect(
      error?.description
        == "packet 21 is 1000 ms older than one before it; sort the packets by time first, for example with reordercap"
    )
    fixture.packets[20].time += 1_000_010_000 - 500_000
    #expect(try CaptureFixture.imported(fixture.file()).hasSuffix("S> 221 Bye.\n"))
  }

  @Test func countsFragments() throws {
    var fixture = try CaptureFixture.conversation()
    fixture.packets[4].bytes[6] = 0x20
    var importer = CaptureImporter()
    try importer.append(fixture.file())
    try importer.finish()
    #expect(importer.counts.fragments == 1)
    #expect(importer.counts.packets == fixture.packets.count)
  }

  @Test func skipsIPv6ExtensionHeaders() throws {
    var fixture = try CaptureFixture.conversation(client: "::1", server: "::1")
    let expected = try CaptureFixture.imported(fixture.file())
    for index in fixture.packets.indices {
      // Hop-by-hop options of 16 bytes, and destination options of 8.
      let headers: [UInt8] = [60, 1] + [UInt8](repeating: 0, count: 14) + [6, 0, 0, 0, 0, 0, 0, 0]
      fixture.packets[index].bytes[6] = 0
      fixture.packets[index].bytes.insert(contentsOf: headers, at: 40)
      fixture.packets[index].addToLength(24, at: 4)
      fixture.packets[index].originalLength += 24
    }
    #expect(try CaptureFixture.imported(fixture.file()) == expected)
  }

  @Test func skipsIPv4Options() throws {
    var fixture = try CaptureFixture.conversation()
    for index in fixture.packets.indices {
      fixture.packets[index].bytes[0] = 0x47
      fixture.packets[index].bytes.insert(contentsOf: [1, 1, 1, 1, 1, 1, 1, 0], at: 20)
      fixture.packets[index].addToLength(8, at: 2)
      fixture.packets[index].originalLength += 8
    }
    #expect(try CaptureFixture.imported(fixture.file()) == CaptureFixture.rows)
  }

  @Test func tellsTLSByItsRecords() throws {
    var writer = CaptureFixture.writer()
    writer.control(Array("220 x\r\n".utf8), from: .server)
    writer.control(Array("AUTH TLS\r\n".utf8), from: .client)
    writer.control(Array("234 go\r\n".utf8), from: .server)
    writer.control([22, 3, 1, 0, 3, 1, 2, 3], from: .client)
    writer.control([22, 3, 3, 0, 1, 1, 20, 3, 3, 0, 1], from: .server)
    writer.control([1, 23, 3, 3, 0, 2, 9, 9], from: .server)
    writer.control([23, 3, 3, 0, 1, 7], from: .client)
    writer.closeControl(.byClient)
    #expect(
      try CaptureFixture.imported(writer.bytes) == """
        S> 220 x
        C> AUTH TLS
        S> 234 go
        -- tls control record handshake 8 bytes from the client
        -- tls control record handshake 6 bytes from the server
        -- tls control record change-cipher-spec 6 bytes from the server
        -- tls control record data 7 bytes from the server
        -- tls control record data 6 bytes from the client

        """)
  }
}
