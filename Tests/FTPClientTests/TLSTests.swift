import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing

@testable import FTPClient
@testable import FTPMockServer

@Suite(
  "The client under TLS", .queueing, .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct TLSTests {
  /// A server under TLS, and a file with the certificate that a client must trust.
  private func withServer(
    _ mode: ServerTLS.Mode, names: [String] = ["127.0.0.1"], from start: Int = -3_600, to end: Int = 86_400,
    _ change: (inout TLSSettings) -> Void = { _ in },
    _ body: (MockServer, RawFTPClient.Configuration) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder("ftpraw-tls-")
    let identity = try TLSIdentity.selfSigned(for: names, from: start, to: end)
    let file = try LocalFile.create("\(folder.path)/ca.pem")
    try file.write(Array(try #require(identity.pem).utf8))
    try file.close()
    var settings = TLSSettings.server(identity)
    change(&settings)
    var configuration = MockServer.Configuration.testing()
    configuration.tls = try ServerTLS(mode, settings)
    var client = RawFTPClient.Configuration()
    client.timeouts = Timeouts(each: .patience)
    client.tls.authorities = "\(folder.path)/ca.pem"
    client.tls.isImplicit = mode == .implicit
    try await withMockServer(configuration) { server in try await body(server, client) }
  }

  /// A client that is logged in, with protected data.
  private func open(
    _ server: MockServer, _ configuration: RawFTPClient.Configuration
  ) async throws -> RawFTPClient {
    let client = try await RawFTPClient.connect(
      to: "127.0.0.1", port: server.port, configuration: configuration)
    if !configuration.tls.isImplicit { try await client.secure() }
    #expect(client.isSecured)
    try await client.login("tester", password: "opensesame")
    try await client.protect(.private)
    try await client.send("TYPE I", expecting: 200)
    return client
  }

  /// If no certificate is verified, the other end of a data connection may be anyone: another certificate is mentioned.
  @Test(arguments: [nil, "tls-data-certificate"])
  func anotherCertificateForDataIsMentioned(fault: String?) async throws {
    var served = MockServer.Configuration.testing()
    served.tls = try ServerTLS(.explicit)
    served.faults = try fault.map { [try Fault($0)] } ?? []
    try await withMockServer(served) { server in
      var configuration = RawFTPClient.Configuration()
      configuration.timeouts = Timeouts(each: .patience)
      configuration.tls.isInsecure = true
      let client = try await open(server, configuration)
      _ = try await client.passive(.epsv, "NLST").readToEnd()
      let text = client.transcript.description
      #expect(
        text.contains("; the certificate is not that of the control connection: /CN=") == (fault != nil),
        "\(text)")
    }
  }

  @Test(arguments: ServerTLS.Mode.allCases, [ClientTLS.Version.tls12, .tls13])
  func everyWayOfTransfer(mode: ServerTLS.Mode, version: ClientTLS.Version) async throws {
    let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
    try await withServer(mode) { server, configuration in
      var configuration = configuration
      configuration.tls.maximumVersion = version
      let client = try await open(server, configuration)
      for form in [AddressForm.epsv, .pasv] {
        let upload = try await client.passive(form, "STOR incoming/\(form)")
        try await upload.write(bytes)
        try await upload.finish()
        let download = try await client.active(.eprt, "RETR incoming/\(form)")
        #expect(try await download.readToEnd() == bytes)
        try await download.finish()
        let empty = try await client.active(.port, "STOR incoming/empty")
        try await empty.finish()
        let listing = try await client.passive(form, "NLST incoming")
        #expect(try await listing.readToEnd().count > 10)
        try await listing.finish()
      }
      #expect(server.tree.contains("incoming/empty"))
      let transcript = client.transcript.description
      #expect(transcript.contains("-- tls control established\n-- TLSv\(version.rawValue) "))
      // The data connections resume the session of the control connection.
      #expect(
        transcript.components(separatedBy: ", resumed\n").count == 1 + 8,
        "\(transcript.split(separator: "\n").filter { !$0.hasPrefix("D") })")
      #expect(client.verdicts.isEmpty, "\(client.verdicts)")
      #expect(!transcript.contains("opensesame"))
    }
  }

  @Test func eachCommandDoesWhatItSays() async throws {
    try await withServer(.explicit) { server, configuration in
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: configuration)
      #expect(try await client.send("AUTH TLS").code == 234)
      #expect(client.isSecured)
      try await client.login("tester", password: "opensesame")
      // The data are in the clear until PROT P, and again after PROT C.
      for level in ["C", "P", "C"] {
        if level == "P" { try await client.send("PBSZ 0", expecting: 200) }
        if level == "C", client.judge.protection.hasBufferSize { try await client.protect(.clear) }
        if level == "P" { try await client.send("PROT P", expecting: 200) }
        let listing = try await client.passive(.epsv, "NLST")
        #expect(try await !listing.readToEnd().isEmpty)
        try await listing.finish()
      }
      #expect(client.transcript.description.components(separatedBy: "-- tls data established").count == 2)
      try await client.clearControl()
      #expect(!client.isSecured)
      try await client.send("NOOP", expecting: 200)
      // After CCC, AUTH is not possible; after REIN, everything starts from the beginning.
      try await client.send("REIN", expecting: 220)
      try await client.secure()
      try await client.send("REIN", expecting: 220)
      #expect(!client.isSecured)
      try await client.send("NOOP", expecting: 200)
    }
  }

  @Test func abortingLeavesTheClientInStep() async throws {
    try await withServer(.explicit) { server, configuration in
      let client = try await open(server, configuration)
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      _ = try await download.read()
      let (cut, abor) = try await download.abort()
      #expect(cut?.code == 426 && abor?.code == 226)
      try await client.send("NOOP", expecting: 200)
      let waiting = Task { try await client.passive(.epsv, "RETR pub/64MiB.bin").readToEnd() }
      waiting.cancel()
      _ = await waiting.result
      try await client.send("NOOP", expecting: 200)
    }
  }

  /// What is wrong with the server, and what the client reports.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var names = ["127.0.0.1"]
    var from = -3_600
    var to = 86_400
    var trusts = true
    var change: @Sendable (inout TLSSettings, inout ClientTLS) -> Void = { _, _ in }
    let text: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Refusal(
      names: ["ftp.example.net"], text: "IP address mismatch (/CN=ftp.example.net, for DNS:ftp.example.net,"),
    Refusal(from: -7_200, to: -3_600, text: "certificate has expired ("),
    Refusal(from: 3_600, to: 7_200, text: "certificate is not yet valid ("),
    Refusal(trusts: false, text: "self-signed certificate (/CN=127.0.0.1"),
    Refusal(
      change: { $1.serverName = "other.example" }, text: "rejected for other.example: hostname mismatch"),
    Refusal(
      change: {
        $0.minimum = .tls13; $1.maximumVersion = .tls12
      }, text: "protocol version"),
  ])
  func whatIsRefused(refusal: Refusal) async throws {
    var asked = ClientTLS()
    try await withServer(
      .explicit, names: refusal.names, from: refusal.from, to: refusal.to, { refusal.change(&$0, &asked) }
    ) { server, configuration in
      var configuration = configuration
      let authorities = configuration.tls.authorities
      configuration.tls = asked
      configuration.tls.authorities = refusal.trusts ? authorities : nil
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: configuration)
      let error = await failure { try await client.secure() }
      guard case .transport(let cause)? = error else { throw Unexpected(error) }
      #expect(
        cause.step == .handshake && cause.description.lowercased().contains(refusal.text.lowercased()),
        "\(cause)")
      #expect(await !client.isConnected)
      #expect(client.transcript.description.contains("-- tls control failed"))
    }
  }

  @Test func anyCertificateWillDoOnRequest() async throws {
    try await withServer(.implicit, names: ["x"], from: -7_200, to: -3_600) { server, configuration in
      var configuration = configuration
      configuration.tls.isInsecure = true
      configuration.tls.authorities = nil
      let client = try await open(server, configuration)
      try await client.send("NOOP", expecting: 200)
    }
  }

  @Test func whatCannotBeReadIsToldBeforeAnythingIsSent() async throws {
    try await withServer(.explicit) { server, configuration in
      var configuration = configuration
      configuration.tls.authorities = "/dev/null/none.pem"
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: configuration)
      guard case .tlsUnavailable(let reason)? = await failure(of: { try await client.secure() }) else {
        throw Peer.Surprise(description: "no such failure")
      }
      #expect(reason.hasPrefix("cannot read the certificates in '/dev/null/none.pem'"))
      #expect(server.receivedCommands.isEmpty)
      try await client.send("NOOP", expecting: 200)
    }
  }

  /// Servers that answer 234 but do not begin TLS: what they send next, and what the client reports.
  @Test(arguments: [
    ("234 Now.\r\n200 Not at all.\r\n", "closed the connection"), ("234 Now.\r\n", "closed the connection"),
    ("234 Now.\r\n|200 Hello, hello.\r\n", "TLS: "),
    ("234 Now.\r\n|\u{16}\u{3}\u{3}", "closed the connection"),
  ])
  func aServerThatDoesNotKeepItsWord(said: String, text: String) async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("AUTH TLS")
      let parts = said.split(separator: "|")
      try peer.say(String(parts[0]))
      if parts.count > 1 {
        // Waits until the client has begun its handshake.
        _ = try peer.hearSegment()
        try peer.say(String(parts[1]))
      }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure { try await client.secure() }
      #expect(
        error?.endsConversation == true && "\(Unexpected(error))".contains(text), "\(Unexpected(error))")
      #expect(await !client.isConnected)
    }
  }

  @Test func aServerThatIsSilentAfterItsReply() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("AUTH TLS", "234 Now.")
      _ = try? peer.hearEnd()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address) { $0.timeouts.connect = .milliseconds(200) }
      guard case .transport(let cause)? = await failure(of: { try await client.secure() }) else {
        throw Peer.Surprise(description: "no such failure")
      }
      #expect(cause.step == .handshake && cause.isTimeout)
    }
  }

  /// Answers AUTH in clear and the command after the handshake, and then closes, or waits for the client to do so.
  private static func serve(
    _ listener: borrowing TCPListener, under layer: consuming some RecordLayer, _ clear: String,
    _ reply: String, closes: Bool = false
  ) throws {
    var server = try listener.accept(deadline: .test)
    try server.write(Array("220 Ready.\r\n".utf8), deadline: .test)
    var heard: [UInt8] = []
    while !heard.contains(0x0A) { _ = try server.read(appendingTo: &heard, deadline: .test) }
    try server.write(Array(clear.utf8), deadline: .test)
    try server.startLayer(layer)
    try server.handshake(deadline: .test)
    heard = []
    while !heard.contains(0x0A) { _ = try server.read(appendingTo: &heard, deadline: .test) }
    try server.write(Array(reply.utf8), deadline: .test)
    if closes { try server.shutdownWrite() }
    while try server.read(appendingTo: &heard, deadline: .test) > 0 {}
  }

  /// Many servers omit the alert after their 221.
  @Test func aControlConnectionThatEndsWithoutAnAlertIsClosedByTheServer() async throws {
    let context = try TLSContext(.server, .server(.selfSigned(for: ["127.0.0.1"])))
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let served: Void = BlockingThread.run {
      try Self.serve(
        listener, under: Abrupt(layer: context.makeLayer()), "234 Now.\r\n", "221 Goodbye.\r\n", closes: true)
    }
    let client = try await RawFTPClient.connect(to: address) { $0.tls.isInsecure = true }
    try await client.secure()
    #expect(try await client.send("QUIT").code == 221)
    guard case .closedByServer? = await failure(of: { try await client.nextReply() }) else {
      throw Peer.Surprise(description: "no such failure")
    }
    #expect(
      client.transcript.description.contains(
        "-- the control connection has ended without a close alert of TLS"))
    client.close()
    _ = try? await served
  }

  @Test func whatComesInClearBeforeTheHandshakeIsDropped() async throws {
    let context = try TLSContext(.server, .server(.selfSigned(for: ["127.0.0.1"])))
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let served: Void = BlockingThread.run {
      try Self.serve(
        listener, under: context.makeLayer(), "234 Now.\r\n230 You are in.\r\n", "331 Password?\r\n")
    }
    let client = try await RawFTPClient.connect(to: address) { $0.tls.isInsecure = true }
    try await client.secure()
    #expect(try await client.send("USER x").code == 331)
    #expect(
      client.transcript.description.contains(
        "-- 17 bytes that came in clear after the reply to AUTH are dropped"), "\(client.transcript)")
    #expect(await client.untakenReplies.isEmpty)
    client.close()
    _ = try? await served
  }

  /// TLS without a close alert, as when a connection breaks in the middle.
  private struct Abrupt: RecordLayer {
    var layer: TLSLayer
    var isEstablished: Bool { layer.isEstablished }
    var hasPeerClosed: Bool { layer.hasPeerClosed }
    mutating func begin(_ output: inout [UInt8]) { layer.begin(&output) }
    mutating func open(
      _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
    ) throws(RecordLayerError) -> Int { try layer.open(bytes, into: &plain, answering: &output) }
    mutating func seal(_ bytes: Span<UInt8>, into output: inout [UInt8]) throws(RecordLayerError) -> Int {
      try layer.seal(bytes, into: &output)
    }
    mutating func close(_ output: inout [UInt8]) {}
  }

  @Test(arguments: [false, true])
  func aCutDownloadIsNotWhole(isCut: Bool) async throws {
    let context = try TLSContext(.server, .server(.selfSigned(for: ["127.0.0.1"])))
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      // Only the data connection is protected, which users can request by hand.
      let listener = try peer.answerPASV()
      var data = try listener.accept(deadline: peer.deadline)
      try peer.answer("RETR x", "150 Opening.")
      if isCut {
        try data.startLayer(Abrupt(layer: context.makeLayer()))
      } else {
        try data.startLayer(context.makeLayer())
      }
      try data.write(Array("half".utf8), deadline: peer.deadline)
      try data.shutdownWrite()
      try peer.say("226 Done.\r\n")
      _ = try? peer.hearEnd()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address) { $0.tls.isInsecure = true }
      await client.pretendProtectedData()
      let download = try await client.passive(.pasv, "RETR x")
      if isCut {
        guard case .transport(let cause)? = await failure(of: { try await download.readToEnd() }) else {
          throw Peer.Surprise(description: "no such failure")
        }
        #expect(cause.cause == .truncated)
        #expect(!download.endedAtEndOfFile)
        #expect(await failure { try await download.finish() } != nil)
        #expect(
          client.transcript.description.contains(
            "-- the data connection has ended without a close alert of TLS"))
      } else {
        #expect(try await download.readToEnd() == Array("half".utf8))
        try await download.finish()
        #expect(client.transcript.description.contains("-- tls data ended"))
      }
    }
  }
}

extension RawFTPClient {
  /// Records what a handshake, PBSZ and PROT P would.
  fileprivate func pretendProtectedData() {
    recorder.tls(nil, .established)
    for command in ["PBSZ 0\r\n", "PROT P\r\n"] {
      recorder.commandBytes(Array(command.utf8))
      _ = recorder.answeredCommand(by: Reply(200, "Fine."), cuts: [])
    }
  }
}
