import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPMockServer

@Suite(
  "The mock server under TLS", .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct ServerTLSTests {
  /// A client of a few lines, so that server and client cannot share a mistake.
  struct Peer: ~Copyable {
    var connection: TCPConnection
    let context: TLSContext
    let sessions: TLSSessions
    private var pending: [UInt8] = []

    private init(_ connection: consuming TCPConnection, _ context: TLSContext, _ sessions: TLSSessions) {
      self.connection = connection
      self.context = context
      self.sessions = sessions
    }

    /// Connects and reads the greeting.
    static func connect(to server: MockServer, isImplicit: Bool = false) throws -> Peer {
      var settings = TLSSettings.client
      settings.verifiesPeer = false
      let context = try TLSContext(.client, settings)
      let connection = try TCPConnection.connect(to: server.address, deadline: .test)
      var peer = Peer(connection, context, try TLSSessions())
      if isImplicit { try peer.secure() }
      #expect(try peer.reply() == "220 ftpraw mock server ready.")
      return peer
    }

    mutating func secure() throws {
      try connection.startLayer(context.makeLayer(for: "localhost", resuming: sessions), havingRead: pending)
      pending = []
      try connection.handshake(deadline: .test)
    }

    /// The next line, without its end.
    mutating func reply() throws -> String {
      while true {
        if let end = pending.firstIndex(of: 0x0A) {
          defer { pending.removeSubrange(...end) }
          return String(decoding: pending[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        }
        guard try connection.read(appendingTo: &pending, deadline: .test) > 0 else { return "" }
      }
    }

    /// Sends a line and returns the code that comes.
    mutating func send(_ line: String) throws -> String {
      try connection.write("\(line)\r\n".bytes, deadline: .test)
      return String(try reply().prefix(3))
    }

    /// What a transfer over a passive connection brings, and the codes around it.
    mutating func retrieve(_ command: String, isPrivate: Bool) throws -> (codes: [String], bytes: [UInt8]) {
      try connection.write("EPSV\r\n".bytes, deadline: .test)
      let port = try UInt16(reply().split(separator: "|").dropFirst().first ?? "") ?? 0
      var data = try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .test)
      var codes = [try send(command)]
      guard codes[0] == "150" else { return (codes, []) }
      if isPrivate { try data.startLayer(context.makeLayer(for: "localhost", resuming: sessions)) }
      let bytes = try data.readToEnd()
      codes.append(String(try reply().prefix(3)))
      return (codes, bytes)
    }
  }

  /// Runs a conversation on a thread that may block.
  private static func with(
    _ mode: ServerTLS.Mode, _ body: @escaping @Sendable (MockServer) throws -> Void
  ) async throws {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(mode, .server(try .selfSigned(for: ["localhost"])))
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
      // Clear until PROT says otherwise, and then again.
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
      // STARTTLS injection: the second command must be neither carried out nor answered.
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
      var peer = try Peer.connect(to: server, isImplicit: true)
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
      var peer = try Peer.connect(to: server)
      #expect(try peer.send("FEAT") == "211")
      var lines: [String] = []
      while case let line = try peer.reply(), line.hasPrefix(" ") { lines.append(line) }
      #expect(Set(lines).isSuperset(of: [" AUTH TLS", " CCC", " PBSZ", " PROT"]))
    }
  }

  /// HELP names what protects connections where there is TLS, and explains it.
  @Test(arguments: [true, false]) func helpNamesThem(hasTLS: Bool) async throws {
    var configuration = MockServer.Configuration()
    if hasTLS {
      configuration.tls = try ServerTLS(.explicit, .server(.selfSigned(for: ["localhost"])))
    }
    try await withMockServer(configuration) { server in
      var peer = try Peer.connect(to: server)
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
      var peer = try Peer.connect(to: server)
      #expect(try peer.send("AUTH TLS") == "234")
      // An alert may come, then the end.
      try peer.connection.write("NOOP\r\nNOOP\r\n".bytes, deadline: .test)
      _ = try? peer.connection.readToEnd()
      #expect(server.receivedCommands.map(\.verb) == [Verb.auth])
    }
  }
}
