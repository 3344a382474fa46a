import FTPConversation

/// Something that happened in one of the sessions of a server.
public struct ServerEvent: Hashable, Sendable {
  /// Which session it happened in; the first of a server is 1.
  public let session: Int
  /// When it happened, counted from the server's start; in order within a session.
  public let time: Duration
  /// One more than that of the event before, whatever its session: a gap tells how many a listener was too slow for.
  public let number: UInt64
  /// What happened: `.controlOpened` begins a session, `.controlClosed` ends it.
  public let content: ConversationEvent.Content
}

/// What happens in all sessions of a server, from the moment at which somebody began to listen until the server has ended.
///
/// ```swift
/// let events = server.events()
/// for await event in events {
///   if case .controlClosed = event.content { break }
/// }
/// ```
///
/// It is iterated once; for a second listener there is a second sequence. One that nobody keeps costs nothing more.
public struct ServerEvents: AsyncSequence, Sendable {
  let stream: AsyncStream<ServerEvent>

  /// Takes the events one after another; nil when the server has ended.
  public func makeAsyncIterator() -> AsyncStream<ServerEvent>.Iterator { stream.makeAsyncIterator() }
}
