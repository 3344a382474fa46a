import FTPConversation

/// Something that happened in one of the sessions of a server.
public struct ServerEvent: Hashable, Sendable {
  /// The session in which it happened; the first of a server is 1.
  public let session: Int
  /// When it happened, counted from the server's start; in order within a session.
  public let time: Duration
  /// One more than that of the previous event of any session: a gap shows how many a slow listener missed.
  public let number: UInt64
  /// What happened: `.controlOpened` begins a session, `.controlClosed` ends it.
  public let content: ConversationEvent.Content
}

/// The events of all sessions of a server, from the moment at which listening began until the server ends.
///
/// ```swift
/// let events = server.events()
/// for await event in events {
///   if case .controlClosed = event.content { break }
/// }
/// ```
///
/// It can be iterated once; a second listener needs a second sequence. A released sequence has no further cost.
public struct ServerEvents: AsyncSequence, Sendable {
  let stream: AsyncStream<ServerEvent>

  /// Takes the events one after another; nil when the server has ended.
  public func makeAsyncIterator() -> AsyncStream<ServerEvent>.Iterator { stream.makeAsyncIterator() }
}
