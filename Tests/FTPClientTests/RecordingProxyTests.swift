import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRecording
import FTPTransport
import TestSupport
import Testing

@Suite("A recorder between client and server changes nothing and misses nothing", .queueing, .endsWhenItHangs)
struct RecordingProxyTests {
  /// What has been recorded so far.
  private final class Sessions: Sendable {
    private let list = Guarded<[RecordingProxy.Session]>([])
    func add(_ session: RecordingProxy.Session) { list.withLock { $0.append(session) } }
    var all: [RecordingProxy.Session] { list.withLock { $0 } }
    var rows: [String] { all.first?.transcript.description.split(separator: "\n").map(String.init) ?? [] }
    var text: String { rows.map { $0 + "\n" }.joined() }
  }

  /// Runs a recorder before a server while `body` talks to it, and returns what was recorded.
  private func recording(
    _ upstream: SocketAddress, on loopback: Loopback = .ipv4,
    _ configure: (inout RecordingProxy.Configuration) -> Void = { _ in },
    _ body: (SocketAddress) async throws -> Void
  ) async throws -> Sessions {
    let sessions = Sessions()
    var configuration = RecordingProxy.Configuration(
      upstreamHost: upstream.host, upstreamPort: upstream.port)
    configuration.address = loopback.any
    configure(&configuration)
    let proxy = try RecordingProxy.start(configuration) { sessions.add($0) }
    let result: Result<Void, any Error>
    do { result = .success(try await body(proxy.address)) } catch { result = .failure(error) }
    await BlockingThread.run { proxy.stop() }
    try result.get()
    return sessions
  }

  /// Connects, and runs blocking code on a thread that may block.
  private func blocking(
    _ address: SocketAddress, _ body: @escaping @Sendable (borrowing TCPConnection) throws -> Void
  ) async throws {
    try await BlockingThread.run { () throws(any Error) in
      try body(try TCPConnection.connect(to: [address], deadline: .test))
    }
  }

  @Test(arguments: TransferTests.Mode.allCases, Loopback.allCases)
  func filesPassUnchanged(mode: TransferTests.Mode, loopback: Loopback) async throws {
    try loopback.require()
    // PASV and PORT cannot carry IPv6 addresses.
    if loopback == .ipv6, mode == .pasv || mode == .port { return }
    var tree = VirtualTree()
    tree.addFile("file", .pattern(count: 3 << 20))
    let content = FileContents.patternBytes(at: 0, count: 3 << 20)
    try await withMockServer(.testing(addresses: [loopback.any], tree: tree)) { server in
      let sessions = try await recording(server.address, on: loopback) { address in
        let client = try await RawFTPClient.connect(to: address)
        try await client.login("tester", password: "opensesame")
        try await client.send("TYPE I").expect(200)
        let download = try await mode.begin(client, "RETR file")
        #expect(try await download.readToEnd() == content)
        #expect(try await download.finish().code == 226)
        let upload = try await mode.begin(client, "STOR copy")
        try await upload.write(content)
        #expect(try await upload.finish().code == 226)
        #expect(try await client.send("QUIT").code == 221)
        client.close()
        #expect(client.verdicts.isEmpty)
      }
      #expect(server.tree.bytes(of: "copy") == content)
      #expect(server.verdicts.isEmpty)
      let text = sessions.text
      #expect(!text.contains("opensesame") && text.contains("C> PASS ****\n"))
      let close = sessions.rows.filter { $0.hasPrefix("-- close data") }
      #expect(
        close == [
          "-- close data (3145728 bytes, first 65536 shown, closed by the server)",
          "-- close data (3145728 bytes, first 65536 shown, closed by the client)",
        ])
      #expect(!text.contains("\n!!"), "\(sessions.rows.filter { $0.hasPrefix("!!") })")
      #expect(sessions.all.first?.failure == nil)
    }
  }

  @Test func theRecordingIsWhatBothSidesSay() async throws {
    try await withMockServer(.testing()) { server in
      var own = ""
      let sessions = try await recording(server.address) { address in
        let client = try await RawFTPClient.connect(to: address)
        try await client.login("tester", password: "opensesame")
        for command in ["SYST", "FEAT", "CWD nowhere", "RNTO x", "MLST /", "QUIT"] {
          try await client.send(command)
        }
        client.close()
        own = client.transcript.description
      }
      // Both sides close after QUIT, and each may see itself or the other close first.
      func rows(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("-- close control (closed by the ") }
      }
      #expect(rows(sessions.text) == rows(own))
    }
  }

  @Test func abortPassesWithItsSynch() async throws {
    var tree = VirtualTree()
    tree.addFile("file", .pattern(count: 1 << 30))
    try await withMockServer(.testing(tree: tree)) { server in
      let sessions = try await recording(server.address) { address in
        let client = try await RawFTPClient.connect(to: address)
        try await client.login("tester", password: "opensesame")
        try await client.send("TYPE I").expect(200)
        let download = try await client.passive(.epsv, "RETR file")
        _ = try await download.read()
        let (cut, abor) = try await client.abort(download)
        #expect(cut?.code == 426)
        #expect(abor?.code == 226)
        #expect(try await client.send("NOOP").code == 200)
      }
      let rows = sessions.rows.filter { $0.hasPrefix("C>") }
      #expect(rows.joined(separator: "|").contains("\\xff\\xf4"))
      #expect(server.receivedCommands("ABOR").count == 1)
      #expect(server.receivedCommands("NOOP").count == 1)
    }
  }

  @Test func segmentsStayAsTheyWere() async throws {
    try await withPeer { peer in
      try peer.say("220-Wel")
      try peer.hear("ONE")
      try peer.say("come\r\n220 Ready.\r\n")
      try peer.hear("TWO")
    } _: { address in
      let sessions = try await recording(address) { address in
        try await blocking(address) { connection in
          var bytes: [UInt8] = []
          _ = try connection.read(appendingTo: &bytes, deadline: .test)
          #expect(bytes == Array("220-Wel".utf8))
          try connection.write(Array("ONE\r\n".utf8))
          bytes = []
          _ = try connection.read(appendingTo: &bytes, deadline: .test)
          #expect(bytes == Array("come\r\n220 Ready.\r\n".utf8))
          try connection.write(Array("TWO\r\n".utf8))
          while try connection.read(appendingTo: &bytes, deadline: .test) > 0 {}
        }
      }
      let events = sessions.all.first?.transcript.events ?? []
      let cuts = events.compactMap { if case .reply(_, let cuts, _) = $0.content { cuts } else { nil } }
      #expect(cuts == [[7]])
    }
  }

  @Test func halfClosesPass() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      #expect(try peer.hearEnd() == Array("NOOP\r\nQUIT\r\n".utf8))
      try peer.say("200 Fine.\r\n221 Bye.\r\n")
    } _: { address in
      let sessions = try await recording(address) { address in
        try await blocking(address) { connection in
          var bytes: [UInt8] = []
          _ = try connection.read(appendingTo: &bytes, deadline: .test)
          try connection.write(Array("NOOP\r\nQUIT\r\n".utf8))
          try connection.shutdownWrite()
          while try connection.read(appendingTo: &bytes, deadline: .test) > 0 {}
          #expect(bytes == Array("220 Ready.\r\n200 Fine.\r\n221 Bye.\r\n".utf8))
        }
      }
      #expect(sessions.text.contains("-- half-close control (by the client)\nS> 200 Fine.\n"))
    }
  }

  @Test func aHostThatIsNotTheClientsIsLeftAlone() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("PORT 192,0,2,1,195,81", "200 Well.")
      _ = try peer.hearEnd()
    } _: { address in
      let sessions = try await recording(address) { address in
        let client = try await RawFTPClient.connect(to: address)
        #expect(try await client.send("PORT 192,0,2,1,195,81").code == 200)
        client.close()
      }
      #expect(sessions.text.contains("-- the data connection is for another host than the client"))
    }
  }

  @Test func anAnnouncedHostIsTheServersOwn() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      let listener = try TCPListener(on: peer.control.localAddress.with(port: 0))
      try peer.answer(
        "PASV", "227 (192,0,2,1,\(listener.localAddress.port >> 8),\(listener.localAddress.port & 255))")
      try peer.hear("RETR x")
      let data = try listener.accept(deadline: .test)
      try peer.say("150 Go.\r\n")
      try data.write(Array("there".utf8))
      data.close()
      try peer.say("226 Done.\r\n")
      _ = try peer.hearEnd()
    } _: { address in
      let sessions = try await recording(address) { address in
        let client = try await RawFTPClient.connect(to: address)
        let download = try await client.passive(.pasv, "RETR x")
        #expect(try await download.readToEnd() == Array("there".utf8))
        #expect(try await download.finish().code == 226)
        client.close()
      }
      // The recording contains what the server said.
      #expect(sessions.text.contains("S> 227 (192,0,2,1,"))
      #expect(
        sessions.text.contains("D> there\n-- close data (5 bytes, closed by the server)\nS> 226 Done.\n"))
    }
  }

  /// The reply is sent before the data end.
  ///
  /// The end comes in time or never.
  @Test(arguments: [true, false])
  func aCompletionIsHandledAfterTheDataItIsAbout(closesInTime: Bool) async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      let listener = try TCPListener(on: peer.control.localAddress.with(port: 0))
      try peer.answer("EPSV", "229 (|||\(listener.localAddress.port)|)")
      try peer.hear("RETR x")
      let data = try listener.accept(deadline: .test)
      try peer.say("150 Go.\r\n")
      try data.write(Array("there".utf8))
      try peer.say("226 Done.\r\n")
      try peer.hear("NOOP")
      if closesInTime { try data.shutdownWrite() }
      try peer.say("200 Fine.\r\n")
      _ = try peer.hearEnd()
    } _: { address in
      let patience = closesInTime ? Duration.seconds(3_600) : .milliseconds(1)
      let sessions = try await recording(address, { $0.patience = patience }) { address in
        let client = try await RawFTPClient.connect(to: address)
        let download = try await client.passive(.epsv, "RETR x")
        _ = try await download.read()
        if closesInTime { try await client.write(Array("NOOP\r\n".utf8)) }
        let completion = try await client.nextReply()
        #expect(completion.code == 226)
        if !closesInTime { try await client.write(Array("NOOP\r\n".utf8)) }
        let fine = try await client.nextReply()
        #expect(fine.code == 200)
        client.close()
      }
      #expect(sessions.text.contains("\n!! 959:5.2:final-after-close") != closesInTime, "\(sessions.text)")
    }
  }

  /// The preliminary replies and the data of small files come almost at the same time.
  @Test(arguments: TransferTests.Mode.allCases)
  func manySmallFilesStayAfterTheirPreliminaryReplies(mode: TransferTests.Mode) async throws {
    try await withMockServer(.testing()) { server in
      let sessions = try await recording(server.address) { address in
        let client = try await RawFTPClient.connect(to: address)
        try await client.login("tester", password: "opensesame")
        for _ in 0..<50 {
          let download = try await mode.begin(client, "RETR notes.txt")
          _ = try await download.readToEnd()
          try await download.end()
        }
        client.close()
      }
      #expect(sessions.rows.filter { $0.hasPrefix("!!") } == [])
    }
  }

  @Test func manySessionsAtATimeAreOneRecordingEach() async throws {
    try await withMockServer(.testing()) { server in
      let sessions = try await recording(server.address) { address in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<8 {
            group.addTask {
              let client = try await RawFTPClient.connect(to: address)
              try await client.login("tester", password: "opensesame")
              try await client.send("STAT \(number)")
              let listing = try await client.passive(.epsv, "NLST")
              _ = try await listing.readToEnd()
              #expect(try await listing.finish().code == 226)
              try await client.send("QUIT")
              client.close()
            }
          }
          try await group.waitForAll()
        }
      }
      let found = sessions.all.map { session in
        (0..<8).filter { session.transcript.description.contains("C> STAT \($0)\n") }
      }
      #expect(found.allSatisfy { $0.count == 1 })
      #expect(Set(found.joined()) == Set(0..<8))
    }
  }

  @Test func aServerThatIsMissingIsReported() async throws {
    let port = try SilentPort()
    let sessions = try await recording(.loopbackIPv4(port: port.number)) { address in
      try await blocking(address) { connection in
        var bytes: [UInt8] = []
        #expect((try? connection.read(appendingTo: &bytes, deadline: .test)) ?? 0 == 0)
      }
    }
    #expect(sessions.all.first?.failure?.isRefused == true)
  }

  @Test func whatIsInProgressIsDeliveredAtTheEnd() async throws {
    try await withMockServer(.testing()) { server in
      var client: RawFTPClient?
      let sessions = try await recording(server.address) { address in
        client = try await RawFTPClient.connect(to: address)
        try await client?.send("NOOP")
      }
      #expect(sessions.rows.suffix(2) == ["S> 200 NOOP ok.", "-- cut short"])
      client?.close()
    }
  }

  @Test func endsAfterTheLastOfItsSessions() async throws {
    try await withMockServer(.testing()) { server in
      let sessions = Sessions()
      var configuration = RecordingProxy.Configuration(
        upstreamHost: server.address.host, upstreamPort: server.port)
      configuration.totalSessions = 1
      configuration.recording.dataBytes = 3
      let proxy = try RecordingProxy.start(configuration) { sessions.add($0) }
      let client = try await RawFTPClient.connect(to: proxy.address)
      try await client.login("tester", password: "opensesame")
      let download = try await client.passive(.epsv, "RETR notes.txt")
      _ = try await download.readToEnd()
      try await download.end()
      client.close()
      await BlockingThread.run { proxy.waitUntilStopped() }
      #expect(sessions.all.count == 1)
      #expect(
        sessions.text.contains("D> lin\n-- close data (36 bytes, first 3 shown, closed by the server)\n"))
    }
  }
}
