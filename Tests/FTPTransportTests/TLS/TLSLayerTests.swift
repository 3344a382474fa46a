import FTPProtocol
import FTPSystem
import Synchronization
import TestSupport
import Testing

@testable import FTPTransport

@Suite("TLS in memory", .queueing, .enabled(if: TLSEnds.areThere, "OpenSSL is not installed"))
struct TLSLayerTests {
  @Test(arguments: [TLSVersion.tls12, .tls13], [1, 7, 1_000, Int.max])
  func bytesArriveInAnySegments(version: TLSVersion, size: Int) throws {
    var pair = try TLSEnds().pair(client: {
      $0.minimum = version
      $0.maximum = version
    })
    #expect(!pair.client.isEstablished && !pair.server.isEstablished && pair.client.handshake == nil)
    try pair.shakeHands(in: size)
    #expect(pair.client.isEstablished && pair.server.isEstablished)
    #expect(pair.client.handshake?.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
    #expect(pair.client.handshake?.isResumed == false)
    #expect(pair.client.handshake?.certificate?.names == ["DNS:localhost", "IP Address:127.0.0.1"])
    try pair.send(fromClient: "USER me\r\n".bytes, in: size)
    try pair.send(fromServer: "331 ?\r\n".bytes, in: size)
    #expect(pair.read.server == "USER me\r\n".bytes && pair.read.client == "331 ?\r\n".bytes)
  }

  @Test func manyRecordsAreSealedAtOnce() throws {
    var pair = try TLSEnds().pair()
    try pair.shakeHands()
    let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try pair.send(fromClient: bytes, in: 10_000)
    try pair.send(fromServer: bytes)
    #expect(pair.read.server == bytes && pair.read.client == bytes)
  }

  @Test func nothingIsSealedBeforeTheHandshake() throws {
    var pair = try TLSEnds().pair()
    var output: [UInt8] = []
    #expect(try pair.client.seal("a".bytes.span, into: &output) == 0 && output.isEmpty)
  }

  @Test func whatComesAfterTheCloseAlertIsClear() throws {
    var pair = try TLSEnds().pair()
    try pair.shakeHands()
    #expect(try pair.closeClient(followedBy: "NOOP\r\n".bytes) == "NOOP\r\n".utf8.count)
    #expect(pair.server.hasPeerClosed && !pair.client.hasPeerClosed && pair.read.server.isEmpty)
  }

  @Test func aSessionIsResumedForTheSameControlConnection() throws {
    let ends = try TLSEnds()
    for version in [TLSVersion.tls12, .tls13] {
      let client = try ends.client { $0.maximum = version }
      let server = try ends.server()
      let sessions = try TLSSessions()
      func handshake(_ sessions: TLSSessions) throws -> TLSHandshake? {
        var pair = TLSPair(
          try client.makeLayer(for: "localhost", resuming: sessions), try server.makeLayer())
        try pair.shakeHands()
        try pair.send(fromServer: "x".bytes)
        #expect(
          pair.read.client == "x".bytes
            && pair.server.handshake?.isResumed == pair.client.handshake?.isResumed)
        // The library forgets the sessions of a connection that did not end in order.
        _ = try pair.closeClient(followedBy: [])
        return pair.client.handshake
      }
      #expect(try handshake(sessions)?.isResumed == false)
      #expect(sessions.count > 0)
      for _ in 0..<20 { #expect(try handshake(sessions)?.isResumed == true) }
      // A session of another control connection is not resumed.
      #expect(try handshake(TLSSessions())?.isResumed == false)
    }
  }

  @Test func aServerWithoutTicketsHasTheLastSessionTriedAgain() throws {
    let ends = try TLSEnds()
    let client = try ends.client()
    let sessions = try TLSSessions()
    let first = try ends.server { $0.tickets = 1 }
    for expected in [false, true, true] {
      var pair = TLSPair(try client.makeLayer(for: "localhost", resuming: sessions), try first.makeLayer())
      try pair.shakeHands()
      #expect(pair.client.handshake?.isResumed == expected)
      _ = try pair.closeClient(followedBy: [])
    }
  }

  @Test func theKeyLogHasItsLines() throws {
    let lines = Mutex<[String]>([])
    var pair = try TLSEnds().pair(server: { $0.keyLog = { line in lines.withLock { $0.append(line) } } })
    try pair.shakeHands()
    let kept = lines.withLock { $0 }
    #expect(kept.contains { $0.hasPrefix("SERVER_TRAFFIC_SECRET_0 ") }, "\(kept.count) lines")
  }
}

@Suite("Refusals of TLS", .queueing, .enabled(if: TLSEnds.areThere, "OpenSSL is not installed"))
struct TLSRefusalTests {
  /// What is wrong, and what the client reports.
  static let rows:
    [(name: String, host: String, names: [String], from: Int, to: Int, trusts: Bool, text: String)] = [
      (
        "wrong name", "ftp.example.org", ["localhost"], -10, 1_000, true,
        "for ftp.example.org: hostname mismatch"
      ),
      ("wrong address", "127.0.0.2", ["127.0.0.1"], -10, 1_000, true, "for 127.0.0.2: IP address mismatch"),
      (
        "name only in the subject", "ftpraw", [], -10, 1_000, true,
        "hostname mismatch (/CN=ftpraw, with no name in subjectAltName, "
      ),
      ("expired", "localhost", ["localhost"], -2_000, -1_000, true, "certificate has expired"),
      ("not yet", "localhost", ["localhost"], 1_000, 2_000, true, "certificate is not yet valid"),
      ("unknown", "localhost", ["localhost"], -10, 1_000, false, "self-signed certificate"),
    ]

  @Test(arguments: rows.indices) func aCertificateIsNotAccepted(_ index: Int) throws {
    let row = Self.rows[index]
    let ends = try TLSEnds(for: row.names, from: row.from, to: row.to)
    let other = try TLSEnds()
    var pair = try ends.pair(for: row.host, client: { if !row.trusts { $0.authorities = other.authorities } })
    #expect {
      try pair.shakeHands()
    } throws: { error in
      let text = "\(error)"
      // Some versions of OpenSSL write it with a hyphen.
      return text.hasPrefix("the certificate is rejected for \(row.host): ")
        && text.replacing("self signed", with: "self-signed").contains(row.text)
        && text.contains("valid from") && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
    #expect(!pair.client.isEstablished)
    // Without verification, the client accepts any certificate.
    var blind = try ends.pair(for: row.host, client: { $0.verifiesPeer = false })
    try blind.shakeHands()
    #expect(blind.client.handshake?.certificate?.subject == "/CN=\(row.names.first ?? "ftpraw")")
  }

  @Test func withoutACommonVersionThereIsNone() throws {
    var pair = try TLSEnds().pair(client: { $0.maximum = .tls12 }, server: { $0.minimum = .tls13 })
    #expect { try pair.shakeHands() } throws: { error in
      (error as? RecordLayerError)?.reason?.isAboutVersion == true
        && "\(error)".contains("this side supports")
    }
  }

  @Test(arguments: ["220 Ready.\r\n220 Ready.\r\n", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "SSH-2.0-x\r\n"])
  func whatIsNoTLSIsRefused(_ text: String) throws {
    var pair = try TLSEnds().pair()
    var output: [UInt8] = []
    var plain: [UInt8] = []
    pair.client.begin(&output)
    #expect(throws: RecordLayerError.self) {
      _ = try pair.client.open(text.bytes.span, into: &plain, answering: &output)
    }
    #expect(plain.isEmpty && !pair.client.isEstablished)
  }

  @Test func aChangedByteIsNoticed() throws {
    var pair = try TLSEnds().pair()
    try pair.shakeHands()
    var sealed: [UInt8] = []
    _ = try pair.client.seal("STOR a\r\n".bytes.span, into: &sealed)
    sealed[sealed.count - 1] ^= 1
    var plain: [UInt8] = []
    var answer: [UInt8] = []
    #expect(throws: RecordLayerError.self) {
      _ = try pair.server.open(sealed.span, into: &plain, answering: &answer)
    }
    // The other end gets an alert.
    #expect(plain.isEmpty && !answer.isEmpty)
  }

  @Test func whatCannotBeSetUpIsSaid() throws {
    let ends = try TLSEnds()
    #expect { try ends.client { $0.ciphers = "NONE-SUCH" } } throws: {
      "\($0)".hasPrefix("the ciphers 'NONE-SUCH' are unknown")
    }
    #expect { try ends.client { $0.authorities = "/nonexistent/ca.pem" } } throws: {
      "\($0)".hasPrefix("cannot read the certificates in '/nonexistent/ca.pem'")
    }
    #expect { try ends.server { $0.identity = .files(certificate: "/nonexistent/c.pem") } } throws: {
      "\($0)".hasPrefix("cannot read the certificate in '/nonexistent/c.pem'")
    }
    #expect { try ends.server { $0.identity = .files(certificate: ends.authorities) } } throws: {
      "\($0)".hasPrefix("cannot read the key in '")
    }
    #expect(throws: TLSSetupError.self) { try ends.client { $0.maximum = .tls11 } }
    #expect(throws: TLSSetupError.self) { try ends.client().makeLayer() }
  }
}

@Suite(
  "TLS over sockets", .queueing, .enabled(if: TLSEnds.areThere, "OpenSSL is not installed"), .endsWhenItHangs)
struct TLSConnectionTests {
  @Test(arguments: Loopback.allCases) func bytesGoBothWays(_ loopback: Loopback) async throws {
    try loopback.require()
    let ends = try TLSEnds(for: ["localhost", "127.0.0.1", "::1"])
    let listener = try TCPListener(on: loopback.any)
    let address = listener.localAddress
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131) }
    let (client, server) = (try ends.client(), try ends.server())
    let host = loopback == .ipv4 ? "127.0.0.1" : "::1"
    async let answer = BlockingThread.run { () throws -> [UInt8] in
      var connection = try TCPConnection.connect(to: address, deadline: .test)
      try connection.startLayer(client.makeLayer(for: host))
      try connection.handshake(deadline: .test)
      try connection.write(bytes, deadline: .test)
      try connection.shutdownWrite()
      return try connection.readToEnd()
    }
    let received = try await BlockingThread.run { [listener] () throws -> [UInt8] in
      var connection = try listener.accept(deadline: .test)
      try connection.startLayer(server.makeLayer())
      let received = try connection.readToEnd()
      try connection.write("226 Done.\r\n".bytes, deadline: .test)
      try connection.shutdownWrite()
      return received
    }
    #expect(received == bytes)
    #expect(try await answer == "226 Done.\r\n".bytes)
  }

  @Test func anEndWithoutACloseAlertIsTruncation() throws {
    let ends = try TLSEnds()
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    var pair = try ends.pair()
    try pair.shakeHands()
    let client = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    var server = try listener.accept(deadline: .test)
    try server.startLayer(pair.server)
    var sealed: [UInt8] = []
    _ = try pair.client.seal("half a file".bytes.span, into: &sealed)
    try client.write(sealed, deadline: .test)
    try client.shutdownWrite()
    var bytes: [UInt8] = []
    #expect {
      while try server.read(appendingTo: &bytes, deadline: .test) > 0 {}
    } throws: { ($0 as? TransportError)?.cause == .truncated }
    #expect(bytes == "half a file".bytes)
  }
}
