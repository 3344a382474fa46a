import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("A record layer begins and ends in the middle of a connection")
struct LayerEndTests {
  @Test("A close alert is the end; an end without one is an error")
  func truncation() throws {
    var ends = try RawEnd()
    try ends.establish()
    try ends.raw.write(ToyLayer.record(.data, "all") + ToyLayer.record(.alert, "BYE"))
    try ends.raw.shutdownWrite()
    #expect(try ends.layered.readToEnd() == "all".bytes)

    var cut = try RawEnd()
    try cut.establish()
    try cut.raw.write(ToyLayer.record(.data, "all"))
    try cut.raw.shutdownWrite()
    #expect(try cut.layered.readBytes(3) == "all".bytes)
    var buffer: [UInt8] = [0]
    let error = #expect(throws: TransportError.self) {
      try cut.layered.read(into: &buffer, deadline: .test)
    }
    #expect(error?.cause == .truncated && error?.isPeerGone == true)
  }

  @Test("A close sends the alert, a reset does not", arguments: [false, true])
  func closing(byReset: Bool) throws {
    var ends = try RawEnd()
    try ends.establish()
    let raw = ends.closeLayered(byReset: byReset)
    if byReset {
      #expect(cause { _ = try raw.readToEnd() } == .system(.connectionReset))
    } else {
      #expect(try raw.readToEnd() == ToyLayer.record(.alert, "BYE"))
    }
  }

  @Test("A half-close sends the alert, and the other direction continues")
  func halfClose() throws {
    var ends = try RawEnd()
    try ends.establish()
    try ends.layered.shutdownWrite()
    #expect(try ends.raw.readToEnd() == ToyLayer.record(.alert, "BYE"))
    try ends.raw.write(ToyLayer.record(.data, "more"))
    #expect(try ends.layered.readBytes(4) == "more".bytes)
    #expect(cause { try ends.layered.write([1], deadline: .test) } == .system(.brokenPipe))
  }

  @Test("A shutdown of both directions sends the alert, and readers see an end in order")
  func bothDirections() throws {
    var ends = try RawEnd()
    try ends.establish()
    ends.layered.shutdownBoth()
    #expect(try ends.raw.readToEnd() == ToyLayer.record(.alert, "BYE"))
    #expect(try ends.layered.readToEnd() == [])
  }

  @Test("A probe sees the alert once it is read, whatever follows")
  func probe() throws {
    var ends = try RawEnd()
    let probe = ends.layered.makeCloseProbe()
    try ends.establish()
    #expect(!probe.peerHasClosed)
    try ends.raw.write(ToyLayer.record(.alert, "BYE"))
    _ = try ends.layered.wait(for: .readable, deadline: .test)
    #expect(probe.peerHasClosed)
  }

  @Test(
    "After the layer, the connection continues in clear text, with bytes that came in the same segment as the alert"
  )
  func switchOff() throws {
    var ends = try RawEnd()
    try ends.establish()
    try ends.raw.write(
      ToyLayer.record(.data, "last ") + ToyLayer.record(.alert, "BYE") + "220 clear\r\n".bytes)
    try ends.layered.endLayer(deadline: .test)
    #expect(try ends.raw.readBytes(6) == ToyLayer.record(.alert, "BYE"))
    #expect(ends.layered.ready(for: .readable) == .readable)
    #expect(try ends.layered.readBytes(16) == "last 220 clear\r\n".bytes)
    try ends.layered.write("NOOP\r\n".bytes)
    #expect(try ends.raw.readBytes(6) == "NOOP\r\n".bytes)
    // An end in the clear needs no alert.
    try ends.raw.shutdownWrite()
    #expect(try ends.layered.readToEnd() == [])
  }

  @Test("On, off and on again: what follows the alert belongs to the next layer", arguments: 0..<8)
  func onAgain(_ seed: UInt64) throws {
    var ends = try RawEnd()
    try ends.establish(seed: seed)
    try ends.raw.write(ToyLayer.record(.alert, "BYE") + RawEnd.handshake.prefix(5))
    try ends.layered.endLayer(deadline: .test)
    try ends.layered.startLayer(ToyLayer(.server, seed: seed))
    try ends.raw.write(RawEnd.handshake.dropFirst(5) + ToyLayer.record(.data, "again"))
    try ends.layered.handshake(deadline: .test)
    #expect(try ends.layered.readBytes(5) == "again".bytes)
  }

  @Test("A second layer on top of one is refused, and the first stays")
  func twice() throws {
    var pair = try LayerPair()
    #expect(throws: TransportError.self) { try pair.client.startLayer(ToyLayer(.client, seed: 2)) }
    try pair.client.write("still".bytes)
    #expect(try pair.server.readBytes(5) == "still".bytes)
  }

  @Test("The end of a layer has a deadline, and a peer that leaves without its alert is an error")
  func endWithoutAlert() throws {
    var ends = try RawEnd()
    try ends.establish()
    let short = Duration.milliseconds(20)
    let error = #expect(throws: TransportError.self) { try ends.layered.endLayer(deadline: .after(short)) }
    #expect(error?.step == .clear && error?.isTimeout == true)
    try ends.raw.shutdownWrite()
    #expect(cause { try ends.layered.endLayer(deadline: .test) } == .truncated)
  }

  @Test("Urgent bytes are sent like all others")
  func urgent() throws {
    let pair = try LayerPair()
    try pair.client.writeUrgent([0xFF, 0xF2])
    try pair.client.write("ABOR".bytes)
    #expect(pair.server.isAtUrgentMark == false)
    #expect(pair.server.readUrgent() == nil)
    #expect(try pair.server.readBytes(6) == [0xFF, 0xF2] + "ABOR".bytes)
  }
}

@Suite("The handshake of a record layer ends in time, whatever the peer does")
struct LayerHandshakeTests {
  @Test("It has a deadline")
  func deadline() throws {
    var ends = try RawEnd()
    try ends.layered.startLayer(ToyLayer(.server, seed: 1))
    try ends.raw.write(RawEnd.handshake.prefix(9))
    let short = Duration.milliseconds(20)
    let error = #expect(throws: TransportError.self) { try ends.layered.handshake(deadline: .after(short)) }
    #expect(error?.step == .handshake && error?.cause == .timedOut(after: short))
    // A write that waits for the handshake ends at its deadline too.
    #expect(cause { try ends.layered.write([1], deadline: .after(short)) } == .timedOut(after: short))
    try ends.raw.write(RawEnd.handshake.dropFirst(9))
    try ends.layered.write([1], deadline: .test)
  }

  @Test("A wake-up ends it")
  func wakeUp() async throws {
    let wakeUp = WakeUp()
    var ends = try RawEnd(wakeUp: wakeUp)
    try ends.layered.startLayer(ToyLayer(.server, seed: 1))
    let connection = Shared(ends.layered)
    async let outcome: Result<Void, TransportError> = BlockingThread.run {
      Result { () throws(TransportError) in try connection.connection.handshake(deadline: .test) }
    }
    wakeUp.signal()
    guard case .failure(let error) = await outcome else {
      Issue.record("the handshake came to an end")
      return
    }
    #expect(error.step == .handshake && error.isCancelled)
  }

  @Test(
    "A peer that sends something else is distinguished from one that leaves",
    arguments: [
      ("USER anonymous\r\n", TransportError.Cause.layer("no record begins with 85")),
      ("", .truncated),
    ])
  func otherPeers(_ text: String, _ expected: TransportError.Cause) throws {
    var ends = try RawEnd()
    try ends.layered.startLayer(ToyLayer(.server, seed: 1))
    try ends.raw.write(text.bytes)
    try ends.raw.shutdownWrite()
    #expect(cause { try ends.layered.handshake(deadline: .test) } == expected)
  }

  @Test("An alert instead of an answer ends it")
  func alert() throws {
    var ends = try RawEnd()
    try ends.layered.startLayer(ToyLayer(.server, seed: 1))
    try ends.raw.write(ToyLayer.record(.alert, "BYE"))
    #expect(cause { try ends.layered.handshake(deadline: .test) } == .closedByPeer)
    #expect(cause { try ends.layered.write([1], deadline: .test) } == .closedByPeer)
  }
}
