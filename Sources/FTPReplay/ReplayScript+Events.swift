import FTPConversation
import FTPVectors

extension ReplayScript {
  /// The events at which runs of data begin that go over a connection after an event, and how it is closed.
  func dataRows(
    of connection: DataConnectionID, after index: Int
  ) -> (events: [Int], closing: ConversationMark.Closing?) {
    var found: [Int] = []
    for (index, event) in zip(events.indices, events).dropFirst(index + 1) {
      switch event {
      case .data(connection, _, _, _, _): found.append(index)
      case .mark(.dataClosed(connection, let closing), _, _): return (found, closing)
      default: break
      }
    }
    return (found, nil)
  }

  /// Whether the next data connection after an event cannot be opened, for the same command if that is all that counts.
  func refusesData(after index: Int, ofSameCommand: Bool = false) -> Bool {
    for event in events[(index + 1)...] {
      switch event {
      case .command where ofSameCommand: return false
      case .mark(.dataOpened, _, _) where !ofSameCommand: return false
      case .mark(.dataRefused, _, _): return true
      default: break
      }
    }
    return false
  }
}

extension ReplayScript.Event {
  /// The line of the vector that the event begins with.
  var line: Int {
    switch self {
    case .command(_, let line, _), .data(_, _, _, let line, _), .mark(_, let line, _): line
    case .replies(let burst): burst.line
    }
  }

  /// The lines of its rows.
  var lines: [Int] {
    if case .replies(let burst) = self { burst.boundaries.map(\.line) } else { [line] }
  }
}
