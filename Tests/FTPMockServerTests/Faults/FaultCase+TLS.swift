import FTPProtocol
import FTPTransport

@testable import FTPMockServer

/// Faults of TLS, and of the commands that request it.
extension FaultCase {
  static let auth = [
    atTLS("auth-refused=431") { try TLSPeer.connect(to: $0).send("AUTH TLS") == "431" },
    atTLS("auth-code") { server in
      var peer = try TLSPeer.connect(to: server)
      return try peer.send("AUTH TLS") == "334" && peer.secure() != nil
    },
    atTLS("auth-clear") { server in
      let peer = try TLSPeer.connect(to: server)
      return try peer.send("AUTH TLS") == "234" && peer.send("NOOP") == "200"
    },
    atTLS("auth-closed") { server in
      let peer = try TLSPeer.connect(to: server)
      return try peer.send("AUTH TLS") == "234" && peer.reply().isEmpty
    },
    atTLS("auth-synonym") { server in
      let peer = try TLSPeer.connect(to: server)
      return try peer.send("AUTH TLS-C") == "504" && peer.send("AUTH TLS") == "234"
    },
    atTLS("auth-ssl") { server in
      var peer = try TLSPeer.connect(to: server)
      guard try peer.send("AUTH SSL") == "234" else { return false }
      try peer.secure()
      try peer.enter()
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("auth-private") { server in
      var peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("auth-kept") { server in
      var peer = try TLSPeer.connect(to: server)
      try peer.enter()
      _ = try peer.send("CWD pub")
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      return try peer.line("PWD").contains("/pub")
    },
    atTLS("auth-enough") { try TLSPeer.secured($0).send("PWD") == "257" },
    atTLS("auth-again") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("AUTH TLS") == "234" && peer.send("PWD") == "257"
    },
    atTLS("auth-ahead") { server in
      var peer = try TLSPeer.connect(to: server)
      guard try peer.send("AUTH TLS\r\nSYST") == "234" else { return false }
      try peer.secure()
      return try peer.send("NOOP") == "215" && peer.reply().hasPrefix("200 ")
    },
    atTLS("auth-replies-ahead") { server in
      let peer = try TLSPeer.connect(to: server)
      return try peer.send("AUTH TLS") == "234" && peer.reply().hasPrefix("331 ")
        && peer.reply().hasPrefix("230 ")
    },
    atTLS("auth-disturbed") { try failure($0).contains("TLS") },
    atTLS("auth-stray") { server in
      let peer = try TLSPeer.secured(server)
      return (try? peer.send("NOOP")) == nil
    },
    atTLS("auth-reply=STAT") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("NOOP") == "200" && (try? peer.send("STAT")) == nil
    },
    atTLS("auth-host") { server in
      var peer = try TLSPeer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure(name: "elsewhere.example")
      return try peer.send("HOST localhost") == "220"
    },
  ]

  static let prot = [
    atTLS("prot-first") { server in
      let peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.send("PROT P") == "200"
    },
    atTLS("prot-size=512") { try TLSPeer.secured($0).line("PBSZ 0") == "200 PBSZ=512" },
    atTLS("prot-size-silent") { try !TLSPeer.secured($0).line("PBSZ 99").contains("PBSZ=") },
    atTLS("prot-size-any") { try TLSPeer.secured($0).send("PBSZ x") == "200" },
    atTLS("prot-refused=536") { server in
      let peer = try TLSPeer.secured(server)
      return try peer.send("PBSZ 0") == "200" && peer.send("PROT P") == "536"
    },
    atTLS("prot-any") { try TLSPeer.entered($0).send("PROT X") == "200" },
    atTLS("prot-safe") { server in
      let peer = try TLSPeer.entered(server)
      guard try peer.send("PROT C") == "200", try peer.send("PROT S") == "200" else { return false }
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("prot-case") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("PROT p") == "504" && peer.send("PROT P") == "200"
    },
    atTLS("prot-forgotten") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
        && peer.retrieve("NLST pub", isPrivate: false).codes == ["150", "226"]
    },
    atTLS("prot-clear") { server in
      try TLSPeer.entered(server).retrieve("RETR pub/hello.txt", isPrivate: false).bytes
        == Array("hello\r\n".utf8)
    },
    atTLS("prot-private") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("PROT C") == "200"
        && peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("prot-early") { server in
      let peer = try TLSPeer.entered(server)
      let port = try UInt16(peer.line("EPSV").split(separator: "|").dropFirst().first ?? "") ?? 0
      guard try peer.send("PROT C") == "200" else { return false }
      let data = try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .test)
      _ = try peer.send("NLST pub")
      try data.write(Array("x".utf8), deadline: .test)
      // Bytes that are not a handshake are refused.
      return try peer.reply().hasPrefix("522 ")
    },
    atTLS("prot-demanded=534") { server in
      var peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.retrieve("NLST", isPrivate: false).codes == ["534"]
    },
    atTLS("prot-demanded-early") { server in
      let peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.send("EPSV") == "521" && peer.send("PORT 127,0,0,1,8,1") == "521"
    },
    atTLS("prot-demanded-late") { server in
      let peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.send("EPSV") == "229" && peer.send("NLST") == "150" && peer.reply().hasPrefix("521 ")
    },
    atTLS("prot-gap") { server in
      let peer = try TLSPeer.secured(server)
      try peer.enter()
      return try peer.retrieve("LIST", isPrivate: false).codes == ["521"]
        && peer.retrieve("MLSD", isPrivate: false).codes == ["150", "226"]
    },
  ]

  static let clearing = [
    atTLS("ccc-refused=500") { try TLSPeer.entered($0).send("CCC") == "500" },
    atTLS("ccc-encrypted") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("CCC") == "200" && peer.send("NOOP") == "200"
    },
    atTLS("ccc-closed") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("CCC") == "200" && peer.reply().isEmpty
    },
    atTLS("ccc-abrupt") { server in
      let peer = try TLSPeer.entered(server)
      guard try peer.send("CCC") == "200" else { return false }
      peer.connection.dropLayer()
      return try peer.send("NOOP") == "200"
    },
    atTLS("ccc-prot") { server in
      let peer = try TLSPeer.entered(server)
      guard try peer.send("CCC") == "200" else { return false }
      try peer.connection.endLayer(deadline: .test)
      return try peer.send("PBSZ 0") == "200" && peer.send("PROT C") == "200"
    },
    atTLS("ccc-data") { server in
      let peer = try TLSPeer.entered(server)
      guard try peer.send("CCC") == "200" else { return false }
      try peer.connection.endLayer(deadline: .test)
      return try peer.retrieve("NLST pub", isPrivate: false).codes == ["150", "226"]
    },
    atTLS("rein-encrypted") { server in
      let peer = try TLSPeer.entered(server)
      return try peer.send("REIN") == "220" && peer.send("NOOP") == "200"
    },
    atTLS("rein-clear") { server in
      let peer = try TLSPeer.entered(server)
      try peer.connection.write(Array("REIN\r\n".utf8), deadline: .test)
      try peer.connection.endLayer(deadline: .test)
      return try peer.reply().hasPrefix("220 ")
    },
    atTLS("rein-level") { server in
      var peer = try TLSPeer.entered(server)
      _ = try peer.send("REIN")
      try peer.connection.endLayer(deadline: .test)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      try peer.enter()
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"]
    },
    atTLS("rein-reuse") { server in
      var peer = try TLSPeer.entered(server)
      _ = try peer.send("REIN")
      try peer.connection.endLayer(deadline: .test)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      try peer.enter()
      try peer.protect()
      return try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "522"]
    },
  ]

  /// What is wrong with a handshake of the control connection, in words.
  static func failure(_ server: MockServer) throws -> String {
    var peer = try TLSPeer.connect(to: server)
    _ = try peer.send("AUTH TLS")
    do { try peer.secure() } catch { return "\(error)" }
    return ""
  }

  /// A row whose steps are taken by a client under TLS.
  ///
  /// It passes if the machine has no OpenSSL.
  static func atTLS(
    _ fault: String, _ steps: @escaping @Sendable (MockServer) throws -> Bool
  ) -> FaultCase {
    FaultCase(fault, steps: []) { _ in
      guard (try? TLSSessions()) != nil else { return true }
      var configuration = MockServer.Configuration(
        timeouts: .init(dataIdle: .seconds(2), reply: .seconds(2)), faults: [try Fault(fault)])
      configuration.recordLayers = nil
      configuration.tls = try ServerTLS(.explicit, .server(.selfSigned(for: ["localhost"])))
      let server = try MockServer.start(configuration)
      defer { server.stop() }
      return try steps(server)
    }
  }
}

extension TLSPeer {
  /// A peer that has sent AUTH TLS and completed the handshake, nothing more.
  static func secured(_ server: MockServer, upTo version: TLSVersion? = nil) throws -> TLSPeer {
    var peer = try connect(to: server, upTo: version)
    _ = try peer.send("AUTH TLS")
    try peer.secure()
    return peer
  }
}
