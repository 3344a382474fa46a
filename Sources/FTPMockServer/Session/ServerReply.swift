import FTPProtocol

/// A reply to be sent: a code, and lines of any bytes, because a pathname may contain any bytes.
struct ServerReply: Hashable, Sendable {
  var code: ReplyCode
  /// The text of each line, without code and line end; never empty.
  var lines: [[UInt8]]

  /// A reply of one line, or of as many as the text has.
  init(_ code: ReplyCode, _ text: String) {
    self.code = code
    let parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines = parts.map { Array($0) }
  }

  /// A reply whose text is built from text and pathnames.
  init(_ code: ReplyCode, bytes: [UInt8]) {
    self.code = code
    lines = [bytes]
  }

  /// A reply of several lines: the first, those inside, the last.
  init(_ code: ReplyCode, _ first: String, inside: [[UInt8]], _ last: String) {
    self.code = code
    lines = [Array(first.utf8)] + inside + [Array(last.utf8)]
  }

  /// Changes the lines between the first and the last.
  mutating func changeLinesInside(_ change: ([UInt8]) -> [UInt8]) {
    for index in lines.indices.dropFirst().dropLast() { lines[index] = change(lines[index]) }
  }

  /// The bytes for the control connection.
  ///
  /// An inner line that begins with a digit is padded (RFC 959, section 4.2), IAC is doubled, and a byte that would end
  /// a line early becomes a space.
  var bytes: [UInt8] {
    if lines.count < 2 { return end }
    return beginning + Self.bytes(inside: lines[1..<(lines.count - 1)]) + end
  }

  /// The first line of a reply that continues.
  var beginning: [UInt8] {
    encoded(lines.first ?? [], separator: 0x2D)
  }

  /// The last line.
  var end: [UInt8] {
    encoded(lines.last ?? [], separator: 0x20)
  }

  /// The inner lines of a reply.
  static func bytes(inside lines: some Collection<[UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      if let first = line.first, (0x30...0x39).contains(first) { bytes.append(0x20) }
      append(line, to: &bytes)
    }
    return bytes
  }

  private func encoded(_ line: [UInt8], separator: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + 6)
    bytes += code.description.utf8
    bytes.append(separator)
    Self.append(line, to: &bytes)
    return bytes
  }

  private static func append(_ line: [UInt8], to bytes: inout [UInt8]) {
    for byte in line {
      switch byte {
      case 0, 0x0A, 0x0D: bytes.append(0x20)
      case Telnet.iac: bytes += [Telnet.iac, Telnet.iac]
      default: bytes.append(byte)
      }
    }
    bytes += [0x0D, 0x0A]
  }
}

/// The answer to a command.
enum Response {
  /// A reply, and what follows it.
  case reply(ServerReply, then: Sequel = .commands)
  /// A reply with a listing between its first line and its last.
  case listing(ServerReply, ListingSource)
  /// A reply that takes long to compute.
  case work(any Work)
  /// A preliminary reply, bytes over the data connection, a final reply.
  case transfer(Transfer)

  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> Response { .reply(ServerReply(code, text)) }

  /// The answer to a command of some RFC that this server does not implement (RFC 959, section 4.2).
  static var notImplemented: Response { .reply(502, "Command not implemented.") }

  /// The code of the first reply; nil if it is not known yet.
  var code: ReplyCode? {
    switch self {
    case .reply(let reply, _), .listing(let reply, _): reply.code
    case .transfer(let transfer): transfer.preliminary.code
    case .work: nil
    }
  }
}

/// What follows a reply.
enum Sequel {
  /// The next command.
  case commands
  /// The end of the session.
  case close
  /// TLS on the control connection.
  case secure
  /// The end of TLS on the control connection.
  case clear
}

/// A long computation in steps, between which the session serves its client.
protocol Work {
  /// Takes one step, and returns the reply after the last.
  mutating func step() throws(StorageError) -> ServerReply?
}
