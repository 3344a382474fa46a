import FTPProtocol

@testable import FTPCaptures
@testable import FTPConversation

/// Captures made for tests: one conversation in every wrapping that a capture may have.
struct CaptureFixture {
  /// The IP datagrams with their times.
  var packets: [CapturedPacket]

  /// Takes a capture of raw IP apart.
  init(_ capture: [UInt8]) throws {
    var parser = CaptureParser()
    parser.append(capture)
    packets = []
    while let packet = try parser.next() { packets.append(packet) }
    try parser.finish()
  }

  /// A download in passive mode, an upload in active mode.
  static func conversation(
    greeting: String = "220 Ready.\r\n", client: String = "127.0.0.1", server: String = "127.0.0.1",
    data: [UInt8] = Array("line one\r\nline two\r\n".utf8)
  ) throws -> CaptureFixture {
    var writer = Self.writer(client: client, server: server)
    func say(_ text: String, _ sender: ConversationMark.Side) {
      writer.control(Array(text.utf8), from: sender)
    }
    let isIPv6 = client.contains(":")
    writer.openControl()
    say(greeting, .server)
    say("USER me\r\n", .client)
    say("331 Password.\r\n", .server)
    say("PASS secret\r\n", .client)
    say("230 In.\r\n", .server)
    say("EPSV\r\n", .client)
    say("229 Passive (|||50001|)\r\n", .server)
    writer.openData(DataConnectionID(rawValue: 1), isPassive: true)
    say("RETR notes.txt\r\n", .client)
    say("150 Here.\r\n", .server)
    writer.data(DataConnectionID(rawValue: 1), .download, data)
    writer.closeData(DataConnectionID(rawValue: 1), .closedByServer)
    say("226 Done.\r\n", .server)
    say(isIPv6 ? "EPRT |2|\(client)|50002|\r\n" : "PORT 127,0,0,1,195,82\r\n", .client)
    say("200 Port.\r\n", .server)
    say("STOR copy.txt\r\n", .client)
    say("150 Send.\r\n", .server)
    writer.openData(DataConnectionID(rawValue: 2), isPassive: false)
    writer.data(DataConnectionID(rawValue: 2), .upload, Array("up\r\n".utf8))
    writer.closeData(DataConnectionID(rawValue: 2), .closedByClient)
    say("226 Thanks.\r\n", .server)
    say("QUIT\r\n", .client)
    say("221 Bye.\r\n", .server)
    writer.closeControl(.byServer)
    return try CaptureFixture(writer.bytes)
  }

  static func writer(client: String = "127.0.0.1", server: String = "127.0.0.1") -> CaptureWriter {
    guard let client = IPAddress(client), let server = IPAddress(server) else { return CaptureWriter() }
    return CaptureWriter(client: CaptureEndpoint(host: client, port: 40_000), server: server)
  }

  /// What the conversation is to be imported as.
  static let rows = """
    S> 220 Ready.
    C> USER me
    S> 331 Password.
    C> PASS ****
    S> 230 In.
    C> EPSV
    S> 229 Passive (|||50001|)
    -- open data to 127.0.0.1:50001
    C> RETR notes.txt
    S> 150 Here.
    D> line one\\r\\n
    D> line two\\r\\n
    -- close data (20 bytes, closed by the server)
    S> 226 Done.
    C> PORT 127,0,0,1,195,82
    S> 200 Port.
    C> STOR copy.txt
    S> 150 Send.
    -- open data from 127.0.0.1:20
    D< up\\r\\n
    -- close data (4 bytes, closed by the client)
    S> 226 Thanks.
    C> QUIT
    S> 221 Bye.

    """

  /// The first conversation of a capture as rows.
  static func imported(_ capture: [UInt8]) throws -> String {
    var importer = CaptureImporter()
    try importer.append(capture)
    try importer.finish()
    return importer.conversations.first?.transcript.description ?? ""
  }
}

/// The wrappings.
extension CaptureFixture {
  /// What stands in front of an IP datagram.
  enum Link: CaseIterable {
    case raw, ethernet, tagged, twiceTagged, cooked, cooked2, null, nullBig, loop

    var type: LinkType {
      switch self {
      case .raw: .raw
      case .ethernet, .tagged, .twiceTagged: .ethernet
      case .cooked: .linuxCooked
      case .cooked2: .linuxCooked2
      case .null, .nullBig: .null
      case .loop: .loop
      }
    }

    func header(isIPv6: Bool) -> [UInt8] {
      let type: [UInt8] = isIPv6 ? [0x86, 0xDD] : [0x08, 0x00]
      let family: UInt8 = isIPv6 ? 30 : 2
      let hardware = [UInt8](repeating: 2, count: 12)
      switch self {
      case .raw: return []
      case .ethernet: return hardware + type
      case .tagged: return hardware + [0x81, 0, 0, 7] + type
      case .twiceTagged: return hardware + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 8] + type
      case .cooked: return [UInt8](repeating: 0, count: 14) + type
      case .cooked2: return type + [UInt8](repeating: 0, count: 18)
      case .null: return [family, 0, 0, 0]
      case .nullBig, .loop: return [0, 0, 0, family]
      }
    }

    func wrap(_ datagram: [UInt8]) -> [UInt8] {
      // Ethernet pads what is short.
      let padding = [UInt8](repeating: 0, count: type == .ethernet ? max(0, 46 - datagram.count) : 0)
      return header(isIPv6: datagram.first.map { $0 >> 4 == 6 } ?? false) + datagram + padding
    }
  }

  /// How a file is written.
  enum Form: CaseIterable {
    case littleMicroseconds, bigMicroseconds, littleNanoseconds, bigNanoseconds, littleBlocks, bigBlocks
  }

  func file(_ form: Form = .littleNanoseconds, _ link: Link = .raw) -> [UInt8] {
    switch form {
    case .littleMicroseconds: plain(link, isBig: false, isNanoseconds: false)
    case .bigMicroseconds: plain(link, isBig: true, isNanoseconds: false)
    case .littleNanoseconds: plain(link, isBig: false, isNanoseconds: true)
    case .bigNanoseconds: plain(link, isBig: true, isNanoseconds: true)
    case .littleBlocks: blocks(link, isBig: false)
    case .bigBlocks: blocks(link, isBig: true)
    }
  }

  private func plain(_ link: Link, isBig: Bool, isNanoseconds: Bool) -> [UInt8] {
    var bytes = NumberWriter(isBig: isBig)
    bytes.add(UInt32(isNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4))
    bytes.add(UInt16(2))
    bytes.add(UInt16(4))
    for number in [0, 0, 65_535, UInt32(link.type.rawValue)] { bytes.add(number) }
    for packet in packets {
      let content = link.wrap(packet.bytes)
      let added = content.count - packet.bytes.count
      bytes.add(UInt32(truncatingIfNeeded: packet.time / 1_000_000_000))
      bytes.add(UInt32(truncatingIfNeeded: packet.time % 1_000_000_000 / (isNanoseconds ? 1 : 1_000)))
      bytes.add(UInt32(content.count))
      bytes.add(UInt32(packet.originalLength + added))
      bytes.bytes += content
    }
    return bytes.bytes
  }

  private func blocks(_ link: Link, isBig: Bool) -> [UInt8] {
    var bytes = NumberWriter(isBig: isBig)
    bytes.block(0x0A0D_0D0A) {
      $0.add(UInt32(0x1A2B_3C4D))
      $0.add(UInt16(1))
      $0.add(UInt16(0))
      $0.add(UInt64.max)
      // An option that nobody reads, and the end of them.
      $0.option(4, Array("tests".utf8))
      $0.option(0, [])
    }
    bytes.block(1) {
      $0.add(link.type.rawValue)
      $0.add(UInt16(0))
      $0.add(UInt32(0))
      $0.option(2, Array("lo".utf8))
      $0.option(9, [9])
      $0.option(0, [])
    }
    // A block of a kind that nobody knows, and statistics.
    bytes.block(0x0BAD) { $0.bytes += [1, 2, 3, 4] }
    for packet in packets {
      let content = link.wrap(packet.bytes)
      bytes.block(6) {
        $0.add(UInt32(0))
        $0.add(UInt32(truncatingIfNeeded: packet.time >> 32))
        $0.add(UInt32(truncatingIfNeeded: packet.time))
        $0.add(UInt32(content.count))
        $0.add(UInt32(packet.originalLength + content.count - packet.bytes.count))
        $0.bytes += content
        $0.pad()
        $0.option(2, [0, 0, 0, 0])
        $0.option(0, [])
      }
    }
    return bytes.bytes
  }
}

/// Writes numbers in either order.
struct NumberWriter {
  var isBig: Bool
  var bytes: [UInt8] = []

  init(isBig: Bool) { self.isBig = isBig }

  mutating func add(_ number: some FixedWidthInteger) {
    if isBig { bytes.appendNetwork(number) } else { bytes.appendLittle(number) }
  }

  mutating func pad() {
    while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
  }

  mutating func option(_ code: UInt16, _ value: [UInt8]) {
    add(code)
    add(UInt16(value.count))
    bytes += value
    pad()
  }

  mutating func block(_ kind: UInt32, _ body: (inout NumberWriter) -> Void) {
    var inner = NumberWriter(isBig: isBig)
    body(&inner)
    inner.pad()
    add(kind)
    add(UInt32(inner.bytes.count + 12))
    bytes += inner.bytes
    add(UInt32(inner.bytes.count + 12))
  }
}
