import FTPClient
import FTPProtocol
import FTPSystem
import FTPTransport

/// Why an operation of a session failed; each error is one plain line.
public enum FTPError: Error, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The server refused; the command is nil for the greeting.
  case refused(Reply, to: Command?)
  /// A transfer ended early, or with another number of bytes than announced; `of` is nil if the
  /// size is unknown, and `reply` is the server's final reply, if any.
  case incomplete(got: UInt64, of: UInt64?, reply: Reply?)
  /// The data connection failed before its proper end, after so many bytes of the file; `of` and `reply` as above.
  case cut(TransportError, got: UInt64, of: UInt64?, reply: Reply?)
  /// The server sends more bytes of a file than it announced.
  case longer(than: UInt64)
  /// No byte moved for as long as the site allows.
  case stalled(after: Duration, got: UInt64)
  /// There is more than the caller allows, in bytes.
  case tooLarge(limit: Int)
  /// An entry with that name exists, and must not be overwritten.
  case exists(FTPEntry)
  /// Another transfer has the lock on the file: the text says what is being done, and the process is nil if unknown.
  case busy(String, process: Int32?)
  /// The file on the other side is not the one that the existing part belongs to.
  case changed(String)
  /// A name in a listing cannot be that of an entry: see ``FTPEntry/nameFlaw``.
  case unsafeName([UInt8])
  /// A reply is malformed; the text says what is wrong.
  case unreadable(Reply, String)
  /// A listing cannot be read; the text says why.
  case unreadableListing(String)
  /// The server has no command for it.
  case unsupported(String)
  /// The conversation failed.
  case conversation(FTPClientError)
  /// An operation on a local file failed.
  case local(LocalFileError)
}

extension FTPError {
  /// Translates an error, so that every cancellation becomes ``cancelled``.
  init(_ error: FTPClientError) {
    if case .cancelled = error { self = .cancelled } else { self = .conversation(error) }
  }

  /// Wraps an error that a body threw; nil if it is not an error of the session.
  init?(any error: any Error) {
    switch error {
    case let error as FTPError: self = error
    case let error as FTPClientError: self.init(error)
    case let error as LocalFileError: self = .local(error)
    case is CancellationError: self = .cancelled
    default: return nil
    }
  }

  /// True if the operation may succeed on a new connection, perhaps later: the reply is a 4yz, the connection was
  /// lost or too slow, or the data was cut.
  public var isTransient: Bool {
    switch self {
    case .refused(let reply, _): reply.code.firstDigit == 4
    case .incomplete(_, _, let reply), .cut(_, _, _, let reply):
      reply.map { $0.code.firstDigit != 5 } ?? true
    case .longer, .stalled: true
    case .conversation(let error): error.endsConversation
    case .cancelled, .tooLarge, .exists, .busy, .changed, .unsafeName, .unreadable, .unreadableListing,
      .unsupported, .local:
      false
    }
  }
}

extension FTPError: CustomStringConvertible {
  /// One line of printable ASCII, whatever a peer sent.
  public var description: String {
    switch self {
    case .cancelled: "cancelled"
    case .refused(let reply, let command?): "\(command) was refused: \(Self.text(reply))"
    case .refused(let reply, nil): "the server turned the client away: \(Self.text(reply))"
    case .incomplete(let got, let size, let reply):
      (got == size
        ? "all \(got) bytes were transferred" : "the transfer is incomplete: \(Self.count(got, of: size))")
        + (reply.map { (got == size ? ", but" : ", and") + " the server said \(Self.text($0))" } ?? "")
    case .cut(let cause, let got, let size, let reply):
      "\(Self.text(cause)) after \(Self.count(got, of: size))"
        + (reply.map { ", and the server said \(Self.text($0))" } ?? "")
    case .longer(let size): "the file is longer than announced: it has more than \(size) bytes"
    case .stalled(let limit, let got): "no progress for \(limit) after \(got) bytes"
    case .tooLarge(let limit): "larger than the limit of \(limit) bytes"
    case .exists(let entry): "\(Escaping.ascii(entry.name)) exists"
    case .busy(let what, let process): "\(what) by \(process.map { "process \($0)" } ?? "another process")"
    case .changed(let what): what
    case .unsafeName(let name):
      "the name \(Escaping.ascii(name)) \(NameFault.of(name)?.rawValue ?? "cannot be used")"
    case .unreadable(let reply, let what): "malformed reply: \(Self.text(reply)) (\(what))"
    case .unreadableListing(let what): "the listing cannot be read: \(what)"
    case .unsupported(let what): "the server cannot \(what)"
    case .conversation(let error): error.description
    case .local(let error): error.description
    }
  }

  private static func count(_ got: UInt64, of size: UInt64?) -> String {
    "\(got) bytes" + (size.map { " of \($0)" } ?? "")
  }

  /// What happened to the data connection.
  private static func text(_ error: TransportError) -> String {
    switch error.cause {
    case .timedOut: "nothing moved on the data connection, which the server left open,"
    case .truncated: "the data connection ended without the close alert of TLS"
    case .system(.connectionReset), .system(.connectionAborted): "the server reset the data connection"
    default: "the data connection failed (\(error.cause))"
    }
  }

  private static func text(_ reply: Reply) -> String {
    var line = reply.lines.last?.bytes ?? []
    while let last = line.last, last == 0x0D || last == 0x0A { line.removeLast() }
    return Escaping.ascii(line)
  }
}
