import FTPConversation
import FTPProtocol
import FTPTransport

/// Why a step of a conversation could not be taken: one line that says what happened and with whom.
///
/// A reply that refuses something is not an error by itself: ``RawFTPClient/send(_:)-async`` returns it.
/// Only operations that need a certain answer throw ``unexpectedReply(_:to:expected:)``.
public enum FTPClientError: Error, Sendable {
  /// The network failed: resolving, connecting, reading, writing, or a deadline that passed.
  case transport(TransportError)
  /// What was awaited ("greeting", "reply to SYST") did not come in time; `unfinished` says what was received of it,
  /// escaped, empty for nothing.
  case timedOut(awaiting: String, after: Duration, unfinished: String)
  /// The server closed the control connection before what was awaited, if anything was; `unfinished` as for
  /// ``timedOut(awaiting:after:unfinished:)``.
  case closedByServer(awaiting: String, unfinished: String)
  /// What the server sent is beyond a limit or, with strict reading, against the grammar.
  case malformedReply(ReplyParserError)
  /// The reply is not one that lets the operation go on.
  case unexpectedReply(Reply, to: String, expected: String)
  /// The address in a reply cannot be used: unreadable, or refused by ``AddressPolicy``.
  case unusableAddress(in: Reply, reason: String)
  /// An address of this host cannot be written in the form asked for, as an IPv6 address in PORT.
  case inexpressibleAddress(String)
  /// A command line holds CR or LF, which ``RawFTPClient/write(_:)-async`` would send.
  case lineBreakInCommand
  /// There is no control connection (any more).
  case notConnected
  /// A transfer command was given without a data connection: nothing was announced to connect to.
  case noDataConnection
}

extension FTPClientError: CustomStringConvertible {
  /// One line of printable ASCII, whatever a peer sent.
  public var description: String {
    switch self {
    case .transport(let error): error.description
    case .timedOut(let awaited, let limit, let unfinished):
      "no \(awaited) within \(Deadline.text(of: limit))" + Self.received(unfinished)
    case .closedByServer(let awaited, let unfinished):
      "the server closed the control connection" + (awaited.isEmpty ? "" : " before its \(awaited)")
        + Self.received(unfinished)
    case .malformedReply(let error): "the server's reply cannot be read: \(error)"
    case .unexpectedReply(let reply, let command, let expected):
      "\(command) was answered \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])); expected \(expected)"
    case .unusableAddress(let reply, let reason):
      "the address in \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])) cannot be used: \(reason)"
    case .inexpressibleAddress(let reason): "this end's address cannot be announced: \(reason)"
    case .lineBreakInCommand: "the command holds a line break, which only raw bytes may"
    case .notConnected: "there is no control connection"
    case .noDataConnection: "no data connection is ready; send PASV, EPSV, PORT or EPRT first"
    }
  }

  /// True where the conversation as such failed, so that nothing more can be asked of the server.
  public var endsConversation: Bool {
    switch self {
    case .transport, .timedOut, .closedByServer, .malformedReply, .notConnected: true
    case .unexpectedReply, .unusableAddress, .inexpressibleAddress, .lineBreakInCommand, .noDataConnection:
      false
    }
  }

  private static func received(_ unfinished: String) -> String {
    unfinished.isEmpty ? "" : "; received so far: \(unfinished)"
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without CR and LF at the end.
  var trimmedLineEnd: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1] == 0x0D || self[end - 1] == 0x0A { end -= 1 }
    return self[startIndex..<end]
  }
}
