import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@Suite("The state follows the replies", .alsoUnderToyLayer, .endsWhenItHangs)
struct StateTests {
  /// What is sent, the reply, and the state afterwards.
  static let steps: [(command: String, reply: String, state: ConnectionState)] = [
    ("NOOP", "530 Log in.", .ready), ("USER joe", "331 Password?", .awaitingPassword),
    ("PASS x", "530 No.", .refused), ("USER joe", "331 Password?", .awaitingPassword),
    ("PASS y", "332 Account?", .awaitingAccount), ("ACCT z", "230 In.", .loggedIn),
    ("TYPE I", "200 Binary.", .loggedIn), ("PASV", "227 (127,0,0,1,4,0)", .dataAnnounced),
    ("RETR x", "150 Opening.", .transferring), ("STAT", "213 Half.", .transferring),
    ("REST 5", "350 At 5.", .loggedIn), ("RNFR a", "350 To?", .loggedIn), ("QUIT", "221 Bye.", .closing),
  ]

  @Test func eachReplyLeadsWhereTheDiagramSays() async throws {
    let steps = Self.steps
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for step in steps {
        // The transfer ends just before the reply to the next command.
        try peer.answer(step.command, (step.command == "REST 5" ? "425 No.\r\n" : "") + step.reply)
      }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, awaitingGreeting: false)
      #expect(client.state == .awaitingGreeting)
      try await client.awaitGreeting()
      #expect(client.state == .ready)
      for step in steps {
        try await client.send(step.command)
        #expect(client.state == step.state, "\(step.command)")
        if step.command == "TYPE I" { #expect(client.judge.parameters.type == .image) }
        if step.command == "REST 5" { #expect(client.judge.restartOffset == 5) }
        if step.command == "RNFR a" { #expect(client.judge.pendingRename == Array("a".utf8)) }
      }
      #expect(try await client.nextReply().code == 425)
      let error = await failure { try await client.nextReply() }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      #expect(client.state == .closed)
    }
  }

  @Test func closingTwiceHasNoFurtherEffect() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      _ = try peer.hearEnd()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      client.close()
      client.close()
      client.reset()
      #expect(client.state == .closed)
      #expect(client.transcript.events.count { $0.content == .mark(.controlClosed(.byClient)) } == 1)
    }
  }

  @Test func aResetIsOneForTheServer() async throws {
    let (isHeard, isReset) = (Signal(), Signal())
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("NOOP")
      isHeard.send()
      try isReset.waitBlocking()
      let end = Result { try peer.hearEnd() }
      guard case .failure = end else { throw Peer.Surprise(description: "an orderly end") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.write(Array("NOOP\r\n".utf8))
      // A reset would discard what the peer has not read.
      await isHeard.wait()
      client.reset()
      isReset.send()
      #expect(client.state == .closed)
      #expect(await !client.isConnected)
    }
  }
}
