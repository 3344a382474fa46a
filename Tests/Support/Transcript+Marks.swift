import FTPConversation

extension Transcript {
  /// What happened to connections, besides that they were opened and closed.
  package var unusualMarks: [ConversationMark] {
    events.compactMap { event in
      guard case .mark(let mark) = event.content else { return nil }
      return switch mark {
      case .controlOpened, .controlClosed, .dataOpened, .dataClosed, .note: nil
      default: mark
      }
    }
  }
}
