import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite(
  "A transcript is the conversation in vector notation, without its secrets", .alsoUnderToyLayer,
  .endsWhenItHangs)
struct TranscriptTests {
  @Test func aWholeConversation() async throws {
    try await withPeer { peer in
      try peer.say("220-Welcome.\r\n220 Ready.\r\n")
      try peer.answer("USER joe", "331 Password?")
      try peer.answer("PASS opensesame", "230 In.")
      let listener = try peer.answerPASV()
      let down = try listener.acceptData(as: .server)
      try peer.answer("RETR notes", "150 Opening.")
      try down.write(Array("line one\r\nna\u{EF}ve\r\n\tthe end ".utf8))
      down.close()
      try peer.say("226 Done.\r\n")
      try peer.answer("RNTO nowhere", "503 RNFR first.")
      let target = try peer.answerPORT()
      let up = try TCPConnection.connectData(to: target, as: .server)
      try peer.answer("STOR copy", "150 Go on.")
      var bytes: [UInt8] = []
      while try up.read(appendingTo: &bytes, deadline: .test) > 0 {}
      try peer.say("226 Have \(bytes.count).\r\n")
      try peer.answer("QUIT", "221 Bye \u{1B}[2J.")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.login("joe", password: "opensesame")
      let download = try await client.passive(.pasv, "RETR notes")
      _ = try await download.readToEnd()
      try await download.finish()
      try await client.send("RNTO nowhere")
      let upload = try await client.active(.port, "STOR copy")
      try await upload.write(Array("one\r\ntwo".utf8))
      try await upload.finish()
      try await client.send("QUIT")
      client.close()
      let active = upload.localAddress
      let numbers = "127,0,0,1,\(active.port >> 8),\(active.port & 255)"
      expectTranscript(
        of: client,
        """
        S> 220-Welcome.
        S> 220 Ready.
        C> USER joe
        S> 331 Password?
        C> PASS ****
        S> 230 In.
        C> PASV
        S> 227 \(Peer.text(download.peerAddress))
        C> RETR notes
        S> 150 Opening.
        -- open data to \(download.peerAddress)
        D> line one\\r\\n
        D> na\\xc3\\xafve\\r\\n
        D> \\tthe end\\x20
        -- close data (27 bytes, end of file)
        S> 226 Done.
        C> RNTO nowhere
        !! 959:4.1.3:rnto-after-rnfr client: expected RNFR before RNTO; received RNTO alone
        S> 503 RNFR first.
        C> PORT \(numbers)
        S> 200 Fine.
        C> STOR copy
        S> 150 Go on.
        -- open data from \(upload.peerAddress)
        D< one\\r\\n
        D< two
        -- close data (8 bytes, closed by the client)
        S> 226 Have 8.
        C> QUIT
        S> 221 Bye \\x1b[2J.

        """)
    }
  }

  @Test func secretsAreGoneInEveryForm() async throws {
    let secrets = ["hunter2", "billing", "AAAAnegotiation=="]
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("USER joe", "331 Password?")
      try peer.answer("pass hunter2", "332-Your password hunter2 is known.\r\n332 hunter2? Account!")
      try peer.answer("ACCT billing", "530 No billing for hunter2.")
      try peer.answer("ADAT AAAAnegotiation==", "501 AAAAnegotiation== means nothing.")
      try peer.answer("SITE WHO", "200 OK")
    } _: { address in
      let seen = Segments()
      let client = try await RawFTPClient.connect(
        to: address, { $0.observer = { seen.append(Array("\($0)".utf8)) } })
      try await client.send("USER joe")
      // The caller gets the reply unchanged; only the recording is without the secret.
      #expect(try await client.send("pass hunter2").text.contains("hunter2"))
      try await client.send("ACCT billing")
      try await client.send("ADAT AAAAnegotiation==")
      try await client.send("SITE WHO")
      let text = client.transcript.description
      #expect(
        text.hasPrefix(
          """
          S> 220 Ready.
          C> USER joe
          S> 331 Password?
          C> pass ****
          S> 332-Your password **** is known.
          S> 332 ****? Account!
          C> ACCT ****
          S> 530 No **** for
          """))
      let kept =
        [text, "\(client.transcript.events)", client.transcript.events.map(\.json.text).joined()]
        + client.verdicts.map(\.description) + seen.all.map { String(decoding: $0, as: UTF8.self) }
      for secret in secrets { #expect(!kept.contains { $0.contains(secret) }, "\(secret)") }
    }
  }

  @Test func aSecretThatWasPipelinedIsHiddenInItsEcho() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("USER joe")
      try peer.hear("PASS hunter2")
      try peer.say("331 Password?\r\n530 Not hunter2.\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.write(Array("USER joe\r\nPASS hun".utf8), Array("ter2\r\n".utf8))
      #expect(try await client.nextReply().code == 331)
      #expect(try await client.nextReply().text == "Not hunter2.")
      expectTranscript(
        of: client,
        """
        S> 220 Ready.
        C> USER joe
        C> PASS ****
        S> 331 Password?
        S> 530 Not ****.

        """)
    }
  }

  @Test func bytesThatNeverBecameAReplyAreShown() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 OK")
      try peer.hear("SYST")
      try peer.say("215-first\r\n\u{1B}[2J")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.send("NOOP")
      _ = await failure { try await client.send("SYST") }
      #expect(
        client.transcript.description.hasPrefix(
          """
          S> 220 Ready.
          C> NOOP
          S> 200 OK
          C> SYST
          S> 215-first
          S> \\x1b[2J\\
          !! 
          """))
    }
  }

  @Test func segmentsAreShownOnRequest() async throws {
    let isRead = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SYST")
      try peer.say("215 UN")
      try isRead.waitBlocking()
      try peer.say("IX\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, { $0.timeouts.reply = .milliseconds(200) })
      try await client.write(Array("SY".utf8), Array("ST\r\n".utf8))
      var rows = ""
      while (try? await client.nextReply()) == nil { isRead.send() }
      var options = TranscriptPrinter.Options()
      options.isVerbose = true
      var printer = TranscriptPrinter(options: options)
      for event in client.transcript.events {
        rows += printer.rows(for: event).map { $0.text + "\n" }.joined()
      }
      #expect(rows.contains("C> SY\\|ST\n"))
      #expect(rows.contains("S> 215 UN\\|IX\n=> 215 simple success"))
    }
  }

  @Test func limitsBoundWhatIsKeptAndNotWhatIsDone() async throws {
    try await withMockServer(.testing()) { server in
      var limits = RecordingLimits(dataBytes: 100, events: 40, totalBytes: 100_000)
      let client = try await RawFTPClient.loggedIn(server, { $0.recordingLimits = limits })
      try await client.send("TYPE I")
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      #expect(try await download.forEachPiece { _ in } == 64 << 20)
      try await download.finish().expect(226)
      #expect(client.counters.downloaded == 64 << 20)
      let kept = client.transcript.events.reduce(0) { $0 + ($1.content.dataCount ?? 0) }
      #expect(kept == 100)
      #expect(
        client.transcript.description.contains("-- close data (67108864 bytes, first 100 shown, end of file)")
      )
      for _ in 0..<40 { try await client.send("NOOP") }
      #expect(client.transcript.events.count == 40)
      #expect(client.transcript.omittedEvents > 40)
      #expect(client.transcript.description.hasSuffix(" later events were not kept\n"))
      limits = RecordingLimits(totalBytes: 200)
      let small = try await RawFTPClient.loggedIn(server, { $0.recordingLimits = limits })
      for _ in 0..<50 { try await small.send("NOOP") }
      #expect(small.transcript.description.utf8.count < 300)
      #expect(small.state == .loggedIn)
    }
  }
}

extension ConversationEvent.Content {
  /// The number of bytes kept of a piece of data.
  fileprivate var dataCount: Int? {
    guard case .data(_, _, let bytes, _) = self else { return nil }
    return bytes.count
  }
}
