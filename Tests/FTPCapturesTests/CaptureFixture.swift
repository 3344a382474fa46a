import FTPFuzzing
import FTPProtocol

@testable import FTPCaptures
@testable import FTPConversation

/// Captures made for tests: one conversation, in every file format and link type.
struct CaptureFixture {
  /// The IP datagrams with their times.
  var packets: [CapturedPacket]

  /// Reads the datagrams of a capture of raw IP.
  init(_ capture: [UInt8]) throws {
    packets = try PacketFile(reading: capture).packets
  }

  /// A download in passive mode and an upload in active mode.
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

  /// The conversation as it should be imported.
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

extension CaptureFixture {
  typealias Link = PacketFile.Link
  typealias Form = PacketFile.Form

  /// A file with the packets.
  func file(_ form: Form = .littleNanoseconds, _ link: Link = .raw) -> [UInt8] {
    PacketFile(packets).bytes(form, link)
  }
}
