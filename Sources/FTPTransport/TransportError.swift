import FTPSystem
import FTPText

/// Why a step on the network failed: which step, with which peer, and the cause.
///
/// The description is one line without control characters:
/// `cannot connect to 127.0.0.1:1: Connection refused`.
public struct TransportError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The step that failed.
  public let step: Step
  /// With whom, in the caller's words: an address, or a host name and a port.
  ///
  /// May be empty.
  public let peer: String
  /// The cause.
  public let cause: Cause

  /// Makes an error; layers above use this for their own causes, such as a premature end.
  public init(step: Step, peer: String, cause: Cause) {
    self.step = step
    self.peer = peer
    self.cause = cause
  }

  /// A step that can fail.
  public enum Step: String, Hashable, Sendable, Codable, CaseIterable {
    /// Looking up a host name.
    case resolve
    /// Opening a connection.
    case connect
    /// Opening a data connection to an address that the server has announced.
    case connectData
    /// Binding to a local address.
    case bind
    /// Beginning to listen.
    case listen
    /// Waiting for a peer to connect.
    case accept
    /// Reading, or waiting for something to read.
    case read
    /// Writing, or waiting for room to write.
    case write
    /// Closing one direction.
    case shutdown
    /// Setting or reading a socket option.
    case option
    /// The handshake of a record layer.
    case handshake
    /// Going back from a record layer to clear text.
    case clear
    /// Starting a thread.
    case thread
  }

  /// The cause.
  public enum Cause: Hashable, Sendable, Codable {
    /// The deadline passed; the duration is the time that was allowed.
    case timedOut(after: Duration)
    /// The wake-up was signalled.
    case cancelled
    /// The operating system refused.
    case system(SystemError)
    /// The host has no address; the text is the resolver's.
    case nameNotFound(String)
    /// The peer closed the connection although more was expected.
    case closedByPeer
    /// The peer ended a connection with a record layer without a close alert, so that bytes may be missing.
    case truncated
    /// The record layer rejected the peer's bytes; the text is the layer's, and the reason OpenSSL's.
    case layer(String, TLSReason? = nil)
    /// Several addresses were tried; why each failed, in the order of trying.
    case attempts([TransportError])
  }

  /// One line that names step, peer and cause.
  public var description: String {
    var text = "cannot \(step.words.phrase)"
    if !peer.isEmpty { text += step.words.preposition + PrintableText.line(peer) }
    return text + ": " + PrintableText.line(cause.description)
  }

  /// Nothing listened on any of the addresses.
  public var isRefused: Bool { cause.holdsThroughout { $0 == .system(.connectionRefused) } }

  /// The deadline passed, for each of the addresses if there were several.
  public var isTimeout: Bool {
    cause.holdsThroughout {
      if case .timedOut = $0 { true } else { false }
    }
  }

  /// The wake-up was signalled.
  public var isCancelled: Bool {
    switch cause {
    case .cancelled: true
    case .attempts(let errors): errors.contains { $0.isCancelled }
    default: false
    }
  }

  /// The peer closed or dropped the connection.
  public var isPeerGone: Bool {
    switch cause {
    case .closedByPeer, .truncated, .system(.connectionReset), .system(.brokenPipe),
      .system(.connectionAborted):
      true
    default: false
    }
  }
}

extension TransportError.Cause: CustomStringConvertible {
  /// The cause in words, on one line.
  public var description: String {
    switch self {
    case .timedOut(let limit): "timed out after \(Deadline.text(of: limit))"
    case .cancelled: "cancelled"
    case .system(let error): error.text
    case .nameNotFound(let text): text
    case .closedByPeer: "the peer closed the connection"
    case .truncated: "the peer closed the connection without a close alert"
    case .layer(let text, _): text
    case .attempts(let errors):
      errors.isEmpty ? "no address" : errors.map { "\($0.peer): \($0.cause)" }.joined(separator: "; ")
    }
  }

  func holdsThroughout(_ test: (Self) -> Bool) -> Bool {
    guard case .attempts(let errors) = self else { return test(self) }
    return !errors.isEmpty && errors.allSatisfy { $0.cause.holdsThroughout(test) }
  }
}

extension TransportError.Step {
  /// What could not be done, and the preposition before the peer.
  fileprivate var words: (phrase: String, preposition: String) {
    switch self {
    case .resolve: ("resolve", " ")
    case .connect: ("connect", " to ")
    case .connectData: ("open the data connection", " to ")
    case .bind: ("bind", " ")
    case .listen: ("listen", " on ")
    case .accept: ("accept a connection", " on ")
    case .read: ("read", " from ")
    case .write: ("write", " to ")
    case .shutdown: ("close one direction", " to ")
    case .option: ("set an option", " on ")
    case .handshake: ("complete the handshake", " with ")
    case .clear: ("go back to clear text", " with ")
    case .thread: ("start a thread", " for ")
    }
  }
}
