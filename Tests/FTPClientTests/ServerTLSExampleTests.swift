import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing

/// The mock server under TLS, as tests in other projects would use it, and what its own transcript says about TLS.
@Suite(
  "The mock server under TLS, with the public API only", .queueing,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct ServerTLSExampleTests {
  /// The rows of a transcript about TLS, without what differs between libraries.
  private func marks(_ transcript: Transcript) -> [String] {
    transcript.description.split(separator: "\n").compactMap { row in
      if row.hasPrefix("-- TLSv1.") { return row.hasSuffix(", resumed") ? "resumed" : "new" }
      return row.hasPrefix("-- tls ") || row.contains("close alert") ? String(row.dropFirst(3)) : nil
    }
  }

  @Test(arguments: ServerTLS.Mode.allCases)
  func bothSidesRecordTheSame(mode: ServerTLS.Mode) async throws {
    let folder = try TemporaryFolder("ftpraw-tls-")
    let tls = try ServerTLS(mode)
    let file = try LocalFile.create("\(folder.path)/ca.pem")
    try file.write(Array(try #require(tls.certificate).utf8))
    try file.close()
    #expect(tls.fingerprint?.split(separator: ":").count == 32)
    var configuration = MockServer.Configuration()
    configuration.tls = tls
    try await withMockServer(configuration) { server in
      var settings = RawFTPClient.Configuration()
      settings.tls.authorities = "\(folder.path)/ca.pem"
      settings.tls.isImplicit = mode == .implicit
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: settings)
      if mode != .implicit { try await client.secure() }
      try await client.login("ftpraw", password: "secret")
      try await client.protect(.private)
      let download = try await client.passive(.epsv, "RETR pub/hello.txt")
      #expect(try await !download.readToEnd().isEmpty)
      try await download.finish()
      let listing = try await client.passive(.epsv, "NLST incoming")
      #expect(try await listing.readToEnd().isEmpty)
      try await listing.finish()
      let upload = try await client.passive(.epsv, "STOR incoming/new")
      try await upload.write(Array("new\r\n".utf8))
      try await upload.finish()
      try await client.send("QUIT", expecting: 221)
      client.close()
      try await server.waitUntil { $0.sessionCount == 0 }
      let transcript = try #require(server.transcripts.first)
      let data = ["tls data established", "resumed", "tls data ended"]
      #expect(marks(transcript) == ["tls control established", "new"] + data + data + data)
      #expect(server.clientViolations.isEmpty && client.verdicts.isEmpty)
    }
  }

  /// The server's judge knows what is protected: after REIN, and after CCC.
  @Test func theServersJudgeKnowsTheStates() async throws {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(.implicit)
    try await withMockServer(configuration) { server in
      var settings = RawFTPClient.Configuration()
      settings.tls.isInsecure = true
      settings.tls.isImplicit = true
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: settings)
      try await client.send("REIN", expecting: 220)
      try await client.login("ftpraw", password: "secret")
      try await client.protect(.private)
      try await client.clearControl()
      try await client.send("QUIT", expecting: 221)
      client.close()
      try await server.waitUntil { $0.sessionCount == 0 }
      let transcript = try #require(server.transcripts.first)
      #expect(
        marks(transcript) == [
          "tls control established", "new", "tls control established", "tls control ended",
        ])
      #expect(server.clientViolations.isEmpty, "\(server.clientViolations)")
    }
  }

  @Test func aHandshakeThatFailsIsReported() async throws {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(.explicit)
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.connect(to: "127.0.0.1", port: server.port)
      // The client does not trust the certificate, and sends an alert.
      await #expect(throws: FTPClientError.self) { () async throws in try await client.secure() }
      try await server.waitUntil { $0.sessionCount == 0 }
      let text = try #require(server.transcripts.first).description
      #expect(text.contains("-- tls control failed\n-- TLS: "), "\(text)")
      #expect(text.contains("alert"), "\(text)")
    }
  }

  /// RFC 4217, section 12: the 150 and the handshake may come in either order.
  @Test func theHandshakeMayHaveToComeFirst() async throws {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(.explicit)
    configuration.faults = [try Fault("tls-data-early")]
    try await withMockServer(configuration) { server in
      var settings = RawFTPClient.Configuration()
      settings.tls.isInsecure = true
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: settings)
      try await client.secure()
      try await client.login("ftpraw", password: "secret")
      try await client.protect(.private)
      let download = try await client.passive(.epsv, "RETR pub/hello.txt")
      #expect(try await download.readToEnd() == Array("hello\r\n".utf8))
      try await download.finish()
      // A refusal after a handshake to which the server never replied.
      await #expect(throws: FTPClientError.self) { try await client.passive(.epsv, "RETR missing") }
      #expect(try await client.send("NOOP").code == 200)
    }
  }
}
