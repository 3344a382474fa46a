import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRecording
import FTPSystem
import FTPTransport
import FTPVectors
import TestSupport
import Testing

@testable import FTPClient

@Suite(
  "A recorder in the middle of TLS", .queueing,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct RecordingTLSTests {
  /// What was recorded, once the recorder has stopped.
  private final class Sessions: Sendable {
    let all = Guarded<[RecordingProxy.Session]>([])
    var text: String { all.withLock { $0.first?.transcript.description ?? "" } }
    var rows: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// The lines of a key log.
  private final class Lines: Sendable {
    private let lines = Guarded<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A server under TLS, a recorder before it, and the certificate that a client must trust to talk to the recorder.
  private func recording(
    _ mode: ServerTLS.Mode, reads: Bool = true, keyLog: (@Sendable (String) -> Void)? = nil,
    trustsServer: Bool = true, _ change: (inout RawFTPClient.Configuration) -> Void = { _ in },
    _ body: (MockServer, SocketAddress, RawFTPClient.Configuration) async throws -> Void
  ) async throws -> Sessions {
    let folder = try TemporaryFolder("ftpraw-tls-")
    func file(_ name: String, _ text: String?) throws -> String {
      let file = try LocalFile.create("\(folder.path)/\(name)")
      try file.write(Array(try #require(text).utf8))
      try file.close()
      return "\(folder.path)/\(name)"
    }
    let served = try ServerTLS(mode)
    var server = MockServer.Configuration()
    server.tls = served
    let sessions = Sessions()
    try await withMockServer(server) { server in
      var configuration = RecordingProxy.Configuration(upstreamHost: "127.0.0.1", upstreamPort: server.port)
      // Every data connection here is closed before its reply is due, and every session ends: only a busy machine takes
      // longer than the recorder would wait.
      configuration.patience = .patience
      configuration.longestEnding = .patience
      var client = RawFTPClient.Configuration()
      client.timeouts = Timeouts(each: .patience)
      client.tls.isImplicit = mode == .implicit
      if reads {
        var tls = try RecordingTLS(
          authorities: trustsServer ? try file("server.pem", served.certificate) : nil,
          keyLog: keyLog)
        tls.isImplicit = mode == .implicit
        configuration.tls = tls
        client.tls.authorities = try file("recorder.pem", tls.certificate)
      } else {
        configuration.isImplicitUnread = mode == .implicit
        client.tls.authorities = try file("server.pem", served.certificate)
      }
      change(&client)
      let proxy = try RecordingProxy.start(configuration) { session in
        sessions.all.withLock { $0.append(session) }
      }
      #expect(proxy.url.hasPrefix(mode == .implicit ? "ftps://" : "ftp://"))
      let result: Result<Void, any Error>
      do { result = .success(try await body(server, proxy.address, client)) } catch {
        result = .failure(error)
      }
      await BlockingThread.run { proxy.stop() }
      try result.get()
    }
    return sessions
  }

  private func open(
    _ address: SocketAddress, _ configuration: RawFTPClient.Configuration
  ) async throws -> RawFTPClient {
    let client = try await RawFTPClient.connect(
      to: "127.0.0.1", port: address.port, configuration: configuration)
    if !configuration.tls.isImplicit { try await client.secure() }
    try await client.login("ftpraw", password: "secret")
    try await client.protect(.private)
    return client
  }

  @Test(arguments: ServerTLS.Mode.allCases, [ClientTLS.Version.tls12, .tls13])
  func everythingIsRead(mode: ServerTLS.Mode, version: ClientTLS.Version) async throws {
    let bytes = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
    let keys = Lines()
    let sessions = try await recording(mode, keyLog: { keys.add($0) }, { $0.tls.maximumVersion = version }) {
      server, address, configuration in
      let client = try await open(address, configuration)
      try await client.send("TYPE I", expecting: 200)
      let upload = try await client.passive(.epsv, "STOR incoming/new")
      try await upload.write(bytes)
      try await upload.finish()
      let empty = try await client.active(.eprt, "STOR incoming/empty")
      try await empty.finish()
      let download = try await client.active(.port, "RETR incoming/new")
      #expect(try await download.readToEnd() == bytes)
      try await download.finish()
      let nothing = try await client.passive(.pasv, "RETR incoming/empty")
      #expect(try await nothing.readToEnd().isEmpty)
      try await nothing.finish()
      try await #expect(client.passive(.pasv, "LIST").readToEnd().count > 10)
      #expect(client.transcript.description.contains(", resumed"))
      try await client.send("NOOP")
      try await client.send("QUIT", expecting: 221)
      client.close()
      #expect(client.verdicts.isEmpty, "\(client.verdicts)")
      #expect(server.tree.bytes(of: "incoming/new") == bytes && server.tree.contains("incoming/empty"))
      let theirs = server.transcripts.first?.description ?? ""
      #expect(!theirs.contains("without a close alert") && server.clientViolations.isEmpty)
    }
    let text = sessions.text
    #expect(!text.contains("secret") && text.contains("C> PASS ****\n"))
    #expect(sessions.rows.filter { $0.hasPrefix("-- tls control") } == ["-- tls control established"])
    #expect(text.contains("-- between client and recorder: TLSv\(version.rawValue) "))
    #expect(sessions.rows.filter { $0 == "-- tls data established" }.count == 5, "\(text.prefix(6_000))")
    #expect(sessions.rows.filter { $0 == "-- tls data ended" }.count == 5, "\(text.prefix(6_000))")
    #expect(sessions.rows.filter { $0.hasPrefix("-- TLSv1.") && $0.hasSuffix(", resumed") }.count == 5)
    #expect(text.contains("-- close data (300001 bytes, first 65536 shown, closed by the client)\n"))
    #expect(!text.contains("\n!!"), "\(sessions.rows.filter { $0.hasPrefix("!!") })")
    #expect(keys.all.contains { $0.hasPrefix("CLIENT_") || $0.contains("_TRAFFIC_SECRET") })
    // The recording is a valid vector.
    let transcript = try #require(sessions.all.withLock { $0.first?.transcript })
    #expect(throws: Never.self) { try Vector(parsing: Vector(transcript, id: "tls").description) }
  }

  @Test func protectionComesAndGoes() async throws {
    let sessions = try await recording(.explicit) { server, address, configuration in
      let client = try await open(address, configuration)
      try await client.protect(.clear)
      let listing = try await client.passive(.epsv, "NLST")
      #expect(try await !listing.readToEnd().isEmpty)
      try await listing.finish()
      try await client.clearControl()
      try await client.send("REIN", expecting: 220)
      try await client.secure()
      try await client.send("REIN", expecting: 220)
      try await client.send("NOOP", expecting: 200)
      try await client.send("QUIT", expecting: 221)
      client.close()
    }
    let marks = sessions.rows.filter { $0.hasPrefix("-- tls") }
    let once = ["-- tls control established", "-- tls control ended"]
    #expect(marks == once + once, "\(sessions.text)")
  }

  @Test func clearTextStaysClear() async throws {
    let sessions = try await recording(.explicit) { _, address, configuration in
      let client = try await RawFTPClient.connect(to: address)
      try await client.login("ftpraw", password: "secret")
      let download = try await client.passive(.epsv, "RETR pub/hello.txt")
      #expect(try await !download.readToEnd().isEmpty)
      try await download.finish()
      client.close()
    }
    #expect(!sessions.text.contains("tls") && sessions.text.contains("D> hello"))
  }

  /// The recorder verifies the server's certificate and ends the session if it is not trusted.
  @Test(arguments: [ServerTLS.Mode.explicit, .implicit])
  func anUntrustedServerIsReported(mode: ServerTLS.Mode) async throws {
    let sessions = try await recording(mode, trustsServer: false) { _, address, configuration in
      await #expect(throws: FTPClientError.self) { () async throws in
        _ = try await open(address, configuration)
      }
    }
    #expect(sessions.text.contains("-- tls control failed\n"), "\(sessions.text)")
    #expect(sessions.text.contains("the certificate is rejected for 127.0.0.1: self"), "\(sessions.text)")
    #expect(!sessions.text.contains("C> USER"))
  }

  /// The client verifies the recorder's certificate in the same way.
  @Test func anUntrustingClientIsReported() async throws {
    let sessions = try await recording(.explicit, { $0.tls.authorities = nil }) { _, address, configuration in
      await #expect(throws: FTPClientError.self) { () async throws in
        _ = try await open(address, configuration)
      }
    }
    #expect(sessions.text.contains("-- tls control failed\n"), "\(sessions.text)")
  }

  @Test(arguments: [ServerTLS.Mode.explicit, .implicit])
  func whatCannotBeReadPasses(mode: ServerTLS.Mode) async throws {
    let sessions = try await recording(mode, reads: false) { _, address, configuration in
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: address.port, configuration: configuration)
      if mode == .explicit { try await client.secure() }
      try await client.login("ftpraw", password: "secret")
      try await client.send("QUIT", expecting: 221)
      client.close()
    }
    #expect(sessions.all.withLock { $0.first?.hasUnreadTLS } == true)
    let text = sessions.text
    #expect(
      text.contains("-- tls control record handshake ") && text.contains("-- tls control record data "),
      "\(text)")
    #expect(!text.contains("USER") && !text.contains("!!"), "\(text)")
  }

  /// Bytes that come in the clear after the 234 are not part of the conversation: the recorder drops them, as clients
  /// do.
  @Test func injectionIsDropped() async throws {
    let sessions = Sessions()
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let port = listener.localAddress.port
    let handover = Handover(listener)
    let served = try TLSContext(.server, .server(.selfSigned(for: ["127.0.0.1"])))
    async let server: Void = BlockingThread.run { () throws(any Error) in
      guard let listener = handover.take() else { return }
      var connection = try listener.accept(deadline: .test)
      try connection.write(Array("220 x\r\n".utf8))
      var line: [UInt8] = []
      while !line.contains(0x0A) { _ = try connection.read(appendingTo: &line, deadline: .test) }
      try connection.write(Array("234 x\r\n230 logged in\r\n".utf8))
      try connection.startLayer(served.makeLayer())
      try connection.handshake(deadline: .test)
      line = []
      while !line.contains(0x0A) { _ = try connection.read(appendingTo: &line, deadline: .test) }
      try connection.write(Array("200 \(String(decoding: line.prefix(4), as: UTF8.self))\r\n".utf8))
      _ = try? connection.readToEnd()
    }
    var configuration = RecordingProxy.Configuration(upstreamHost: "127.0.0.1", upstreamPort: port)
    configuration.tls = try RecordingTLS(isInsecure: true)
    let proxy = try RecordingProxy.start(configuration) { session in
      sessions.all.withLock { $0.append(session) }
    }
    var settings = RawFTPClient.Configuration()
    settings.tls.isInsecure = true
    let client = try await RawFTPClient.connect(
      to: "127.0.0.1", port: proxy.address.port, configuration: settings)
    try await client.secure()
    #expect(try await client.send("NOOP").bytes == Array("200 NOOP\r\n".utf8))
    client.close()
    try await server
    await BlockingThread.run { proxy.stop() }
    #expect(
      sessions.text.contains("-- 15 bytes that came in clear after the reply to AUTH are dropped\n"),
      "\(sessions.text)")
  }
}
