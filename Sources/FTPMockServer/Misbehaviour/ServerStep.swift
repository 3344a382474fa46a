import FTPProtocol
import FTPVectors

/// One step of a server in a session: rules, vectors and faults consist of steps that the server takes instead of its
/// normal ones.
///
/// Steps pass three places. An obedient server takes the steps in the second column unchanged.
///
/// | for | normal step | changed by | possible steps |
/// |---|---|---|---|
/// | a command | `[.obey]` | a rule or a vector, then ``FaultHooks/onCommand`` | everything |
/// | a reply | `[.reply]` | ``FaultHooks/onReply``, ``FaultHooks/onWire``, the ``ReplyShape`` of a rule | the control
/// connection, `.releasePort` |
/// | a piece of data | `[.data]` | ``FaultHooks/onData`` | `.data`, `.pause`, `.reply`, the ends of a data connection |
///
/// A new step, such as the beginning of TLS, needs a case here and one in `ControlSession.perform(_:for:)`, which
/// handles every step and has no default; and, if rule files should support it, a word in ``ActionParser``.
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
  /// Unchanged bytes in their own segment.
  case bytes([UInt8])
  /// The same in the clear, whether the control connection is under TLS or not.
  case around([UInt8])
  /// The same in one record, which is sent byte by byte with a pause after each.
  case dripped([UInt8], Duration)
  /// A line of a vector, with its placeholders replaced by their values in this session.
  case line(VectorLine)
  /// A pause; while a data connection is open, commands are still read.
  case pause(Duration)
  /// The session ends in order.
  case close
  /// The session ends with a reset.
  case reset

  // The data connection

  /// It is opened, unless it is open already.
  case openData
  /// Bytes are sent to the client or written to the file; the connection is opened first if necessary.
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
  /// The same, but the transfer has failed.
  case failData
  /// The same with a reset.
  case resetData
  /// The announced port is closed. As a replacement for the reply before a transfer, this also cancels the transfer.
  case releasePort
}

extension ServerStep {
  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> ServerStep { .reply(ServerReply(code, text)) }

  /// The unchanged text.
  static func text(_ text: String) -> ServerStep { .bytes(Array(text.utf8)) }

  /// Bytes over the data connection.
  static func data(_ bytes: [UInt8]) -> ServerStep { .data(bytes[...]) }

  /// Whether it needs a data connection or ends it.
  var usesDataConnection: Bool {
    switch self {
    case .openData, .data, .filler, .receive, .store, .closeData, .failData, .resetData, .awaitCommand: true
    case .obey, .obeyQuietly, .also, .obeyAs, .resetParameters, .reply, .bytes, .around, .dripped, .line,
      .pause,
      .close, .reset,
      .releasePort:
      false
    }
  }

  /// Whether the data connection is open after it.
  var opensDataConnection: Bool { usesDataConnection && !endsDataConnection && self != .awaitCommand }

  /// Whether the data connection is closed after it.
  var endsDataConnection: Bool { self == .closeData || self == .failData || self == .resetData }

  /// Whether the session is over after it.
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
  /// Replaces each reply.
  mutating func replaceReplies(_ change: (ServerReply) -> [ServerStep]) {
    self = flatMap { step in
      if case .reply(let reply) = step { change(reply) } else { [step] }
    }
  }

  /// Changes each reply.
  mutating func changeReplies(_ change: (inout ServerReply) -> Void) {
    replaceReplies { reply in
      var reply = reply
      change(&reply)
      return [.reply(reply)]
    }
  }

  /// Replaces each run of bytes on the control connection.
  mutating func replaceBytes(_ change: ([UInt8]) -> [ServerStep]) {
    self = flatMap { step in
      if case .bytes(let bytes) = step { change(bytes) } else { [step] }
    }
  }

  /// Turns replies into their bytes.
  mutating func encode() { replaceReplies { [.bytes($0.bytes)] } }

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
