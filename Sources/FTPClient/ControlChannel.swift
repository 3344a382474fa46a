import FTPConversation
import FTPProtocol
import FTPTransport

/// The control connection, with what has come over it and makes no reply yet.
///
/// This is one value and not several fields of the client, because each access to a field of an actor is checked
/// for exclusivity at run time: waiting for a reply would take a dozen of them.
struct ControlChannel: ~Copyable {
  /// What a look at the channel, or a wait, came to.
  enum Arrival {
    /// A complete reply, and the offsets in it at which a segment ended.
    case reply(Reply, cuts: [Int])
    /// The server has closed the connection.
    case ended
    /// There is no connection and no reply is left.
    case notOpen
  }

  /// Why nothing can be read any more.
  enum Failure: Error {
    case transport(TransportError)
    case parser(ReplyParserError)
  }

  /// The connection, until it is closed by either side.
  var connection: TCPConnection?
  /// True once a write has ended after a part of its bytes, as far as can be known.
  private(set) var hasCutWrite = false
  /// When the record layer is switched on and off; nil for never.
  var layers: LayerSchedule?
  private var parser: ReplyParser
  private var segments = SegmentTracker()
  private var buffer = [UInt8](repeating: 0, count: 16_384)
  /// Whether the connection has ended without the alert with which TLS ends.
  private(set) var lacksCloseAlert = false

  init(_ connection: consuming TCPConnection, parser: ReplyParser) {
    self.connection = consume connection
    self.parser = parser
  }

  var isOpen: Bool { connection != nil }

  /// The bytes that make no reply yet.
  var unfinished: ArraySlice<UInt8> { parser.unfinished }

  /// The same in words, for messages; empty for nothing.
  var unfinishedText: String { parser.unfinished.isEmpty ? "" : parser.unfinishedDescription }

  /// Writes one segment; false where there is no connection.
  mutating func write(_ segment: [UInt8], within limit: Duration?) throws(TransportError) -> Bool {
    // There is room for nearly every command, and then no clock needs to be asked.
    guard let count = try connection?.writeAvailable(segment.span) else { return false }
    if count < segment.count {
      hasCutWrite = true
      try connection?.write(segment[count...], deadline: .after(limit))
      hasCutWrite = false
    }
    return true
  }

  /// The next reply, for which it waits if it has to.
  mutating func nextReply(deadline: Deadline) throws(Failure) -> Arrival {
    if let next = try parsedReply() { return next }
    while isOpen {
      let count = try receive(deadline: deadline, order: .waitFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return .notOpen
  }

  /// The next reply among the first so many bytes of the connection, for which it waits if it has to; nil where they
  /// complete no other.
  mutating func nextReply(ofFirst count: Int, deadline: Deadline) throws(Failure) -> Arrival? {
    if let next = try parsedReply() { return next }
    while isOpen, segments.received < count {
      let count = try receive(deadline: deadline, order: .waitFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return isOpen ? nil : .notOpen
  }

  /// The next reply of those that have come already; nil where there is none.
  mutating func arrivedReply() throws(Failure) -> Arrival? {
    if let next = try parsedReply() { return next }
    while connection.ready(for: .readable) != [] {
      let count = try receive(deadline: .never, order: .tryFirst)
      guard count > 0 else { return .ended }
      if let next = try parsedReply(appending: count) { return next }
    }
    return nil
  }

  /// The next reply of the bytes that have been read already.
  mutating func parsedReply() throws(Failure) -> Arrival? {
    let reply: Reply?
    do throws(ReplyParserError) { reply = try parser.next() } catch { throw .parser(error) }
    return taken(reply)
  }

  /// What the bytes before the end of the connection still make up, if anything.
  mutating func lastReply() throws(Failure) -> Arrival? {
    let reply: Reply?
    do throws(ReplyParserError) { reply = try parser.finish() } catch { throw .parser(error) }
    return taken(reply)
  }

  private mutating func taken(_ reply: Reply?) -> Arrival? {
    reply.map { .reply($0, cuts: segments.take($0.bytes.count)) }
  }

  /// Drops what was read and makes no reply yet, and what has come since; returns how many bytes.
  ///
  /// Complete replies are dropped, too: nothing of what comes in clear before a handshake can be believed.
  mutating func dropUnread() -> Int {
    var count = 0
    // What has come over the network already was sent in clear as well.
    while connection.ready(for: .readable) != [], let more = try? receive(deadline: .never, order: .tryFirst),
      more > 0
    {
      count += more
    }
    count += parser.unfinished.count
    parser = ReplyParser(parser.leniency, limits: parser.limits)
    _ = segments.take(count)
    return count
  }

  /// Puts the record layer on the connection, or takes it off, where a reply that was taken says that it is time.
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
      // Many servers leave the alert out after 221. Replies say where they end, so that none is taken for another one.
      guard error.cause == .truncated else { throw .transport(error) }
      lacksCloseAlert = true
      return 0
    }
  }

  /// The first reply that so many bytes of the buffer complete.
  private mutating func parsedReply(appending count: Int) throws(Failure) -> Arrival? {
    // A name of its own, because a span of the buffer borrows the whole channel.
    let bytes = buffer
    let reply: Reply?
    do throws(ReplyParserError) {
      reply = try parser.next(appending: bytes.span.extracting(first: count))
    } catch { throw .parser(error) }
    return taken(reply)
  }
}
