import FTPProtocol
import FTPVectors

/// One thing that a server does in a session: the words in which rules, vectors and faults say what it is to do in
/// place of what it should.
///
/// Steps pass three places. Nobody changes those of the obedient server, which are the second column.
///
/// | for | as it should be | who changes that | what may stand there |
/// |---|---|---|---|
/// | a command | `[.obey]` | a rule or a vector, then ``FaultHooks/onCommand`` | everything |
/// | a reply | `[.reply]` | ``FaultHooks/onReply``, ``FaultHooks/onWire``, the ``ReplyShape`` of a rule | the control connection, `.releasePort` |
/// | a piece of data | `[.data]` | ``FaultHooks/onData`` | `.data`, `.pause`, `.reply`, the ends of a data connection |
///
/// What a rule cannot say yet, such as that TLS begins, is a case more here and an arm more in `ControlSession.perform(_:for:)`, which does every step and has
/// no default; and, where rule files are to have it, a word more in ``ActionParser``.
enum ServerStep: Hashable, Sendable {
  // What the obedient server does

  /// All of it; in front of the first command, the greeting.
  case obey
  /// All of it but the reply and the transfer, so that what comes later fits.
  case obeyQuietly
  /// The same for another command, which has no reply.
  case also(Command)
  /// All of what another command asks for, and its reply.
  case obeyAs(Command)
  /// Where the data connection is open, it stays so until the next command comes, which is taken up then.
  case awaitCommand
  /// Type, structure and mode get their defaults.
  case resetParameters

  // The control connection

  /// A reply that can still be changed.
  case reply(ServerReply)
  /// Bytes as they are, in a segment of their own.
  case bytes([UInt8])
  /// The same in clear, whether the control connection is under TLS or not.
  case around([UInt8])
  /// The same in one record, which comes byte by byte with a pause after each.
  case dripped([UInt8], Duration)
  /// A line of a vector, its placeholders replaced by what they stand for in this session.
  case line(VectorLine)
  /// Nothing for a while; while a data connection is open, commands are looked at meanwhile.
  case pause(Duration)
  /// The session ends in order.
  case close
  /// The session ends with a reset.
  case reset

  // The data connection

  /// It is opened, if it is not open.
  case openData
  /// Bytes go on their way, to the client or into the file; the connection is opened, if it is not open.
  case data(ArraySlice<UInt8>)
  /// The same with so many bytes of a pattern.
  case filler(UInt64)
  /// Everything that the client sends is read.
  case receive
  /// The same, and it goes where the obedient server would put it.
  case store
  /// It is closed as if all had been moved. Where none is open, but a reply of 1yz has announced one, it is opened
  /// first; where none has, the port is given up.
  case closeData
  /// The same, but the transfer has failed.
  case failData
  /// The same with a reset.
  case resetData
  /// The port that was announced is given up; in place of the reply in front of a transfer, the transfer with it.
  case releasePort
}

extension ServerStep {
  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> ServerStep { .reply(ServerReply(code, text)) }

  /// The text as it is.
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
  /// Puts something else in the place of each reply.
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

  /// Puts something else in the place of each run of bytes of the control connection.
  mutating func replaceBytes(_ change: ([UInt8]) -> [ServerStep]) {
    self = flatMap { step in
      if case .bytes(let bytes) = step { change(bytes) } else { [step] }
    }
  }

  /// Turns replies into the bytes that they are.
  mutating func encode() { replaceReplies { [.bytes($0.bytes)] } }

  /// The same steps with the data connection closed after the last that needs it, in front of any that obeys.
  var closingData: [ServerStep] {
    var steps: [ServerStep] = []
    /// Where it would have to be closed.
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
