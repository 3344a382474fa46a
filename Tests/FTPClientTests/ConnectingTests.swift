import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("Connecting, and what a server says first", .alsoUnderToyLayer, .endsWhenItHangs)
struct ConnectingTests {
  @Test(arguments: Loopback.allCases)
  func aServerOfEitherFamilyIsReached(loopback: Loopback) async throws {
    try loopback.require()
    try await withMockServer(.testing(addresses: [loopback.any])) { server in
      let client = try await RawFTPClient.connect(to: server.address)
      #expect(await client.greeting?.code == 220)
      #expect(client.peerAddress == server.address)
      #expect(client.localAddress.isIPv6 == (loopback == .ipv6))
      #expect(client.state == .ready)
      #expect(try await client.send("SYST").code == 215)
    }
  }

  @Test func aNameIsLookedUpAndEachAddressTried() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.connect(to: "localhost", port: server.port)
      #expect(client.peerAddress == server.address)
    }
  }

  @Test func aPortWhereNobodyListensRefuses() async throws {
    let port = try SilentPort()
    let silent = SocketAddress.loopbackIPv4(port: port.number)
    let error = await failure { try await RawFTPClient.connect(to: silent) }
    guard case .transport(let cause)? = error else { throw Unexpected(error) }
    #expect(cause.isRefused)
    #expect(error?.description == "cannot connect to \(silent): Connection refused")
    #expect(error?.endsConversation == true)
  }

  @Test func aNameThatDoesNotResolveIsNamed() async throws {
    let error = await failure {
      try await RawFTPClient.connect(to: "nosuch.invalid")
    }
    guard case .transport(let cause)? = error else { throw Unexpected(error) }
    #expect(cause.step == .resolve)
    #expect(error?.description.hasPrefix("cannot resolve nosuch.invalid") == true)
  }

  @Test(arguments: [
    ("", ""), ("22", "; received so far: a line without end: 22"),
    (
      "220-Welcome\r\n220-to\r\n",
      "; received so far: a multi-line reply opened with 220- was not closed; its last line began with 220"
    ),
    ("\u{1B}[2J", "; received so far: a line without end: \\x1b[2J"),
  ])
  func aSilentServerTimesOutAndSaysWhatCame(text: String, told: String) async throws {
    let hasSpoken = Signal(), isOver = Signal()
    try await withPeer { peer in
      try peer.say(text)
      hasSpoken.send()
      try isOver.waitBlocking()
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.connect(
        to: address, { $0.timeouts.greeting = .milliseconds(1) }, awaitingGreeting: false)
      await hasSpoken.wait()
      let error = await failure { try await client.awaitGreeting() }
      guard case .timedOut? = error else { throw Unexpected(error) }
      #expect(error?.description == "no greeting within 1 ms\(told)")
      #expect(client.state == .awaitingGreeting)
      #expect(await client.isConnected)
    }
  }

  @Test func aPreliminaryGreetingIsWaitedOut() async throws {
    try await withPeer { peer in
      try peer.say("120 Ready in a minute.\r\n")
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      #expect(await client.greeting?.code == 220)
      #expect(try await client.send("NOOP").code == 200)
      #expect(client.verdicts.isEmpty)
      expectTranscript(
        of: client,
        """
        S> 120 Ready in a minute.
        S> 220 Ready.
        C> NOOP
        S> 200 OK

        """)
    }
  }

  @Test func aRefusalInsteadOfAGreetingIsReturned() async throws {
    try await withPeer { peer in
      try peer.say("421 Too many users.\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      #expect(await client.greeting?.line == "421 Too many users.")
      #expect(client.state == .closing)
      let error = await failure { try await client.send("NOOP") }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      #expect(client.state == .closed)
    }
  }

  @Test func aServerThatClosesBeforeItGreetsIsReported() async throws {
    try await withPeer { _ in
    } _: { address in
      let error = await failure { try await RawFTPClient.connect(to: address) }
      #expect(error?.description == "the server closed the control connection before its greeting")
    }
  }

  @Test func theCallerCanSpeakFirst() async throws {
    try await withPeer { peer in
      try peer.hear("SYST")
      try peer.say("220 Ready.\r\n215 UNIX\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, awaitingGreeting: false)
      try await client.write(Array("SYST\r\n".utf8))
      #expect(try await client.nextReply().code == 220)
      #expect(try await client.nextReply().code == 215)
      #expect(client.verdicts.map(\.requirement) == ["959:5.4:wait-for-greeting"])
    }
  }
}

/// An error other than the one that a test is about, or none.
struct Unexpected: Error, CustomStringConvertible {
  var description: String
  init(_ error: (any Error)?) { description = error.map { "unexpected: \($0)" } ?? "no error" }
}
