import FTPProtocol

/// A reply on its way out: a code, and lines of any bytes, since a pathname may be any bytes.
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

  /// A reply whose text is put together from pieces of text and of pathnames.
  init(_ code: ReplyCode, bytes: [UInt8]) {
    self.code = code
    lines = [bytes]
  }

  /// A reply of several lines: the first, those inside, the last.
  init(_ code: ReplyCode, _ first: String, inside: [[UInt8]], _ last: String) {
    self.code = code
    lines = [Array(first.utf8)] + inside + [Array(last.utf8)]
  }

  /// What goes over the control connection.
  ///
  /// A line inside that begins with a digit is padded (RFC 959, section 4.2), IAC is doubled, and what would
  /// end a line early becomes a space.
  var bytes: [UInt8] {
    let digits = Array(code.description.utf8)
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      if isLast || index == 0 {
        bytes += digits
        bytes.append(isLast ? 0x20 : 0x2D)
      } else if let first = line.first, (0x30...0x39).contains(first) {
        bytes.append(0x20)
      }
      for byte in line {
        switch byte {
        case 0, 0x0A, 0x0D: bytes.append(0x20)
        case Telnet.iac: bytes += [Telnet.iac, Telnet.iac]
        default: bytes.append(byte)
        }
      }
      bytes += [0x0D, 0x0A]
    }
    return bytes
  }
}

/// What the answer to a command is.
enum Response {
  /// A reply, and on to the next command.
  case reply(ServerReply)
  /// A reply, then the end of the session.
  case replyAndClose(ServerReply)
  /// A preliminary reply, bytes over the data connection, a final reply.
  case transfer(Transfer)

  /// A reply of one line.
  static func reply(_ code: ReplyCode, _ text: String) -> Response { .reply(ServerReply(code, text)) }

  /// The answer to a command of some RFC that this server does not carry out (RFC 959, section 4.2).
  static var notImplemented: Response { .reply(502, "Command not implemented.") }

  /// The code of the first reply.
  var code: ReplyCode {
    switch self {
    case .reply(let reply), .replyAndClose(let reply): reply.code
    case .transfer(let transfer): transfer.preliminary.code
    }
  }
}
