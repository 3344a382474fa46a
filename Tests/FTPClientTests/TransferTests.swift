import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing
import ToyLayer

@Suite("Files move byte for byte over every kind of data connection", .alsoUnderToyLayer, .endsWhenItHangs)
struct TransferTests {
  /// Which side connects, and by which command they agree on it.
  enum Mode: String, CaseIterable, Sendable {
    case pasv, epsv, port, eprt

    func begin(_ client: RawFTPClient, _ command: String) async throws(FTPClientError) -> DataTransfer {
      switch self {
      case .pasv: try await client.passive(.pasv, command)
      case .epsv: try await client.passive(.epsv, command)
      case .port: try await client.active(.port, command)
      case .eprt: try await client.active(.eprt, command)
      }
    }

    var isPassive: Bool { self == .pasv || self == .epsv }
  }

  static let sizes = [0, 1, 65_535, 65_536, 65_537, 5 << 20]

  private func tree(_ size: Int) -> VirtualTree {
    var tree = VirtualTree()
    tree.addFile("file", .pattern(count: UInt64(size)))
    return tree
  }

  @Test(arguments: sizes, Mode.allCases)
  func aFileComesAndGoesUnchanged(size: Int, mode: Mode) async throws {
    let content = FileContents.patternBytes(at: 0, count: size)
    try await withMockServer(.testing(tree: tree(size))) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I").expect(200)
      let download = try await mode.begin(client, "RETR file")
      #expect(download.opening.code == 150)
      #expect(try await download.readToEnd() == content)
      #expect(await !download.isOpen)
      #expect(try await download.finish().code == 226)
      #expect(try await download.finish().code == 226)
      let upload = try await mode.begin(client, "STOR copy")
      try await upload.write(content)
      #expect(try await upload.finish().code == 226)
      #expect(server.tree.bytes(of: "copy") == content)
      #expect(client.counters.downloaded == size)
      #expect(client.counters.uploaded == size)
      #expect(client.verdicts.isEmpty)
      #expect(client.state == .loggedIn)
      let opened = client.transcript.events.compactMap(\.content.opening)
      #expect(opened.map(\.isPassive) == [mode.isPassive, mode.isPassive])
    }
  }

  @Test(arguments: [Mode.epsv, .eprt])
  func theOtherFamilyWorksAsWell(mode: Mode) async throws {
    try Loopback.ipv6.require()
    try await withMockServer(.testing(addresses: [.loopbackIPv6(port: 0)])) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let download = try await mode.begin(client, "RETR pub/hello.txt")
      #expect(download.peerAddress.isIPv6)
      #expect(try await download.readToEnd() == Array("hello\r\n".utf8))
      try await download.finish().expect(226)
    }
  }

  @Test func anAddressOfTheOtherFamilyCannotBeAnnouncedWithPORT() async throws {
    try Loopback.ipv6.require()
    try await withMockServer(.testing(addresses: [.loopbackIPv6(port: 0)])) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let error = await failure { try await client.active(.port, "LIST") }
      guard case .inexpressibleAddress? = error else { throw Unexpected(error) }
      #expect(server.receivedCommands("PORT").isEmpty)
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func piecesAreReadAndWrittenOnTheTransfersThread() async throws {
    let size = 3 << 20
    let content = FileContents.patternBytes(at: 0, count: size)
    try await withMockServer(.testing(tree: tree(size))) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let pieces = Segments()
      let download = try await client.passive(.epsv, "RETR file")
      let count = try await download.forEachPiece { piece in
        pieces.append(piece.withUnsafeBufferPointer { Array($0) })
      }
      #expect(count == size)
      #expect(pieces.all.flatMap { $0 } == content)
      try await download.finish().expect(226)
      let offset = Mutex(0)
      let upload = try await client.passive(.epsv, "STOR copy")
      let written = try await upload.writePieces { buffer in
        offset.withLock { offset in
          let piece = content[offset..<min(offset + 100_000, size)]
          buffer.replaceSubrange(0..<piece.count, with: piece)
          offset += piece.count
          return piece.count
        }
      }
      #expect(written == size)
      try await upload.finish().expect(226)
      #expect(server.tree.bytes(of: "copy") == content)
    }
  }

  @Test func readsGiveAtMostWhatWasAskedFor() async throws {
    try await withMockServer(.testing(tree: tree(1000))) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let download = try await client.passive(.epsv, "RETR file")
      var bytes: [UInt8] = []
      while case let piece = try await download.read(upTo: 7), !piece.isEmpty {
        #expect(piece.count <= 7)
        bytes += piece
      }
      #expect(bytes == FileContents.patternBytes(at: 0, count: 1000))
      #expect(try await download.read().isEmpty)
      try await download.finish().expect(226)
    }
  }

  @Test func aDownloadOverTheLimitIsCutShort() async throws {
    try await withMockServer(.testing(tree: tree(1 << 20))) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let exact = try await client.passive(.epsv, "RETR file")
      #expect(try await exact.readToEnd(limit: 1 << 20).count == 1 << 20)
      try await exact.finish().expect(226)
      let download = try await client.passive(.epsv, "RETR file")
      await #expect(throws: DownloadTooLarge.self) { try await download.readToEnd(limit: (1 << 20) - 1) }
      #expect(await download.isOpen)
      #expect([226, 426].contains(try await download.end().code))
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func finishingBeforeTheEndCutsADownload() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      #expect(try await !download.read().isEmpty)
      #expect(try await download.end().code == 426)
      let error = await failure { try await download.read() }
      guard case .transferFinished? = error else { throw Unexpected(error) }
      #expect(error?.description == "the transfer is finished")
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func aWriteAfterTheEndIsRefused() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let upload = try await client.passive(.epsv, "STOR incoming/x")
      try await upload.finish().expect(226)
      let error = await failure { try await upload.write([1]) }
      guard case .transferFinished? = error else { throw Unexpected(error) }
    }
  }

  @Test func aRefusedTransferIsTheReply() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      for mode in Mode.allCases {
        let error = await failure { try await mode.begin(client, "RETR nowhere") }
        guard case .unexpectedReply(let reply, let command, _)? = error else { throw Unexpected(error) }
        #expect(reply.code == 550)
        #expect(command == "RETR")
        #expect(error?.endsConversation == false)
      }
      try await client.connectData(announcedIn: try await client.send("EPSV"))
      let (reply, transfer) = try await client.startTransfer("RETR nowhere")
      #expect(reply.code == 550 && transfer == nil)
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func aTransferWithoutADataConnectionIsNotSentUnlessRaw() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("LIST", "425 Use PASV first.")
      try peer.answer("NLST", "150 Wait.\r\n425 No connection.")
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure { try await client.transfer("LIST") }
      guard case .noDataConnection? = error else { throw Unexpected(error) }
      #expect(try await client.startTransfer("LIST").reply.code == 425)
      let (reply, transfer) = try await client.startTransfer("NLST")
      #expect(reply.code == 150 && transfer == nil)
      #expect(try await client.nextReply().code == 425)
      #expect(try await client.send("NOOP").code == 200)
      #expect(await client.untakenReplies.isEmpty)
    }
  }
}

extension ConversationEvent.Content {
  /// How a data connection was opened.
  var opening: ConversationMark.Opening? {
    guard case .mark(.dataOpened(_, let opening)) = self else { return nil }
    return opening
  }
}
