import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPClient

@Suite("ABOR stops a transfer and leaves the conversation in step", .alsoUnderToyLayer, .endsWhenItHangs)
struct AbortTests {
  /// How the server answers ABOR in the middle of a transfer, and what the client makes of it.
  struct Answer: Sendable, CustomTestStringConvertible {
    var said: String
    var cut: ReplyCode?
    var abor: ReplyCode?
    var verdicts: [RequirementID] = []

    var testDescription: String { said.isEmpty ? "nothing" : said }
  }

  static let answers = [
    Answer(said: "426 Cut.\r\n226 Aborted.\r\n", cut: 426, abor: 226),
    Answer(said: "426 Cut.\r\n225 Aborted.\r\n", cut: 426, abor: 225),
    Answer(said: "226 Was complete.\r\n226 Aborted.\r\n", cut: 226, abor: 226),
    Answer(said: "451 Cut.\r\n226 Aborted.\r\n", cut: 451, abor: 226),
    Answer(
      said: "150 Again.\r\n426 Cut.\r\n226 Aborted.\r\n", cut: 426, abor: 226,
      verdicts: ["959:4.2:one-preliminary"]),
    Answer(said: "426 Cut.\r\n", cut: 426, abor: nil, verdicts: ["959:4.1.3:abor-426-226"]),
    Answer(said: "225 Aborted.\r\n", cut: nil, abor: 225, verdicts: ["959:4.1.3:abor-426-226"]),
    Answer(said: "426 Cut.\r\n502 Unknown.\r\n", cut: 426, abor: 502),
    Answer(said: "502 Unknown.\r\n426 Lost the connection.\r\n", cut: 426, abor: 502),
    Answer(said: "500 Unknown.\r\n226 Complete.\r\n", cut: 226, abor: 500),
    Answer(
      said: "", cut: nil, abor: nil, verdicts: ["959:4.2:every-command-answered", "959:4.1.3:abor-426-226"]),
  ]

  @Test(arguments: answers)
  func whateverTheServerSaysTheNextReplyIsItsOwn(answer: Answer) async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("a part".utf8))
      try peer.hear("ABOR")
      data.close()
      try peer.say(answer.said)
      try peer.answer("NOOP", "200 In step.")
    } _: { address in
      let isComplete = answer.cut != nil && answer.abor != nil
      let client = try await RawFTPClient.admitted(
        to: address, { $0.timeouts.abort = isComplete ? .patience : .milliseconds(200) })
      let download = try await client.passive(.pasv, "RETR x")
      #expect(try await !download.read().isEmpty)
      let (cut, abor) = try await client.abort(download, signal: .plain)
      #expect(cut?.code == answer.cut)
      #expect(abor?.code == answer.abor)
      #expect(await !download.isOpen)
      #expect(try await client.send("NOOP").line == "200 In step.")
      #expect(await client.untakenReplies.isEmpty)
      #expect(client.verdicts.map(\.requirement) == answer.verdicts)
      if let code = answer.cut ?? answer.abor { #expect(try await download.end().code == code) }
    }
  }

  @Test func repliesThatComeAfterTheyWereGivenUpAreStrays() async throws {
    let isLate = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try peer.hear("ABOR")
      data.close()
      try isLate.waitBlocking()
      try peer.say("426 Cut.\r\n")
      try peer.say("226 Aborted.\r\n")
      try peer.answer("SYST", "215 In step.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address, { $0.timeouts.abort = .milliseconds(1) })
      let download = try await client.passive(.pasv, "RETR x")
      let (cut, abor) = try await client.abort(download, signal: .plain)
      #expect(cut == nil && abor == nil)
      isLate.send()
      #expect(try await client.nextReply().code == 426)
      #expect(try await client.nextReply().code == 226)
      #expect(try await client.send("SYST").code == 215)
    }
  }

  @Test func theSynchIsUrgentOnTheWire() async throws {
    try await withPeer { peer in
      peer.control.setUrgentInline(true)
      try peer.say("220 Ready.\r\n")
      var before: [UInt8] = []
      while !peer.control.isAtUrgentMark { before += try peer.hearSegment() }
      guard before == [0xFF, 0xF4, 0xFF] else {
        throw Peer.Surprise(description: "before the mark: \(before)")
      }
      var after: [UInt8] = []
      while after.last != 0x0A { after += try peer.hearSegment() }
      guard after == [0xF2] + Array("ABOR\r\n".utf8) else {
        throw Peer.Surprise(description: "from the mark on: \(after)")
      }
      try peer.say("225 Nothing to abort.\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let (cut, abor) = try await client.abort()
      #expect(cut == nil)
      #expect(abor?.code == 225)
      #expect(client.verdicts.isEmpty)
      expectTranscript(
        of: client,
        """
        S> 220 Ready.
        C> \\xff\\xf4\\xff\\xf2ABOR
        S> 225 Nothing to abort.

        """)
    }
  }

  @Test(arguments: AbortSignal.allCases)
  func aLargeDownloadIsCut(signal: AbortSignal) async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      #expect(try await !download.read().isEmpty)
      let (cut, abor) = try await client.abort(download, signal: signal)
      #expect(cut?.code == 426)
      #expect(abor?.code == 226)
      #expect(try await client.send("NOOP").code == 200)
      #expect(client.verdicts.isEmpty)
      #expect(client.state == .loggedIn)
      #expect(client.counters.downloaded < 64 << 20)
    }
  }

  @Test func anUploadIsCut() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let upload = try await client.active(.port, "STOR part")
      try await upload.write(Array("some".utf8))
      let (cut, abor) = try await upload.abort()
      #expect(cut?.code == 426 || cut?.code == 226)
      #expect(abor?.code == 226)
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func anIdleServerAnswersAtOnce() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let (cut, abor) = try await client.abort()
      #expect(cut == nil)
      #expect(abor?.code == 226)
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func aReadInProgressEndsAndOneInLineDoesNotBegin() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("first".utf8))
      try peer.hear("ABOR")
      try peer.say("426 Cut.\r\n226 Aborted.\r\n")
      try isOver.waitBlocking()
      data.close()
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      let hasFirst = Signal()
      let reading = Task {
        await failure { try await download.forEachPiece { _ in hasFirst.send() } }
      }
      await hasFirst.wait()
      let (cut, abor) = try await client.abort(download, signal: .plain)
      #expect(cut?.code == 426 && abor?.code == 226)
      guard case .transferAborted? = await reading.value else { throw Unexpected(await reading.value) }
      let later = await failure { try await download.readToEnd() }
      guard case .transferAborted? = later else { throw Unexpected(later) }
      isOver.send()
    }
  }

  @Test func anInterruptIsNotLostBetweenTwoReads() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try isOver.waitBlocking()
      data.close()
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      download.interrupt()
      let error = await failure { try await download.readToEnd() }
      guard case .transferAborted? = error else { throw Unexpected(error) }
      isOver.send()
    }
  }
}
