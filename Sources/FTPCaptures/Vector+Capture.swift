import FTPConversation
import FTPVectors

extension Vector {
  /// The conversation as a pcap file; see ``CaptureWriter``.
  ///
  /// Placeholders get sample values, the same each time. Pauses have their duration; everything else takes
  /// microseconds.
  public func capture() -> [UInt8] {
    var translator = CaptureTranslator(PlaceholderBindings(samplesFor: self))
    for row in rows { translator.write(row.content) }
    return translator.writer.bytes
  }
}

/// Writes the rows of a vector as packets.
private struct CaptureTranslator {
  var writer = CaptureWriter()
  private let bindings: PlaceholderBindings
  /// The data connection that rows of data belong to.
  private var current = DataConnectionID(rawValue: 1)

  init(_ bindings: PlaceholderBindings) { self.bindings = bindings }

  mutating func write(_ content: VectorRow.Content) {
    switch content {
    case .command(let line): write(line, from: .client)
    case .reply(let line): write(line, from: .server)
    case .data(let direction, let line):
      writer.data(current, direction, line.rendered(bindings).bytes)
    case .mark(let mark): write(mark)
    case .meaning, .verdict, .state, .difference, .comment, .blank: break
    }
  }

  private mutating func write(_ line: VectorLine, from sender: ConversationMark.Side) {
    let rendering = line.rendered(bindings)
    for segment in rendering.cuts.segments(of: rendering.bytes) {
      writer.control(Array(segment.bytes), from: sender)
      wait(segment.cut?.pause)
    }
  }

  private mutating func write(_ mark: ConversationMark) {
    switch mark {
    case .dataOpened(let connection, _), .use(let connection): current = connection
    case .wait(let pause): wait(pause)
    default: break
    }
    writer.write(mark)
  }

  private mutating func wait(_ pause: Duration?) {
    guard let (seconds, attoseconds) = pause?.components else { return }
    writer.advance(
      by: UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000))
  }
}
