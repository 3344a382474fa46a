import FTPConversation
import FTPProtocol
import FTPTransport

/// The control connection, with the received bytes that do not form a reply yet.
///
/// This is one value instead of several fields of the client, because each access to a field of an actor is checked
/// for exclusivity at run time: waiting for a reply would take a dozen of them.
struct ControlChannel: ~Copyable {
  /// The result of a look at the channel, or of a wait.
  enum Arrival {
    /// A complete reply, and the offsets in it at which a segment ended.
    case reply(Reply, cuts: [Int])
    /// The server has closed the connection.
    case ended
    /// The connection is closed and no reply is left.
    case notOpen
  }

  /// Why nothing more can be read.
  enum Failure: Error {
    case transport(TransportError)
    case parser(ReplyParserError)
  }

  /// The connection, until it is closed by either side.
  var connection: TCPConnection?
  /// True once a write has sent only some of its bytes, as far as can be known.
  private(set) var hasCutWrite = false
  /// When the record layer is switched on and off; nil for never.
  var layers: LayerSchedule?
  private var parser: ReplyParser
  private var segments = SegmentTracker()
  private var buffer = [UInt8](repeating: 0, count: 16_384)
  /// Whether the connection ended without a close alert.
  private(set) var lacksCloseAlert = false
  /// The replies that were read ahead but not taken, oldest first.
  private(set) var ahead: [(reply: Reply, cuts: [Int])] = []
  /// The number of bytes in these replies.
  private var aheadBytes = 0
  /// Why no more could be read ahead, until it is reported.
  private var aheadFailure: Failure?
  /// Whether reading ahead has met the end of the connection.
  private(set) var hasMetEnd = false

  init(_ connection: consuming TCPConnection, parser: ReplyParser) {
    self.connection = consume connection
    self.parser = parser
  }

  var isOpen: Bool { connection != nil }

  /// The bytes that do not form a reply yet.
  var unfinished: ArraySlice<UInt8> { parser.unfinished }

  /// These bytes as text, for messages; empty if there are none.
  var unfinishedText: String { parser.unfinished.isEmpty ? "" : parser.unfinishedDescription }

  /// Writes one segment; false if there is no connection.
  mutating func write(_ segment: [UInt8], within limit: Duration?) throws(TransportError) -> Bool {
    // Nearly every command fits into the buffer at once, so that no clock is needed.
    guard let count = try connection?.writeAvailable(segment.span) else { return false }
    if count < segment.count {
      hasCutWrite = true
      try connection?.write(segment[count...], deadline: .after(limit))
      hasCutWrite = false
    }
    return true
  }

  /// The next reply; waits for it if necessary.
  mutating func nextReply(deadline: Deadline) throws(Failure) -> Arrival {
    if let next = try parsedReply() { return next }
    while isOpen {
      let count = try receive(deadline: deadline, order: .waitFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return .notOpen
  }

  /// The next reply within the first `count` bytes of the connection; waits for it if necessary.
  ///
  /// Nil if these bytes complete no other.
  mutating func nextReply(ofFirst count: Int, deadline: Deadline) throws(Failure) -> Arrival? {
    if let next = try parsedReply() { return next }
    while isOpen, segments.received < count {
      let count = try receive(deadline: deadline, order: .waitFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return isOpen ? nil : .notOpen
  }

  /// The next reply that has already arrived; nil if there is none.
  mutating func arrivedReply() throws(Failure) -> Arrival? {
    if let next = try parsedReply() { return next }
    while connection.ready(for: .readable) != [] {
      let count = try receive(deadline: .never, order: .tryFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return nil
  }

  /// Reads replies that have arrived, which stay the next ones: they are parsed, but nobody has taken them.
  ///
  /// The end of the connection and errors are left to whoever takes the next reply.
  mutating func readAhead(fromSocket: Bool) {
    do throws(Failure) {
      try parseAhead()
      while fromSocket, canGoOn, connection.ready(for: .readable) != [] {
        let count = try receive(deadline: .never, order: .tryFirst)
        if count == 0 { hasMetEnd = true }
        let bytes = buffer
        parser.append(bytes.span.extracting(first: count))
        try parseAhead()
      }
    } catch {
      aheadFailure = error
      if case .transport = error { hasMetEnd = true }
    }
  }

  /// Whether more may be read ahead; false at the end, after an error, and if the server has said too much.
  var canGoOn: Bool { isOpen && !hasMetEnd && !hasFailedAhead && hasRoomAhead }

  /// A pattern, because errors cannot be compared.
  private var hasFailedAhead: Bool { if case .some = aheadFailure { true } else { false } }

  /// Whether so little was read ahead that it may be kept.
  private var hasRoomAhead: Bool { ahead.count < 1_000 && aheadBytes < 1 << 20 }

  private mutating func parseAhead() throws(Failure) {
    do throws(ReplyParserError) {
      while hasRoomAhead, let reply = try parser.next() {
        ahead.append((reply, segments.take(reply.byteCount)))
        aheadBytes += reply.byteCount
      }
    } catch { throw .parser(error) }
  }

  /// Takes the oldest of the replies that were read ahead.
  mutating func takeAhead() -> (reply: Reply, cuts: [Int])? {
    guard !ahead.isEmpty else { return nil }
    let next = ahead.removeFirst()
    aheadBytes -= next.reply.byteCount
    return next
  }

  /// The next reply in the bytes already read.
  mutating func parsedReply() throws(Failure) -> Arrival? {
    if let next = takeAhead() { return .reply(next.reply, cuts: next.cuts) }
    if let failure = aheadFailure {
      aheadFailure = nil
      throw failure
    }
    let reply: Reply?
    do throws(ReplyParserError) { reply = try parser.next() } catch { throw .parser(error) }
    return taken(reply)
  }

  /// The reply that the end of the connection completes, if any.
  mutating func lastReply() throws(Failure) -> Arrival? {
    let reply: Reply?
    do throws(ReplyParserError) { reply = try parser.finish() } catch { throw .parser(error) }
    return taken(reply)
  }

  private mutating func taken(_ reply: Reply?) -> Arrival? {
    reply.map { .reply($0, cuts: segments.take($0.byteCount)) }
  }

  /// Drops bytes that were read but form no reply yet, and those that arrived since; returns their number.
  ///
  /// Complete replies are dropped too: nothing sent in clear before a handshake can be trusted.
  mutating func dropUnread() -> Int {
    var count = 0
    // Bytes that have already arrived were sent in clear as well; a server that never stops is not waited for.
    while count < parser.limits.bytes, connection.ready(for: .readable) != [],
      let more = try? receive(deadline: .never, order: .tryFirst),
      more > 0
    {
      count += more
    }
    count += parser.unfinished.count
    parser = ReplyParser(parser.leniency, limits: parser.limits)
    _ = segments.take(count)
    count += aheadBytes
    (ahead, aheadBytes) = ([], 0)
    return count
  }

  /// Starts or ends the record layer if the reply just taken calls for it.
  mutating func switchLayers(after reply: Reply) throws(TransportError) {
    guard layers != nil, var open = connection.take() else { return }
    var failure: TransportError?
    do throws(TransportError) { try layers?.pass(reply.code, on: &open) } catch { failure = error }
    connection = consume open
    if let failure { throw failure }
  }

  /// One read from the socket into the buffer; returns how many bytes, 0 at the end.
  private mutating func receive(deadline: Deadline, order: ReadOrder) throws(Failure) -> Int {
    do throws(TransportError) {
      let count = try connection?.read(into: &buffer, deadline: deadline, order: order) ?? 0
      if count > 0 { segments.received(count) }
      return count
    } catch {
      // Many servers omit the alert after 221. Replies show where they end, so a cut cannot go unnoticed.
      guard error.cause == .truncated else { throw .transport(error) }
      lacksCloseAlert = true
      return 0
    }
  }

  /// The first reply that this many bytes of the buffer complete.
  private mutating func parsedReply(appending count: Int) throws(Failure) -> Arrival? {
    // A separate variable, because a span of the buffer borrows the whole channel.
    let bytes = buffer
    parser.append(bytes.span.extracting(first: count))
    return try parsedReply()
  }
}
