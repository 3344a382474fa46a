import FTPConversation
import FTPProtocol

/// Events of the client's recorder that were not compared yet.
final class EventInbox: Sendable {
  private let events = Guarded<[ConversationEvent.Content]>([])

  func put(_ event: ConversationEvent) { events.withLock { $0.append(event.content) } }

  func takeAll() -> [ConversationEvent.Content] {
    events.withLock { events in
      defer { events.removeAll() }
      return events
    }
  }
}

extension [ConversationEvent.Content] {
  /// The verdicts among events.
  var verdicts: [Verdict] {
    compactMap { if case .verdict(let verdict) = $0 { verdict } else { nil } }
  }
}
