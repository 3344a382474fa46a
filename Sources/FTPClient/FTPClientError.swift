import FTPConversation
import FTPProtocol
import FTPTransport

/// Why a step of a conversation could not be taken: one line that says what happened and with whom.
///
/// A reply that refuses something is not an error by itself: `RawFTPClient.send(_:)` returns it.
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
  /// The address in a reply cannot be used: unreadable, or refused by `AddressPolicy`.
  case unusableAddress(in: Reply, reason: String)
  /// An address of this host cannot be written in the form asked for, as an IPv6 address in PORT.
  case inexpressibleAddress(String)
  /// A command line holds CR or LF, which `RawFTPClient.write(_:)` would send.
  case lineBreakInCommand
  /// There is no control connection (any more).
  case notConnected
  /// This machine has no TLS, or not as it was asked for: no library, a file that cannot be read. The text says which.
  case tlsUnavailable(String)
  /// A transfer command was given without a data connection: nothing was announced to connect to.
  case noDataConnection
  /// The task was cancelled, and the call has ended at once.
  ///
  /// What the server still owes is read and recorded when it comes, and is never the answer to another command.
  /// `endsConversation` is true where there is no conversation left: no connection was made, or a line was cut
  /// in the middle, upon which the client has closed the connection.
  case cancelled(endsConversation: Bool)
  /// The data connection of another transfer of this client is open; there is one at a time.
  ///
  /// `connectData(announcedIn:)` and `startTransfer(_:)` do not check this.
  case transferUnderWay
  /// The transfer is finished, or was closed from another task.
  case transferFinished
  /// The transfer was aborted.
  case transferAborted
  /// A download has come to an end before its data: so many bytes have come, of `expected` where that is known.
  /// `reply` is the final reply, which says that all is well; nil where it was not waited for.
  case incomplete(byteCount: Int, expected: UInt64?, reply: Reply?)
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
    case .malformedReply(let error): "malformed reply from the server: \(error)"
    case .unexpectedReply(let reply, let command, let expected):
      "\(command) was answered \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])); expected \(expected)"
    case .unusableAddress(let reply, let reason):
      "the address in \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])) cannot be used: \(reason)"
    case .inexpressibleAddress(let reason): "this end's address cannot be announced: \(reason)"
    case .lineBreakInCommand: "the command contains a line break"
    case .notConnected: "there is no control connection"
    case .tlsUnavailable(let reason): reason
    case .noDataConnection: "no data connection is ready; send PASV, EPSV, PORT or EPRT first"
    case .cancelled(let endsConversation):
      endsConversation ? "cancelled, and the conversation with it" : "cancelled"
    case .transferUnderWay: "another transfer is in progress; a client has one at a time"
    case .transferFinished: "the transfer is finished"
    case .transferAborted: "the transfer was aborted"
    case .incomplete(let count, let expected, let reply):
      "the download is incomplete: \(count) bytes" + (expected.map { " of \($0)" } ?? "")
        + (reply == nil ? "" : ", without the end of the data")
    }
  }

  /// True where the conversation as such failed, so that nothing more can be asked of the server.
  ///
  /// False for a call that was cancelled and a client that can go on.
  public var endsConversation: Bool {
    switch self {
    case .transport, .timedOut, .closedByServer, .malformedReply, .notConnected: true
    case .unexpectedReply, .unusableAddress, .inexpressibleAddress, .lineBreakInCommand, .noDataConnection,
      .tlsUnavailable, .transferUnderWay, .transferFinished, .transferAborted, .incomplete:
      false
    case .cancelled(let endsConversation): endsConversation
    }
  }

  /// Whether a wait was ended from outside.
  var isCancellation: Bool {
    switch self {
    case .transport(let error): error.isCancelled
    case .cancelled: true
    default: false
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
