import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("A conversation is the same in the clear and under a record layer", .queueing, .endsWhenItHangs)
struct RecordLayerTests {
  /// All periods of a session in which a layer can cover the control connection, with and without the data connections.
  static let schedules: [(start: RecordLayers.Moment?, end: RecordLayers.Moment?)] = [
    (.connected, nil), (.connected, .greeted), (.connected, .loggedIn), (.greeted, nil),
    (.greeted, .loggedIn),
    (.loggedIn, nil), (nil, nil),
  ]

  @Test(arguments: schedules.indices, [true, false])
  func conversation(schedule: Int, coversData: Bool) async throws {
    let (start, end) = Self.schedules[schedule]
    var layers = RecordLayers.toy(from: start, to: end, seed: UInt64(schedule))
    layers.coversData = coversData
    let clear = try await Self.converse(nil)
    let layered = try await Self.converse(layers)
    #expect(layered == clear)
  }

  @Test("Clear text instead of a record ends the session")
  func clearText() async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.recordLayers = .toy()
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.connect(to: server.address) { $0.recordLayers = nil }
      await #expect(throws: FTPClientError.self) { try await client.send("NOOP") }
    }
  }

  @Test("A reply stays in the transcript even if the handshake after it fails")
  func failedHandshake() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n", "what is no record\r\n")
    } _: { address in
      let events = Segments()
      let error = await failure {
        try await RawFTPClient.connect(to: address) {
          $0.recordLayers = .toy()
          $0.observer = { event in
            if case .reply(let reply, _, _) = event.content { events.append(reply.bytes) }
          }
        }
      }
      guard case .transport(let cause)? = error, cause.step == .handshake else { throw Unexpected(error) }
      #expect(events.all == [Array("220 Ready.\r\n".utf8)])
    }
  }

  @Test("An empty file can be downloaded and uploaded", arguments: [true, false])
  func emptyFile(isPassive: Bool) async throws {
    try await RecordLayers.$inherited.withValue(.toy()) {
      try await withMockServer(.testing()) { server in
        let client = try await RawFTPClient.loggedIn(server)
        func begin(_ command: String) async throws -> DataTransfer {
          isPassive ? try await client.passive(.epsv, command) : try await client.active(.eprt, command)
        }
        for _ in 0..<20 {
          try await begin("STOR empty").finish().expect(226)
          let download = try await begin("RETR empty")
          #expect(try await download.readToEnd().isEmpty)
          try await download.finish().expect(226)
        }
        #expect(client.verdicts.isEmpty)
      }
    }
  }

  @Test("A record that the server sends after the end of an upload destroys none of it")
  func lateTickets() async throws {
    let size = 4 << 20
    try await RecordLayers.$inherited.withValue(.toy()) {
      try await withMockServer(.testing()) { server in
        let client = try await RawFTPClient.loggedIn(server)
        try await client.send("TYPE I").expect(200)
        for round in 0..<4 {
          let upload = try await client.passive(.epsv, "STOR copy")
          try await upload.write([UInt8](repeating: UInt8(round), count: size))
          try await upload.finish().expect(226)
          #expect(server.tree.bytes(of: "copy")?.count == size)
        }
      }
    }
  }

  /// The client's transcript of a conversation between client and server, without ports.
  private static func converse(_ layers: RecordLayers?) async throws -> [String] {
    var configuration = MockServer.Configuration.testing()
    configuration.recordLayers = layers
    return try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.loggedIn(server) { $0.recordLayers = layers }
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
      try await client.send("TYPE I").expect(200)
      let upload = try await client.passive(.epsv, "STOR copy.bin")
      try await upload.write(bytes)
      try await upload.finish().expect(226)
      let download = try await client.active(.eprt, "RETR copy.bin")
      #expect(try await download.readToEnd() == bytes)
      try await download.finish().expect(226)
      let listing = try await client.passive(.pasv, "NLST")
      _ = try await listing.readToEnd()
      try await listing.finish().expect(226)
      // More than fits into the buffers, so that ABOR always comes before the end.
      let again = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      _ = try await again.read(upTo: 10)
      _ = try await again.abort()
      try await client.send("QUIT").expect(221)
      await #expect(throws: FTPClientError.self) { try await client.nextReply() }
      #expect(client.verdicts.isEmpty)
      var rows: [String] = []
      for event in client.transcript.events {
        if let command = event.content.command { rows.append(command.hasPrefix("EPRT") ? "EPRT" : command) }
        if case .reply(let reply, _, _) = event.content { rows.append("\(reply.code)") }
      }
      return rows
    }
  }
}
