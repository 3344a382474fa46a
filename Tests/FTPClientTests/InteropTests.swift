import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(
  "Interop: the client and the servers that people run", .serialized, .timeLimit(.minutes(4)),
  .enabled(if: RealServer.list != nil, "FTPRAW_INTEROP_SERVERS names no servers; see Tests/Interop"))
struct InteropTests {
  private static let oneMiB: [UInt8] = {
    var random = MersenneTwister(seed: 1)
    return random.bytes(1 << 20)
  }()

  private static let big: [UInt8] = {
    var random = MersenneTwister(seed: 2)
    return random.bytes(64 << 20)
  }()

  @Test func thereAreServers() {
    #expect(!RealServer.all.isEmpty)
  }

  @Test(arguments: RealServer.all)
  func logsInAndTellsWhatItIs(server: RealServer) async throws {
    let client = try await server.connect()
    #expect(await client.greeting?.code == 220)
    try await client.login(server.user, password: server.password)
    #expect(client.state == .loggedIn)
    let system = try await client.send("SYST")
    #expect(system.code == 215 || system.code.isNegative)
    let features = try await client.send("FEAT")
    #expect(features.code == 211 || features.code.isNegative)
    let folder = try await client.send("PWD")
    #expect(folder.code == 257)
    #expect(try PathReply.read(folder).value.path.first == UInt8(ascii: "/"))
    #expect(try await client.send("XNOSUCH").code.isNegative)
    try await client.send("QUIT").expect(221)
    #expect(await client.untakenReplies.isEmpty)
    #expect(!client.transcript.description.contains(server.password))
  }

  @Test(arguments: RealServer.all)
  func listsOverEveryKindOfDataConnection(server: RealServer) async throws {
    let client = try await server.client()
    for mode in server.modes {
      let listing = try await mode.begin(client, "LIST")
      let text = String(decoding: try await listing.readToEnd(), as: UTF8.self)
      try await listing.finish().expect(226, 250)
      #expect(text.contains("hello.txt"), "\(mode)")
      #expect(listing.peerAddress.isIPv6 == server.address.isIPv6)
    }
    try await client.send("QUIT")
  }

  @Test(arguments: RealServer.all)
  func downloadsByteForByte(server: RealServer) async throws {
    let client = try await server.client()
    for mode in server.modes {
      let download = try await mode.begin(client, "RETR one-mib.bin")
      #expect(try await download.readToEnd() == Self.oneMiB, "\(mode)")
      try await download.finish().expect(226, 250)
    }
    let empty = try await server.anyMode().begin(client, "RETR empty.bin")
    #expect(try await empty.readToEnd().isEmpty)
    try await empty.finish().expect(226, 250)
    let download = try await server.anyMode().begin(client, "RETR big.bin")
    let offset = Mutex(0)
    let count = try await download.forEachPiece { piece in
      try offset.withLock { offset in
        let isSame = Self.big.span.extracting(offset..<min(offset + piece.count, Self.big.count))
          .hasSameBytes(as: piece)
        guard isSame else { throw Unexpected("other bytes in the piece at \(offset)") }
        offset += piece.count
      }
    }
    #expect(count == Self.big.count)
    try await download.finish().expect(226, 250)
    #expect(client.counters.downloaded == Self.oneMiB.count * server.modes.count + Self.big.count)
    try await client.send("QUIT")
  }

  @Test(arguments: RealServer.all)
  func uploadsByteForByte(server: RealServer) async throws {
    let client = try await server.client()
    for (index, mode) in server.modes.enumerated() {
      let name = "up/swift-\(server.address.isIPv6 ? 6 : 4)-\(mode.rawValue)"
      let bytes = Array(Self.oneMiB.dropFirst(index))
      let upload = try await mode.begin(client, "STOR \(name)")
      try await upload.write(bytes)
      try await upload.finish().expect(226, 250)
      let download = try await mode.begin(client, "RETR \(name)")
      #expect(try await download.readToEnd() == bytes, "\(mode)")
      try await download.finish().expect(226, 250)
      try await client.send("DELE \(name)").expect(250)
    }
    try await client.send("QUIT")
  }

  @Test(arguments: RealServer.all.filter { $0.address.isIPv6 })
  func announcesItsPortOverIPv6(server: RealServer) async throws {
    let client = try await server.client()
    let announced = try await client.send("EPSV").expect(229)
    try await client.connectData(announcedIn: announced)
    let listing = try await client.transfer("LIST")
    #expect(listing.peerAddress.hasSameHost(as: server.address))
    #expect(try await !listing.readToEnd().isEmpty)
    try await listing.finish().expect(226, 250)
    #expect(client.judge.dataSetup == nil)
  }

  @Test(arguments: RealServer.all.filter { $0.abort != nil })
  func abortsALargeDownloadAndStaysInStep(server: RealServer) async throws {
    let client = try await server.client()
    let download = try await server.anyMode().begin(client, "RETR big.bin")
    var count = 0
    while count < 1 << 20 {
      let piece = try await download.read()
      try #require(!piece.isEmpty, "the download ended early")
      count += piece.count
    }
    try await client.abort(download, signal: try #require(server.abort))
    #expect(try await client.send("NOOP").code.kind == .completion)
    #expect(try await client.send("PWD").code == 257)
    #expect(await client.untakenReplies.isEmpty, "\(client.transcript)")
    #expect(client.counters.downloaded < Self.big.count)
    try await client.send("QUIT")
  }

  @Test(arguments: RealServer.all)
  func answersEachCommandOfAPipeline(server: RealServer) async throws {
    let client = try await server.client()
    // The same command each time, because aioftp answers in the order in which it finishes.
    for _ in 0..<5 { try await client.write(Array("PWD\r\n".utf8)) }
    for _ in 0..<5 { #expect(try await client.nextReply().code == 257) }
    #expect(client.judge.commandsInFlight.isEmpty)
    try await client.send("QUIT")
  }
}

@Suite("The bytes of the real servers' files")
struct MersenneTwisterTests {
  @Test func areThoseOfPython() {
    var random = MersenneTwister(seed: 1)
    let bytes = random.bytes(1 << 20)
    #expect(bytes.prefix(8) == [0xF5, 0xB1, 0x65, 0x22, 0x4A, 0x58, 0xB7, 0x91])
    #expect(bytes.suffix(8) == [0xFC, 0x32, 0x70, 0xCB, 0x88, 0x67, 0x8D, 0x7B])
  }
}

extension Unexpected {
  fileprivate init(_ text: String) { description = text }
}

extension Span<UInt8> {
  fileprivate func hasSameBytes(as other: borrowing Span<UInt8>) -> Bool {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard bytes.count == others.count else { return false }
        guard let one = bytes.baseAddress, let two = others.baseAddress else { return true }
        return memcmp(one, two, bytes.count) == 0
      }
    }
  }
}
