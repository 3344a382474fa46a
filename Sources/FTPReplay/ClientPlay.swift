import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport
import FTPVectors

/// One replay of one vector: both ends of its connections, and the comparisons.
struct ClientPlay {
  let vector: Vector
  let segmentation: Segmentation
  let inbox: EventInbox
  let limit: Duration
  private(set) var script: ReplayScript
  var ledger: ReplayLedger
  private var generator: SeededGenerator
  /// The server's end of the control connection.
  private(set) var control: PeerConnection?
  /// How many bytes the server's end has written.
  private var sent = 0
  /// Commands without a final reply, as the client's judge counts them.
  private var waiting: [(ordinal: Int, verb: Verb)] = []
  var data = DataEnds()
  /// Rows of data that were played before their place.
  var rowsAhead: Set<Int> = []

  init(_ vector: Vector, _ segmentation: Segmentation, inbox: EventInbox, limit: Duration) {
    self.vector = vector
    self.segmentation = segmentation
    self.inbox = inbox
    self.limit = limit
    let bindings = PlaceholderBindings(samplesFor: vector)
    script = ReplayScript(vector, bindings: bindings)
    // Without an address to compare with, the client's judge leaves the announced host to the
    // policy, which checks it when the connection is opened.
    ledger = ReplayLedger(
      bindings: bindings, target: .client, lateRequirements: ["1123:4.1.2.6:pasv-own-address"])
    var seed: UInt64 = 0
    if case .random(let number) = segmentation { seed = number }
    generator = SeededGenerator(seed: seed)
  }

  /// Plays all rows, up to the first that cannot be.
  mutating func run(_ listener: PeerListener, on client: isolated RawFTPClient) async {
    do {
      control = try listener.accept(within: limit, wakeUp: client.wakeUpSignal)
    } catch {
      return ledger.report(1, "a connection of the client", "\(error)")
    }
    bindAddress(of: listener.address)
    for index in script.events.indices {
      do {
        try await bindPlaceholders(ofEventAt: index, on: client)
        try await play(index, on: client)
      } catch {
        let failure = ReplayFailure(error, line: script.events[index].line)
        let line = failure.line ?? script.events[index].line
        ledger.report(
          line, failure.expected ?? vector.text(ofLine: line),
          failure.actual + (index == script.events.count - 1 ? "" : "; the rest was not played"))
        break
      }
    }
    ledger.end()
    await data.closeAll()
    client.close()
  }

  private mutating func play(_ index: Int, on client: isolated RawFTPClient) async throws {
    switch script.events[index] {
    case .command(let bytes, let line, let expectations):
      try await say(bytes, line: line, on: client)
      try hear(bytes, line: line)
      compare(expectations, on: client)
    case .replies(let burst): try await answer(burst, on: client)
    case .data(let connection, _, _, let line, let expectations):
      if !rowsAhead.contains(line), let run = DataRun(script, at: index) {
        try await move(connection, run, on: client)
      }
      compare(expectations, on: client)
    case .mark(let mark, let line, let expectations):
      try await play(mark, line: line, at: index, on: client)
      compare(expectations, on: client)
    }
  }

  /// Has the client write a row, in its segments.
  private mutating func say(_ bytes: [UInt8], line: Int, on client: isolated RawFTPClient) async throws {
    let cuts = script.rows[line]?.line?.rendered(ledger.bindings).cuts ?? []
    for segment in self.cuts(in: bytes, cuts).segments(of: bytes) {
      try client.writeNow(Array(segment.bytes))
      try await pause(segment.cut?.pause)
    }
  }

  private mutating func hear(_ bytes: [UInt8], line: Int) throws {
    guard let control else { throw ReplayFailure(actual: "no connection") }
    let heard = try control.read(bytes.count)
    ledger.check(
      heard == bytes, line: line, expected: Escaping.ascii(bytes, limit: 120),
      actual: heard.isEmpty ? "the end of the connection" : Escaping.ascii(heard, limit: 120))
  }

  /// Makes the server's end send its bytes until the other side's turn.
  private mutating func answer(_ burst: ReplayScript.Burst, on client: isolated RawFTPClient) async throws {
    guard let control else { throw ReplayFailure(actual: "no connection") }
    ledger.beginBurst()
    for segment in cuts(in: burst.bytes, burst.cuts).segments(of: burst.bytes) {
      do {
        for piece in segment.bytes.pieces {
          try control.write(piece)
          sent += piece.count
          while let reply = try client.nextReply(ofFirst: sent) { take(reply, in: burst, on: client) }
        }
      } catch {
        let line = burst.boundaries.first { $0.offset > segment.bytes.startIndex }?.line ?? burst.line
        throw ReplayFailure(error, line: line)
      }
      try await pause(segment.cut?.pause)
    }
    if burst.endsInClose, !client.unfinishedBytes.isEmpty {
      closeControl()
      if let reply = try client.awaitEnd() { take(reply, in: burst, on: client) }
    }
    ledger.endBurst(burst, client.judge, unfinished: client.unfinishedBytes)
  }

  private mutating func take(
    _ reply: Reply, in burst: ReplayScript.Burst, on client: isolated RawFTPClient
  ) {
    let events = inbox.takeAll()
    for case .reply(_, _, let judgement) in events {
      data.play.take(reply)
      if judgement.isFinal, let ordinal = judgement.ordinal { waiting.removeAll { $0.ordinal == ordinal } }
      ledger.take(
        reply, judgement, events.verdicts, client.judge, in: burst, unfinished: client.unfinishedBytes)
    }
  }

  /// Where segments end, by the segmentation.
  private mutating func cuts(in bytes: [UInt8], _ written: [SegmentCut]) -> [SegmentCut] {
    if segmentation == .asWritten { return written }
    let places = segmentation.cuts(in: bytes, written: written.map(\.offset), generator: &generator)
    return places.map { SegmentCut(offset: $0) }
  }

  /// Waits as the vector writes it; the other segmentations do not.
  nonisolated(nonsending) func pause(_ duration: Duration?) async throws {
    guard let duration, segmentation == .asWritten else { return }
    try await Task.sleep(for: duration)
  }

  /// Compares the results of the client's judge since the last comparison.
  private mutating func compare(
    _ expectations: ReplayScript.Expectations, on client: isolated RawFTPClient
  ) {
    let events = inbox.takeAll()
    for case .command(_, let judgement?) in events {
      guard let ordinal = judgement.ordinal, let verb = judgement.command?.verb else { continue }
      waiting.append((ordinal, verb))
    }
    ledger.compare(events.verdicts, expectations, client.judge)
  }

  /// The oldest command of a verb that waits for a reply, which it does no longer.
  mutating func takeWaiting(_ verb: Verb) -> Int? {
    guard let index = waiting.firstIndex(where: { $0.verb == verb }) else { return nil }
    return waiting.remove(at: index).ordinal
  }

  /// Closes the server's end of the control connection.
  mutating func closeControl(withReset: Bool = false) {
    control?.close(withReset: withReset)
    control = nil
  }

  /// Binds names in the next bytes to the ports that listen for them.
  private mutating func bindPlaceholders(
    ofEventAt index: Int, on client: isolated RawFTPClient
  ) async throws {
    let event = script.events[index]
    let isReply = if case .replies = event { true } else { false }
    for placeholder in event.lines.compactMap({ script.rows[$0]?.line }).flatMap(\.placeholders) {
      guard let kind = placeholder.kind, kind.isOfPort, !placeholder.name.isEmpty else { continue }
      guard !data.listens(for: placeholder.name) else { continue }
      let address: SocketAddress
      if isReply {
        address = try data.listen(
          for: placeholder.name, isIPv6: client.localAddress.isIPv6,
          isSilent: script.refusesData(after: index))
      } else {
        address = try await data.listen(for: placeholder.name, on: client)
      }
      bind(placeholder.name, kind.value(for: address))
    }
  }

  private mutating func bindAddress(of address: SocketAddress) {
    for row in vector.rows {
      guard case .mark(.controlOpened) = row.content else { continue }
      for placeholder in row.content.placeholders {
        bind(placeholder.name, placeholder.kind?.value(for: address))
      }
    }
  }

  private mutating func bind(_ name: String, _ value: PlaceholderBindings.Value?) {
    guard !name.isEmpty, let value else { return }
    ledger.bindings[name] = value
    script = ReplayScript(vector, bindings: ledger.bindings)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes in pieces that a socket accepts even if the other end does not read.
  var pieces: [ArraySlice<UInt8>] {
    stride(from: startIndex, to: endIndex, by: 16_384).map { self[$0..<Swift.min(endIndex, $0 + 16_384)] }
  }
}
