import FTPConversation
import FTPProtocol

extension Transcript {
  /// The transcript of a capture with its gaps where they may begin, and without accusations that might depend on them.
  ///
  /// That bytes are missing is noticed only when later ones arrive, or at the end. They belong after the last ones that the
  /// same side sent before them; nothing after that is certain. A data connection whose end was not captured is one with a gap.
  func withGapsInPlace(atBeginning sides: [ConversationMark.Side]) -> Transcript {
    var gaps = Gaps()
    for (index, event) in events.enumerated() { gaps.take(event.content, at: index) }
    gaps.finish(atBeginning: sides)
    guard !gaps.marks.isEmpty else { return self }
    var placed = Transcript(omittedEvents: omittedEvents)
    // After a gap in the control connection, it accuses no one.
    var judge = Judge()
    var hasDataGap = false
    func add(_ marks: [ConversationMark], at time: Duration) {
      for mark in marks {
        judge.observe(mark)
        if case .missing(_?, _, _) = mark { hasDataGap = true }
        placed.events.append(ConversationEvent(time: time, .mark(mark)))
      }
    }
    add(gaps.marks[-1] ?? [], at: .zero)
    var pending: [ConversationMark] = []
    for (index, event) in events.enumerated() {
      switch event.content {
      case .mark(.missing): continue
      case .verdict(let verdict):
        let isDoubtful = judge.hasGap || hasDataGap && verdict.requirement == "959:5.2:final-after-close"
        if !isDoubtful { placed.events.append(event) }
        continue
      case .stateChanged: break
      default:
        // What the judge said about an event follows it, and is as certain as the event.
        add(pending, at: event.time)
        pending = []
        if case .mark(.dataOpened) = event.content { hasDataGap = false }
      }
      placed.events.append(event)
      pending += gaps.marks[index] ?? []
    }
    add(pending, at: events.last?.time ?? .zero)
    return placed
  }
}

/// Where the gaps of a transcript begin.
private struct Gaps {
  /// The marks by the event that they follow; -1 is the beginning.
  private(set) var marks: [Int: [ConversationMark]] = [:]
  private var opening = -1
  /// The last event with bytes of a side, or with data of a connection.
  private var last: [ConversationMark.Side: Int] = [:]
  private var open: [DataConnectionID: (last: Int, sender: ConversationMark.Side)] = [:]
  private var closed: [DataConnectionID: Int] = [:]
  private var lastReply = -1

  mutating func take(_ content: ConversationEvent.Content, at index: Int) {
    switch content {
    case .mark(.controlOpened): opening = index
    case .command: last[.client] = index
    case .reply:
      last[.server] = index
      lastReply = index
    // When its bytes came is not known, as it is reported only at the gap in it.
    case .unfinishedReply: break
    case .mark(.dataOpened(let connection, _)): open[connection] = (index, .server)
    case .data(let connection, let direction, _, _):
      open[connection] = (index, direction == .download ? .server : .client)
    case .mark(.dataClosed(let connection, _)):
      closed[connection] = open.removeValue(forKey: connection)?.last
    case .mark(.missing(nil, let count, let side)):
      add(.missing(nil, byteCount: count, from: side), at: last[side] ?? opening)
    case .mark(.missing(let connection?, let count, let side)):
      add(
        .missing(connection, byteCount: count, from: side),
        at: open[connection]?.last ?? closed[connection] ?? index)
    default: break
    }
  }

  /// The connections that were never closed, but had a reply after them, end with a gap; some sides begin with one.
  mutating func finish(atBeginning sides: [ConversationMark.Side]) {
    for side in sides { add(.missing(nil, byteCount: 0, from: side), at: opening) }
    for (connection, state) in open.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where lastReply > state.last {
      add(.missing(connection, byteCount: 0, from: state.sender), at: state.last)
    }
  }

  private mutating func add(_ mark: ConversationMark, at index: Int) {
    marks[index, default: []].append(mark)
  }
}
