import FTPConversation
import FTPProtocol
import FTPTransport

/// Why a step of a conversation failed: one line that says what happened and with whom.
///
/// A reply that refuses something is not an error by itself: `RawFTPClient.send(_:)` returns it.
/// Only operations that need a certain reply throw ``unexpectedReply(_:to:expected:)``.
public enum FTPClientError: Error, Sendable, Codable {
  /// The network failed: resolving, connecting, reading, writing, or a deadline that passed.
  case transport(TransportError)
  /// The awaited event did not happen in time; `unfinished` is the part received so far, escaped, or empty.
  case timedOut(awaiting: Awaited, after: Duration, unfinished: String)
  /// The server closed the control connection before the awaited event; `unfinished` as for
  /// ``timedOut(awaiting:after:unfinished:)``.
  case closedByServer(awaiting: Awaited, unfinished: String)
  /// The server's bytes exceed a limit or, with strict reading, break the grammar.
  case malformedReply(ReplyParserError)
  /// The reply does not let the operation continue.
  case unexpectedReply(Reply, to: String, expected: String)
  /// The address in a reply cannot be used: unreadable, or refused by `AddressPolicy`.
  case unusableAddress(in: Reply, reason: String)
  /// An address of this host cannot be written in the required form, such as an IPv6 address in PORT.
  case inexpressibleAddress(String)
  /// A command line contains CR or LF; `RawFTPClient.write(_:)` can send it.
  case lineBreakInCommand
  /// The control connection was never opened, or is closed.
  case notConnected
  /// TLS is not available as requested: no library, or an unreadable file. The text says which.
  case tlsUnavailable(String)
  /// A transfer command was given without a data connection: no address was announced.
  case noDataConnection
  /// The task was cancelled, and the call has ended at once.
  ///
  /// Pending replies of the server are read and recorded when they come, and are never taken for the answer to another
  /// command. `endsConversation` is true if there is no conversation left: no connection was made, or a line was cut in
  /// the middle, so the client closed the connection.
  case cancelled(endsConversation: Bool)
  /// The data connection of another transfer of this client is open; only one is possible at a time.
  ///
  /// `connectData(announcedIn:)` and `startTransfer(_:)` do not check this.
  case transferUnderWay
  /// The transfer is finished, or was closed from another task.
  case transferFinished
  /// The transfer was aborted.
  case transferAborted
  /// A download ended too early: after `byteCount` bytes of `expected`, if that is known.
  /// `reply` is the final reply, which reports success; nil if it was not awaited.
  case incomplete(byteCount: Int, expected: UInt64?, reply: Reply?)
}

extension FTPClientError: CustomStringConvertible {
  /// One line of printable ASCII, whatever a peer sent.
  public var description: String {
    switch self {
    case .transport(let error): error.description + (Self.hint(about: error).map { " (\($0))" } ?? "")
    case .timedOut(let awaited, let limit, let unfinished):
      "no \(awaited) within \(Deadline.text(of: limit))" + Self.received(unfinished)
    case .closedByServer(let awaited, let unfinished):
      "the server closed the control connection before its \(awaited)" + Self.received(unfinished)
    case .malformedReply(let error): "malformed reply from the server: \(error)"
    case .unexpectedReply(let reply, let command, let expected):
      "\(command) got \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])); expected \(expected)"
    case .unusableAddress(let reply, let reason):
      "the address in \(VectorText.escape(reply.lines.last?.bytes.trimmedLineEnd ?? [])) cannot be used: \(reason)"
    case .inexpressibleAddress(let reason): "this end's address cannot be announced: \(reason)"
    case .lineBreakInCommand: "the command contains a line break"
    case .notConnected: "the control connection is not open"
    case .tlsUnavailable(let reason): reason
    case .noDataConnection: "no data connection is ready; send PASV, EPSV, PORT or EPRT first"
    case .cancelled(let endsConversation):
      endsConversation ? "cancelled, which ended the conversation" : "cancelled"
    case .transferUnderWay: "another transfer is in progress; a client can have only one at a time"
    case .transferFinished: "the transfer is finished"
    case .transferAborted: "the transfer was aborted"
    case .incomplete(let count, let expected, let reply):
      "the download is incomplete: \(count) bytes" + (expected.map { " of \($0)" } ?? "")
        + (reply == nil ? "" : ", without the end of the data")
    }
  }

  /// True if the conversation itself failed, so that no more commands can be sent.
  ///
  /// False for a cancelled call whose client can continue.
  public var endsConversation: Bool {
    switch self {
    case .transport, .timedOut, .closedByServer, .malformedReply, .notConnected: true
    case .unexpectedReply, .unusableAddress, .inexpressibleAddress, .lineBreakInCommand, .noDataConnection,
      .tlsUnavailable, .transferUnderWay, .transferFinished, .transferAborted, .incomplete:
      false
    case .cancelled(let endsConversation): endsConversation
    }
  }

  /// Whether a wait was interrupted.
  var isCancellation: Bool {
    switch self {
    case .transport(let error): error.isCancelled
    case .cancelled: true
    default: false
    }
  }

  /// What the failure of a data connection usually means; the control connection works.
  private static func hint(about error: TransportError) -> String? {
    switch error.step {
    case .connectData where error.isRefused:
      "the server answers, but the data port that it announced is closed: a firewall or NAT?"
    case .connectData where error.isTimeout:
      "the server answers, but the data port that it announced does not: a firewall or NAT?"
    case .accept where error.isTimeout:
      "the server answers, but did not connect to this machine: a firewall or NAT?"
    default: nil
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
