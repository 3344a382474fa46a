import FTPProtocol

/// One thing that happened in a conversation, on either channel, with the time at which it was noticed.
public struct ConversationEvent: Hashable, Sendable {
  /// Time since the recording began, on a monotonic clock.
  public let time: Duration
  /// What happened.
  public let content: Content

  /// Makes an event.
  public init(time: Duration, _ content: Content) {
    self.time = time
    self.content = content
  }

  /// The kinds of events.
  public enum Content: Hashable, Sendable {
    /// The client sent a line, or a part of one; secrets are replaced already.
    case command(CommandLines.Line, Judgement?)
    /// The server sent a reply; `cuts` are the offsets in its bytes at which one segment ended and the next began.
    case reply(Reply, cuts: [Int], Judgement)
    /// The server sent bytes that never became a reply, because the conversation ended or they were malformed;
    /// `omitted` more were not kept.
    case unfinishedReply([UInt8], omitted: Int)
    /// The state of the connection has changed.
    case stateChanged(from: ConnectionState, to: ConnectionState)
    /// The judge found a broken requirement.
    case verdict(Verdict)
    /// Bytes were transferred over a data connection; bytes beyond the limit of the recording are only counted.
    case data(DataConnectionID, DataDirection, [UInt8], omitted: Int)
    /// Something other than bytes: a connection was opened or closed, TLS, time, missing bytes, a note.
    case mark(ConversationMark)
  }
}

/// The number of a data connection within one conversation, from 1.
public struct DataConnectionID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Wraps a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Which way data flows.
public enum DataDirection: String, Hashable, Sendable, CaseIterable {
  /// From the server to the client.
  case download
  /// From the client to the server.
  case upload
}

/// How a data connection ended.
public enum DataEnding: String, Hashable, Sendable, CaseIterable {
  /// The other side closed it in order.
  case endOfFile = "end of file"
  /// The client closed it in order.
  case closedByClient = "closed by the client"
  /// The server closed it in order.
  case closedByServer = "closed by the server"
  /// The client reset it.
  case resetByClient = "reset by the client"
  /// The server reset it.
  case resetByServer = "reset by the server"
}
