import FTPConversation
import FTPProtocol
import FTPVectors

/// What a server does on the control connection instead of the bytes of a reply.
enum WireStep: Hashable, Sendable {
  /// Unchanged bytes in their own segment.
  case bytes([UInt8])
  /// The same in the clear, whether the control connection is under TLS or not.
  case around([UInt8])
  /// The same in one record, which is sent byte by byte with a pause after each.
  case dripped([UInt8], Duration)
  /// A pause; while a data connection is open, commands are still read.
  case pause(Duration)
  /// The session ends in order.
  case close
  /// The session ends with a reset.
  case reset
  /// The announced port is closed. As a replacement for the reply before a transfer, this also cancels the transfer.
  case releasePort
}

/// What a server does instead of a reply.
enum ReplyStep: Hashable, Sendable {
  /// A reply that can still be changed.
  case reply(ServerReply)
  case wire(WireStep)
}

/// What a server does instead of moving a piece of data.
enum DataStep: Hashable, Sendable {
  /// These bytes are sent to the client or written to the file.
  case data(ArraySlice<UInt8>)
  /// A pause, in which commands are still read.
  case pause(Duration)
  /// The reply that normally follows the transfer, sent in advance.
  case reply(ServerReply)
  /// The connection is closed as if the transfer were complete.
  case closeData
  /// The same, but the transfer has failed.
  case failData
  /// The connection is reset.
  case resetData
}

/// One step of a server for a command: rules, vectors and faults consist of steps that the server takes instead of its
/// normal ones.
///
/// Each place that steps pass has a type of its own, so that an impossible step does not compile.
///
/// | for | normal step | changed by |
/// |---|---|---|
/// | a command: ``ServerStep`` | `[.obey]` | a rule or a vector, then ``FaultHooks/onCommand`` |
/// | a reply: ``ReplyStep`` | `[.reply]` | ``FaultHooks/onReply`` |
/// | its bytes: ``WireStep`` | `[.bytes]` | ``FaultHooks/onWire``, the ``ReplyForm`` of a rule |
/// | a piece of data: ``DataStep`` | `[.data]` | ``FaultHooks/onData`` |
///
/// A new step needs a case here and one where its type is performed, which has no default; and, if rule files should
/// support it, a word in ``ActionParser``.
enum ServerStep: Hashable, Sendable {
  // Steps of the obedient server

  /// Everything that the command requires; before the first command, the greeting.
  case obey
  /// Everything but the reply and the transfer, so that later steps are consistent.
  case obeyQuietly
  /// The same for another command, which has no reply.
  case also(Command)
  /// Everything for another command, with its reply.
  case obeyAs(Command)
  /// If the data connection is open, it stays open until the next command, which is then executed.
  case awaitCommand
  /// Type, structure and mode get their defaults.
  case resetParameters

  // The control connection

  /// A reply that can still be changed.
  case reply(ServerReply)
  case wire(WireStep)
  /// A line of a vector, with its placeholders replaced by their values in this session.
  case line(VectorLine)

  // The data connection

  /// It is opened, unless it is open already.
  case openData
  /// Bytes are sent to the client; the connection is opened first if necessary.
  case data(ArraySlice<UInt8>)
  /// The same with this many bytes of a pattern.
  case filler(UInt64)
  /// Everything that the client sends is read.
  case receive
  /// The same, stored where the obedient server would store it.
  case store
  /// It is closed as if the transfer were complete. If none is open, but a 1yz reply has announced one, it is opened
  /// first; otherwise the port is closed.
  case closeData
  /// The same with a reset.
  case resetData
}

/// A step that may stand for a reply or its bytes.
protocol ControlStep {
  static func reply(_ reply: ServerReply) -> Self
  static func wire(_ step: WireStep) -> Self
}

extension ReplyStep: ControlStep {}
extension ServerStep: ControlStep {}

extension ControlStep {
  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> Self { .reply(ServerReply(code, text)) }
  /// The unchanged text.
  static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }
  static func bytes(_ bytes: [UInt8]) -> Self { .wire(.bytes(bytes)) }
  static func pause(_ duration: Duration) -> Self { .wire(.pause(duration)) }
  static var close: Self { .wire(.close) }
  static var reset: Self { .wire(.reset) }
  static var releasePort: Self { .wire(.releasePort) }
}

extension DataStep {
  static func data(_ bytes: [UInt8]) -> DataStep { .data(bytes[...]) }
}

extension WireStep {
  /// The pause after a segment, so that it is sent separately.
  static let segmentPause = Duration.milliseconds(5)

  /// Bytes in segments that end at offsets.
  static func segments(_ bytes: [UInt8], cutAt offsets: [Int]) -> [WireStep] {
    segments(bytes, offsets.sorted().filter { $0 < bytes.count }.map { SegmentCut(offset: $0) })
  }

  /// Bytes in segments, with a pause after each but the last.
  static func segments(_ bytes: [UInt8], _ cuts: [SegmentCut]) -> [WireStep] {
    cuts.segments(of: bytes).flatMap { segment -> [WireStep] in
      [.bytes(Array(segment.bytes))] + (segment.cut.map { [.pause($0.pause ?? segmentPause)] } ?? [])
    }
  }

  /// A few bytes at a time.
  static func drip(_ bytes: [UInt8], _ count: Int, _ pause: Duration) -> [WireStep] {
    stride(from: 0, to: bytes.count, by: max(1, count)).flatMap { start in
      [.bytes(Array(bytes[start..<min(bytes.count, start + max(1, count))])), .pause(pause)]
    }
  }
}

extension [WireStep] {
  /// Replaces each run of bytes.
  mutating func replaceBytes(_ change: ([UInt8]) -> [WireStep]) {
    self = flatMap { step in
      if case .bytes(let bytes) = step { change(bytes) } else { [step] }
    }
  }
}

extension [ReplyStep] {
  mutating func replaceReplies(_ change: (ServerReply) -> [ReplyStep]) {
    self = flatMap { step in
      if case .reply(let reply) = step { change(reply) } else { [step] }
    }
  }

  mutating func changeReplies(_ change: (inout ServerReply) -> Void) {
    replaceReplies { reply in
      var reply = reply
      change(&reply)
      return [.reply(reply)]
    }
  }

  /// The same with the bytes of each reply.
  var encoded: [WireStep] {
    map { step in
      switch step {
      case .reply(let reply): .bytes(reply.bytes)
      case .wire(let step): step
      }
    }
  }
}

extension ServerStep {
  /// Bytes over the data connection.
  static func data(_ bytes: [UInt8]) -> ServerStep { .data(bytes[...]) }

  /// Whether it needs a data connection or ends it.
  var usesDataConnection: Bool {
    switch self {
    case .openData, .data, .filler, .receive, .store, .closeData, .resetData, .awaitCommand: true
    case .obey, .obeyQuietly, .also, .obeyAs, .resetParameters, .reply, .wire, .line: false
    }
  }

  /// Whether the data connection is open after it.
  var opensDataConnection: Bool { usesDataConnection && !endsDataConnection && self != .awaitCommand }

  /// Whether the data connection is closed after it.
  var endsDataConnection: Bool { self == .closeData || self == .resetData }

  var endsSession: Bool { self == .close || self == .reset }

  /// Whether the handler of the command is called.
  var callsHandler: Bool {
    switch self {
    case .obey, .obeyQuietly, .obeyAs: true
    default: false
    }
  }
}

extension [ServerStep] {
  /// The same steps, with the data connection closed after the last step that needs it and before any step that obeys.
  var closingData: [ServerStep] {
    var steps: [ServerStep] = []
    /// Where the data connection would be closed.
    var place: Int?
    for step in self {
      if step == .obey, let end = place.take() { steps.insert(.closeData, at: end) }
      steps.append(step)
      if step.opensDataConnection { place = steps.endIndex }
      if step.endsDataConnection { place = nil }
    }
    if let place { steps.insert(.closeData, at: place) }
    return steps
  }
}
