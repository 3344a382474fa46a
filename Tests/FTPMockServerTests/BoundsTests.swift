import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("The memory and work that clients can cause are bounded", .alsoUnderToyLayer, .endsWhenItHangs)
struct BoundsTests {
  private static func sparse(_ count: UInt64) -> VirtualTree {
    var tree = VirtualTree()
    tree.addFile("large", .pattern(count: count))
    return tree
  }

  @Test func whatFindsNoRoomLeavesNoneTaken() throws {
    try withMockServer(.init(tree: VirtualTree(), limits: .init(storage: 100_000))) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      for name in ["a", "b", "c"] {
        let listener = try client.active(.port)
        #expect(try client.send("STOR \(name)").code == 150)
        let data = try listener.acceptData(as: .client, deadline: client.patience)
        // The server may close before it has taken everything.
        try? data.write([UInt8](repeating: 1, count: 400_000), deadline: client.patience)
        data.close()
        #expect(try client.reply().code == 552)
        #expect(!server.tree.contains(name))
      }
      #expect(try client.upload("STOR fits", [UInt8](repeating: 1, count: 90_000)).code == 226)
    }
  }

  @Test func whatIsMadeWhenItIsReadIsNotMadeForAnUpload() throws {
    let half = UInt64(1) << 39
    try withMockServer(.init(tree: Self.sparse(half * 2), limits: .init(storage: 100_000))) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.send("RANG \(half) \(half + 3)").code == 350)
      #expect(try client.upload("STOR large", [1, 2, 3, 4]).code == 226)
      #expect(try client.send("SIZE large").text == "\(half * 2)")
      #expect(try client.send("RANG \(half - 2) \(half + 5)").code == 350)
      let expected =
        FileContents.patternBytes(at: half - 2, count: 2) + [1, 2, 3, 4]
        + FileContents.patternBytes(at: half + 4, count: 2)
      #expect(try client.download("RETR large").bytes == expected)
      #expect(try client.send("REST \(half + 2)").code == 350)
      #expect(try client.upload("STOR large", [9, 8]).code == 226)
      #expect(try client.send("SIZE large").text == "\(half + 4)")
      #expect(try client.upload("APPE large", [7]).code == 226)
      #expect(try client.send("REST \(half - 1)").code == 350)
      let last = FileContents.patternBytes(at: half - 1, count: 1)
      #expect(try client.download("RETR large").bytes == last + [1, 2, 9, 8, 7])
    }
  }

  @Test func everyByteOfSplicedContentsIsThere() throws {
    let storage = MemoryStorage(Self.sparse(1_000), capacity: 1 << 20) { VirtualTree.defaultTime }
    var expected = FileContents.patternBytes(at: 0, count: 1_000)
    var random = SeededGenerator(seed: 959)
    for _ in 0..<200 {
      let start = Int.random(in: 0...expected.count, using: &random)
      let bytes = FileContents.patternBytes(at: 77, count: Int.random(in: 0..<40, using: &random))
      let keepsRest = Bool.random(using: &random)
      var writer = try storage.write(
        VirtualPath("large"), keepsRest ? .range(UInt64(start), .max) : .offset(UInt64(start)))
      try writer.append(bytes[...])
      try writer.finish(.complete)
      let end = min(expected.count, start + bytes.count)
      expected = expected[..<start] + bytes + (keepsRest ? expected[end...] : [])
      #expect(try storage.read(VirtualPath("large")).allBytes == expected)
    }
    #expect(storage.available > (1 << 20) - 100_000)
  }

  @Test func abortEndsAHash() throws {
    try withMockServer(.init(tree: Self.sparse(1 << 50))) { server in
      var client = try TestClient.loggedIn(server)
      try client.write("HASH large\r\nABOR\r\n")
      #expect(try client.reply().text == "Aborted.")
      #expect(try client.reply().code == 226)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func aHashEndsWithItsClient() throws {
    try withMockServer(.init(tree: Self.sparse(1 << 50), timeouts: .init(work: .seconds(7_200)))) { server in
      var client = try TestClient.loggedIn(server)
      try client.write("HASH large\r\n")
      try client.shutdownWrite()
      // The hash would take hours, and its reply never comes.
      #expect(try !client.rest().map(\.code).contains(213))
    }
  }

  @Test func aHashHasItsTime() throws {
    try withMockServer(.init(tree: Self.sparse(1 << 50), timeouts: .init(work: .zero))) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("HASH large").code == 450)
    }
  }

  @Test func aListingIsMadeAsItIsSent() throws {
    var asked = 0
    let names = (0..<10_000).map { Array("\($0)".utf8) }
    var source = ListingSource(heading: [[0x2E]], names, lineEnd: [0x0A]) { part in
      asked += part.count
      return Array(part)
    }
    #expect(Array(source.next()) == [0x2E, 0x0A] && asked == 0)
    var text = Array(source.next())
    #expect(asked < 1_000 && !source.isAtEnd)
    while case let more = source.next(), !more.isEmpty { text += more }
    #expect(
      text == names.flatMap { $0 + [0x0A] } && source.isAtEnd && source.offset == UInt64(text.count + 2))
  }

  @Test func aListingInAReplyIsTheSameWhereItIsNotRecorded() throws {
    var tree = VirtualTree()
    for number in 0..<600 { tree.addFile("d/\(number)", "x") }
    var replies: [Reply] = []
    for recording in [nil, RecordingLimits()] as [RecordingLimits?] {
      try withMockServer(
        .init(tree: tree, recording: recording, clock: { VirtualTree.defaultTime })
      ) { server in
        var client = try TestClient.loggedIn(server)
        replies.append(try client.send("STAT d"))
        #expect(try client.text("LIST d").split(separator: "\r\n").count == 600)
        #expect(try client.text("NLST d").hasPrefix("d/0\r\nd/1\r\nd/10\r\n"))
        #expect(try client.send("STAT nothing").code == 550)
        #expect(try client.send("STAT d/1").code == 213)
      }
    }
    #expect(replies.count == 2 && replies[0] == replies[1] && replies[0].lines.count == 602)
  }
}
