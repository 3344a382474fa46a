import FTPConversation
import FTPProtocol

/// What the client's recorder has told and nobody has compared yet.
final class EventInbox: Sendable {
  private let events = Guarded<[ConversationEvent.Content]>([])

  func put(_ event: ConversationEvent) { events.withLock { $0.append(event.content) } }

  /// Takes all there is.
  func takeAll() -> [ConversationEvent.Content] {
    events.withLock { events in
      defer { events.removeAll() }
      return events
    }
  }
}

extension [ConversationEvent.Content] {
  /// The departures among events.
  var verdicts: [Verdict] {
    compactMap { if case .verdict(let verdict) = $0 { verdict } else { nil } }
  }
}
