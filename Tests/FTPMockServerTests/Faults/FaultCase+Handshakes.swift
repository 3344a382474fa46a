import FTPProtocol
import FTPTransport

@testable import FTPMockServer

/// Handshakes, certificates, sessions, and the ends of TLS.
extension FaultCase {
  static let handshakes = [
    atTLS("tls-stalled") { try failure($0, within: .milliseconds(200)).contains("timed out") },
    atTLS("tls-half") { try failure($0, within: .milliseconds(200)).contains("timed out") },
    atTLS("tls-broken") { try failure($0).contains("closed") },
    atTLS("tls-failed") { try failure($0).contains("handshake failure") },
    atTLS("tls-text") { try failure($0).contains("TLS") },
    atTLS("tls-version=1.2") { server in
      var peer = try TLSPeer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      return try peer.secure()?.version == "TLSv1.2"
    },
    atTLS("tls-version") { try !failure($0).isEmpty },
    atTLS("tls-renegotiation=70") { server in
      var peer = try TLSPeer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      // The replies to USER and PASS together exceed the threshold, so later replies use new keys.
      try peer.enter()
      return try peer.send("NOOP") == "200" && peer.send("NOOP") == "200"
        && peer.layer?.handshake?.version == "TLSv1.2" && peer.layer?.renegotiations == 1
    },
    atTLS("tls-data-handshake=3") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: false)
      let layer = try peer.context.makeLayer(for: "localhost")
      try data.startLayer(layer)
      let bytes = try data.readToEnd()
      return try peer.reply().hasPrefix("226 ") && bytes == Array("hello\r\n".utf8)
        && layer.renegotiations == 1
        && layer.handshake?.version == "TLSv1.2"
    },
    atTLS("tls-alpn=ftp") { server in
      var peer = try TLSPeer.connect(to: server, offering: ["x-ftp", "ftp"])
      _ = try peer.send("AUTH TLS")
      return try peer.secure()?.applicationProtocol == "ftp" && peer.send("NOOP") == "200"
    },
    atTLS("tls-certificate-asked") { server in
      var peer = try TLSPeer.connect(to: server, showing: .selfSigned(for: ["me.example"]))
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      var other = try TLSPeer.connect(to: server)
      _ = try other.send("AUTH TLS")
      try other.secure()
      guard try peer.send("NOOP") == "200", try other.send("NOOP") == "200" else { return false }
      return server.transcripts.map { "\($0)".contains("the client is") } == [true, false]
    },
    atTLS("tls-alpn-refused") { server in
      var peer = try TLSPeer.connect(to: server, offering: ["ftp"])
      _ = try peer.send("AUTH TLS")
      var trouble = ""
      do { try peer.secure() } catch { trouble = "\(error)" }
      return try trouble.contains("no application protocol") && !failsWithoutOffer(server)
    },
    atTLS("tls-data-stalled") { server in
      let peer = try TLSPeer.entered(server)
      // The server waits for a handshake that never comes, and gives up.
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "522"]
    },
    atTLS("tls-data-failed=425") { server in
      try TLSPeer.entered(server).retrieve("NLST pub", isPrivate: true).codes == ["150", "425"]
    },
    atTLS("tls-data-code") { server in
      try TLSPeer.entered(server).retrieve("NLST pub", sending: Array("x".utf8)).codes == ["150", "426"]
    },
    atTLS("tls-data-early") { server in
      let peer = try TLSPeer.entered(server)
      let port = try UInt16(peer.line("EPSV").split(separator: "|").dropFirst().first ?? "") ?? 0
      var data = try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .test)
      try peer.connection.write(Array("NLST pub\r\n".utf8), deadline: .test)
      try data.startLayer(peer.context.makeLayer(for: "localhost", resuming: peer.sessions))
      try data.handshake(deadline: .test)
      return try peer.reply().hasPrefix("150 ")
    },
    atTLS("tls-data-client") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("NLST pub", isPrivate: false)
      var first: [UInt8] = []
      _ = try data.read(appendingTo: &first)
      // A handshake record, which contains a ClientHello.
      return first.first == 22 && first.dropFirst(5).first == 1
    },
  ]

  static let certificates = [
    atTLS("tls-expired") { try shown($0)?.notAfter.isEmpty == false },
    atTLS("tls-future") { try shown($0)?.notBefore.isEmpty == false },
    atTLS("tls-name=other.example") { try shown($0)?.names == ["DNS:other.example"] },
    atTLS("tls-sni-ignored") { try shown($0)?.names == ["DNS:first.example"] },
    atTLS("tls-self-signed") { try shown($0).map { $0.issuer == $0.subject } == true },
    atTLS("tls-chain") { try shown($0)?.issuer == "/CN=An unknown authority" },
    atTLS("tls-data-certificate") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: false)
      let layer = try peer.context.makeLayer(for: "localhost")
      try data.startLayer(layer)
      _ = try data.readToEnd()
      return try layer.handshake?.certificate?.fingerprint != shown(server)?.fingerprint
    },
  ]

  static let tlsSessions = [
    atTLS("tls-reuse") { server in
      var peer = try TLSPeer.entered(server)
      guard try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"] else { return false }
      peer.sessions = try TLSSessions()
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "522"]
    },
    atTLS("tls-reuse-foreign") { server in
      var peer = try TLSPeer.entered(server)
      let other = try TLSPeer.entered(server)
      _ = try other.send("NOOP")
      peer.sessions = other.sessions
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("tls-reuse-never") { server in
      let peer = try TLSPeer.entered(server)
      let layer = try peer.context.makeLayer(for: "localhost", resuming: peer.sessions)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: false)
      try data.startLayer(layer)
      let bytes = try data.readToEnd()
      return layer.handshake?.isResumed == false && !bytes.isEmpty && peer.sessions.count > 0
    },
    atTLS("tls-reuse-impossible") { server in
      try TLSPeer.entered(server).retrieve("NLST pub", isPrivate: true).codes == ["150", "522"]
    },
    atTLS("tls-tickets") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
        && peer.sessions.count == 0
    },
    atTLS("tls-tickets-late=70") { server in
      let peer = try TLSPeer.secured(server)
      guard try peer.send("NOOP") == "200", peer.sessions.count == 0 else { return false }
      try peer.enter()
      return try peer.send("NOOP") == "200" && peer.send("NOOP") == "200" && peer.sessions.count == 1
    },
    atTLS("tls-tickets=5") { server in
      let peer = try TLSPeer.entered(server)
      _ = try peer.send("NOOP")
      return peer.sessions.count == 5
    },
  ]

  static let tlsEnds = [
    atTLS("tls-no-close") { server in
      let peer = try TLSPeer.secured(server)
      return try peer.send("QUIT") == "221" && end(of: peer.connection) == .truncated
    },
    atTLS("tls-data-no-close") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: true)
      // The session survives: the server cuts off data that the client no longer waits for.
      return try end(of: data) == .truncated && peer.reply().hasPrefix("226 ")
    },
    atTLS("tls-data-cut=3") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: true)
      return try end(of: data) == .truncated && peer.reply().hasPrefix("226 ")
    },
    atTLS("tls-data-alert=3") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: true)
      guard case .layer(let text, _)? = end(of: data) else { return false }
      let reply = try peer.reply()
      guard text.contains("alert"), reply.hasPrefix("426 ") else {
        throw TestClient.Surprise(text: "\(text); \(reply)")
      }
      return true
    },
    atTLS("tls-data-damaged=3") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: true)
      guard case .layer(let text, _)? = end(of: data) else { return false }
      return try !text.contains("alert") && peer.reply().hasPrefix("426 ")
    },
    atTLS("tls-upload-cut") { server in
      try TLSPeer.entered(server).store("cut.txt", "half", closing: false) == ["150", "226"]
    },
    atTLS("tls-dripped=2ms") { server in
      let peer = try TLSPeer.secured(server)
      let start = ContinuousClock.now
      // A record has a header of five bytes and a tag of sixteen.
      let reply = try peer.line("NOOP")
      return reply.hasPrefix("200 ") && start.duration(to: .now) >= .milliseconds(2) * (reply.utf8.count + 22)
    },
    atTLS("tls-records=2") { server in
      let peer = try TLSPeer.entered(server)
      let (_, data) = try peer.begin("RETR pub/hello.txt", isPrivate: true)
      var first: [UInt8] = []
      _ = try data.read(appendingTo: &first)
      return try (first + data.readToEnd()) == Array("hello\r\n".utf8)
    },
  ]

  /// Whether a handshake without any offer fails.
  private static func failsWithoutOffer(_ server: MockServer) throws -> Bool { try !failure(server).isEmpty }

  /// The certificate that a server shows on its control connection.
  private static func shown(_ server: MockServer) throws -> TLSCertificate? {
    var peer = try TLSPeer.connect(to: server)
    _ = try peer.send("AUTH TLS")
    return try peer.secure()?.certificate
  }

  /// Why a handshake of the control connection is not completed in time.
  private static func failure(_ server: MockServer, within limit: Duration) throws -> String {
    let peer = try TLSPeer.connect(to: server)
    _ = try peer.send("AUTH TLS")
    do {
      try peer.connection.startLayer(peer.context.makeLayer(for: "localhost"))
      try peer.connection.handshake(deadline: .after(limit))
    } catch { return "\(error)" }
    return ""
  }

  /// What is wrong with the end of a connection; nil if nothing is.
  private static func end(of connection: TLSPeer.Link) -> TransportError.Cause? {
    do { _ = try connection.readToEnd() } catch { return (error as? TransportError)?.cause }
    return nil
  }
}
