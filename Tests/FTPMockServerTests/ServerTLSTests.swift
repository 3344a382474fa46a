import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPMockServer

@Suite(
  "The mock server under TLS", .queueing,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct ServerTLSTests {
  typealias Peer = TLSPeer

  /// Runs a conversation on a thread that may block.
  private static func with(
    _ mode: ServerTLS.Mode, hosts: [String] = [],
    _ change: (inout MockServer.Configuration) throws -> Void = { _ in },
    _ body: @escaping @Sendable (MockServer) throws -> Void
  ) async throws {
    var configuration = MockServer.Configuration()
    configuration.recordLayers = nil
    var identities: [String: TLSIdentity] = [:]
    for host in hosts { identities[host] = try .selfSigned(for: [host]) }
    configuration.tls = try ServerTLS(mode, .server(try .selfSigned(for: ["localhost"])), hosts: identities)
    configuration.hosts += hosts
    try change(&configuration)
    try await withMockServer(configuration) { server in
      try await BlockingThread.run { try body(server) }
    }
  }

  @Test func explicit() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      #expect(try peer.send("PBSZ 0") == "503" && peer.send("PROT P") == "503" && peer.send("CCC") == "533")
      #expect(try peer.send("AUTH KERBEROS_V4") == "504" && peer.send("AUTH NONE") == "504")
      #expect(try peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("AUTH TLS") == "534")
      #expect(try peer.send("USER ftpraw") == "331" && peer.send("PASS secret") == "230")
      #expect(try peer.send("PROT P") == "503")
      #expect(try peer.send("PBSZ x") == "501" && peer.send("PBSZ 0") == "200")
      #expect(try peer.send("PROT S") == "536" && peer.send("PROT X") == "504")
      #expect(try peer.send("TYPE I") == "200")
      // The data are in the clear until PROT P, and again after PROT C.
      for level in ["C", "P", "P", "C"] {
        #expect(try peer.send("PROT \(level)") == "200")
        let (codes, bytes) = try peer.retrieve("RETR pub/hello.txt", isPrivate: level == "P")
        #expect(codes == ["150", "226"] && !bytes.isEmpty)
        let empty = try peer.retrieve("NLST incoming", isPrivate: level == "P")
        #expect(empty.codes == ["150", "226"], "\(empty)")
      }
      #expect(try peer.send("CCC") == "200")
      try peer.connection.endLayer(deadline: .test)
      #expect(try peer.send("NOOP") == "200" && peer.send("QUIT") == "221")
    }
  }

  @Test func whatWasSentAheadIsForgotten() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      // STARTTLS injection: the second command must be neither executed nor answered.
      #expect(try peer.send("AUTH TLS\r\nSYST") == "234")
      try peer.secure()
      #expect(try peer.send("NOOP") == "200")
      #expect(server.receivedCommands.map(\.verb) == [Verb.auth, .noop])
    }
  }

  @Test func required() async throws {
    try await Self.with(.required) { server in
      var peer = try Peer.connect(to: server)
      #expect(try peer.send("USER ftpraw") == "530" && peer.send("PASS secret") == "530")
      #expect(try peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("USER ftpraw") == "331" && peer.send("PASS secret") == "230")
      #expect(try peer.retrieve("NLST", isPrivate: false).codes == ["521"])
      #expect(try peer.send("PBSZ 0") == "200" && peer.send("PROT C") == "534")
      #expect(try peer.send("PROT P") == "200" && peer.send("CCC") == "534")
      #expect(try peer.retrieve("NLST", isPrivate: true).codes == ["150", "226"])
    }
  }

  @Test func implicit() async throws {
    try await Self.with(.implicit) { server in
      #expect(server.url.hasPrefix("ftps://"))
      let peer = try Peer.connect(to: server, isImplicit: true)
      #expect(try peer.send("USER ftpraw") == "331" && peer.send("PASS secret") == "230")
      #expect(try peer.send("PBSZ 0") == "200" && peer.send("PROT P") == "200")
      #expect(try peer.retrieve("NLST", isPrivate: true).codes == ["150", "226"])
      #expect(try peer.send("REIN") == "220" && peer.send("NOOP") == "200")
    }
  }

  @Test func reinitializingEndsIt() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      #expect(try peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("REIN") == "220")
      try peer.connection.endLayer(deadline: .test)
      #expect(try peer.send("PBSZ 0") == "503" && peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("NOOP") == "200")
    }
  }

  @Test func featuresAreListedWhereThereIsTLS() async throws {
    try await Self.with(.explicit) { server in
      let peer = try Peer.connect(to: server)
      #expect(try peer.send("FEAT") == "211")
      var lines: [String] = []
      while case let line = try peer.reply(), line.hasPrefix(" ") { lines.append(line) }
      #expect(Set(lines).isSuperset(of: [" AUTH TLS", " CCC", " PBSZ", " PROT"]))
    }
  }

  /// HELP lists and explains the commands for protection if the server has TLS.
  @Test(arguments: [true, false]) func helpNamesThem(hasTLS: Bool) async throws {
    var configuration = MockServer.Configuration()
    if hasTLS {
      configuration.tls = try ServerTLS(.explicit, .server(.selfSigned(for: ["localhost"])))
    }
    try await withMockServer(configuration) { server in
      let peer = try Peer.connect(to: server)
      #expect(try peer.send("HELP") == "214")
      var names: [Substring] = []
      while case let line = try peer.reply(), line.hasPrefix(" ") { names += line.split(separator: " ") }
      for name in ["AUTH", "PBSZ", "PROT", "CCC"] {
        #expect(names.contains { $0 == name } == hasTLS)
        #expect(try peer.send("HELP \(name)") == (hasTLS ? "214" : "502"))
      }
      #expect(!names.contains("MIC") && names.contains("NOOP"))
    }
  }

  @Test func aPeerWithoutTLSIsDisconnected() async throws {
    try await Self.with(.explicit) { server in
      let peer = try Peer.connect(to: server)
      #expect(try peer.send("AUTH TLS") == "234")
      // An alert may come, then the end.
      try peer.connection.write("NOOP\r\nNOOP\r\n".bytes, deadline: .test)
      _ = try? peer.connection.readToEnd()
      #expect(server.receivedCommands.map(\.verb) == [Verb.auth])
    }
  }

  @Test func authSetsEverythingBack() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      for line in ["USER ftpraw", "PASS secret", "TYPE I", "MODE B", "STRU R", "CWD pub"] {
        _ = try peer.send(line)
      }
      #expect(try peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("PWD") == "530")
      try peer.enter()
      #expect(try peer.line("PWD").contains("\"/\""))
      let status = try peer.text("STAT")
      #expect(status.contains("ASCII") || status.contains("TYPE: A"), "\(status)")
    }
  }

  @Test func onlySizesAreTakenAndMessagesOfOtherMechanismsAreNot() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      #expect(try peer.line("PBSZ 16384") == "200 PBSZ=0")
      #expect(try peer.send("PBSZ 4294967296") == "501" && peer.send("PBSZ -1") == "501")
      #expect(try peer.send("ADAT eA==") == "503" && peer.send("MIC eA==") == "537")
    }
  }

  @Test func afterCCCDataStaysPrivateAndPROTIsRefused() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      try peer.enter()
      try peer.protect()
      #expect(try peer.send("CCC") == "200")
      try peer.connection.endLayer(deadline: .test)
      #expect(try peer.send("PBSZ 0") == "503" && peer.send("PROT C") == "503" && peer.send("CCC") == "533")
      #expect(try peer.retrieve("RETR pub/hello.txt", isPrivate: true).codes == ["150", "226"])
      #expect(try peer.send("AUTH TLS") == "234")
      try peer.secure()
      #expect(try peer.send("PWD") == "530")
    }
  }

  @Test func withoutItsHandshakeADataConnectionIsRefused() async throws {
    try await Self.with(.explicit) { server in
      var peer = try Peer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure()
      try peer.enter()
      try peer.protect()
      let clear = try peer.retrieve("RETR pub/hello.txt", sending: "no handshake at all\r\n".bytes)
      #expect(clear.codes == ["150", "522"])
      #expect(try peer.store("clear.txt", "clear", isPrivate: false) == ["150", "522"])
      #expect(server.tree.bytes(of: "clear.txt")?.isEmpty != false)
      #expect(try peer.store("cut.txt", "half", closing: false) == ["150", "426"])
      #expect(try peer.store("whole.txt", "whole") == ["150", "226"])
      #expect(try peer.retrieve("RETR pub/hello.txt", isPrivate: true).codes == ["150", "226"])
    }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13]) func sessionsMustBeResumed(version: TLSVersion) async throws {
    try await Self.with(
      .explicit, { $0.tls?.requiresReuse = true }
    ) { server in
      var peers: [Peer] = []
      for _ in 0..<2 {
        var peer = try Peer.connect(to: server, upTo: version)
        _ = try peer.send("AUTH TLS")
        try peer.secure()
        try peer.enter()
        try peer.protect()
        peers.append(peer)
      }
      for _ in 0..<3 {
        #expect(try peers[0].retrieve("NLST pub", isPrivate: true).codes == ["150", "226"])
      }
      let own = peers[0].sessions
      peers[0].sessions = try TLSSessions()
      #expect(try peers[0].retrieve("NLST pub", isPrivate: true).codes == ["150", "522"])
      peers[0].sessions = peers[1].sessions
      #expect(try peers[0].retrieve("NLST pub", isPrivate: true).codes == ["150", "522"])
      peers[0].sessions = own
      #expect(try peers[0].retrieve("NLST pub", isPrivate: true).codes == ["150", "226"])
      // REIN ends that (RFC 4217, section 13).
      #expect(try peers[0].send("REIN") == "220")
      try peers[0].connection.endLayer(deadline: .test)
      _ = try peers[0].send("AUTH TLS")
      try peers[0].secure()
      try peers[0].enter()
      try peers[0].protect()
      peers[0].sessions = try TLSSessions()
      #expect(try peers[0].retrieve("NLST pub", isPrivate: true).codes == ["150", "226"])
    }
  }

  @Test func hostAndHandshakeNameOneHost() async throws {
    try await Self.with(.explicit, hosts: ["a.example", "b.example"]) { server in
      func certificate(_ host: String?, named name: String?) throws -> [String] {
        var peer = try Peer.connect(to: server)
        if let host { #expect(try peer.send("HOST \(host)") == "220") }
        _ = try peer.send("AUTH TLS")
        return try peer.secure(name: name)?.certificate?.names ?? []
      }
      #expect(try certificate(nil, named: nil) == ["DNS:localhost"])
      #expect(try certificate(nil, named: "a.example") == ["DNS:a.example"])
      #expect(try certificate("b.example", named: nil) == ["DNS:b.example"])
      #expect(try certificate(nil, named: "c.example") == ["DNS:localhost"])

      var peer = try Peer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      try peer.secure(name: "A.example")
      #expect(try peer.send("HOST b.example") == "504" && peer.send("HOST 127.0.0.1") == "504")
      #expect(try peer.send("HOST a.Example") == "220")
      try peer.enter()
      try peer.protect()
      #expect(try peer.retrieve("NLST pub", isPrivate: true).codes == ["150", "226"])

      // HOST agreed on one name, and the handshake uses another.
      var other = try Peer.connect(to: server)
      #expect(try other.send("HOST a.example") == "220")
      _ = try other.send("AUTH TLS")
      try other.secure(name: "b.example")
      #expect(try other.reply().hasPrefix("421 "))
    }
  }

  @Test func aNameMayBeIgnored() async throws {
    try await Self.with(
      .explicit, hosts: ["a.example"], { $0.faults = [try Fault("tls-sni-ignored=b.example")] }
    ) { server in
      var peer = try Peer.connect(to: server)
      _ = try peer.send("AUTH TLS")
      #expect(try peer.secure(name: "a.example")?.certificate?.names == ["DNS:b.example"])
    }
  }
}
