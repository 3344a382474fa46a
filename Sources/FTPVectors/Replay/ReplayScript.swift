import FTPConversation
import FTPProtocol

/// A vector with its placeholders filled in: events, each with its expectations.
package struct ReplayScript {
  /// One thing that happens.
  package enum Event {
    case command([UInt8], line: Int, Expectations)
    case replies(Burst)
    case data(DataConnectionID, byteCount: Int, hasPlaceholders: Bool, line: Int, Expectations)
    case mark(ConversationMark, line: Int, Expectations)
  }

  package struct Expectations {
    package var line = 0
    package var meaning: (value: ExpectedMeaning, line: Int)?
    package var verdicts: [ExpectedVerdict] = []
    package var states: [(value: ExpectedState, line: Int)] = []
    /// What may differ over sockets.
    package var differences: [ExpectedDifference] = []

    package init(line: Int = 0) { self.line = line }
  }

  /// The server's bytes until the other side's turn.
  package struct Burst {
    package var bytes: [UInt8] = []
    /// Where segments end in the vector.
    package var cuts: [SegmentCut] = []
    package var line: Int
    /// The ends of the rows, each with the expectations for the replies that end there.
    package var boundaries: [Boundary] = []
    /// Whether the server closes after it, so that a reply without a line end counts.
    package var endsInClose = false
  }

  /// The end of a row of a burst.
  package struct Boundary {
    package var offset: Int
    package var line: Int
    package var replies: [Expectations] = []
  }

  package private(set) var events: [Event] = []
  /// The rows by their lines, with their placeholders.
  package let rows: [Int: VectorRow.Content]
  package let bindings: PlaceholderBindings
  private var current: DataConnectionID?
  private var open: [DataConnectionID] = []

  package init(_ vector: Vector, bindings: PlaceholderBindings) {
    self.bindings = bindings
    rows = Dictionary(vector.rows.map { ($0.line, $0.content) }) { first, _ in first }
    for row in vector.rows { add(row) }
    for index in events.indices.dropLast() {
      guard case .replies(var burst) = events[index],
        case .mark(.controlClosed(let end), _, _) = events[index + 1],
        end != .byClient
      else { continue }
      burst.endsInClose = true
      events[index] = .replies(burst)
    }
  }

  var clientBytes: [UInt8] {
    events.flatMap { event -> [UInt8] in
      if case .command(let bytes, _, _) = event { bytes } else { [] }
    }
  }

  private mutating func add(_ row: VectorRow) {
    switch row.content {
    case .command(let line):
      events.append(.command(line.rendered(bindings).bytes, line: row.line, Expectations(line: row.line)))
    case .reply(let line): add(line.rendered(bindings), line: row.line)
    case .data(_, let line):
      events.append(
        .data(
          current ?? DataConnectionID(rawValue: 1), byteCount: line.rendered(bindings).bytes.count,
          hasPlaceholders: !line.placeholders.isEmpty, line: row.line, Expectations(line: row.line)))
    case .meaning(let meaning):
      changeLast(startsReply: true) { expectations in
        expectations.meaning = (meaning, row.line)
        expectations.line = row.line
      }
    case .verdict(let verdict): changeLast { $0.verdicts.append(verdict) }
    case .state(let state): changeLast { $0.states.append((state, row.line)) }
    case .mark(let mark):
      if case .note = mark { return }
      follow(mark)
      events.append(.mark(mark, line: row.line, Expectations(line: row.line)))
    case .difference(let difference): changeLast { $0.differences.append(difference) }
    case .comment, .blank: break
    }
  }

  private mutating func add(_ rendering: VectorLine.Rendering, line: Int) {
    var burst = Burst(line: line)
    if case .replies(let before) = events.last {
      burst = before
      events.removeLast()
    }
    let start = burst.bytes.count
    burst.cuts += rendering.cuts.map { SegmentCut(offset: start + $0.offset, pause: $0.pause) }
    burst.bytes += rendering.bytes
    burst.boundaries.append(Boundary(offset: burst.bytes.count, line: line))
    events.append(.replies(burst))
  }

  private mutating func follow(_ mark: ConversationMark) {
    switch mark {
    case .dataOpened(let connection, _):
      open.append(connection)
      current = connection
    case .dataClosed(let connection, _):
      open.removeAll { $0 == connection }
      if current == connection { current = open.count == 1 ? open.first : nil }
    case .use(let connection): current = connection
    default: break
    }
  }

  /// Adds to the expectations for the last event.
  private mutating func changeLast(startsReply: Bool = false, _ change: (inout Expectations) -> Void) {
    guard let last = events.popLast() else {
      // An expectation before all events: the state of the conversation at its beginning.
      var expectations = Expectations()
      change(&expectations)
      events.append(.mark(.wait(.zero), line: expectations.states.first?.line ?? 0, expectations))
      return
    }
    switch last {
    case .command(let bytes, let line, var expectations):
      change(&expectations)
      events.append(.command(bytes, line: line, expectations))
    case .data(let connection, let count, let hasPlaceholders, let line, var expectations):
      change(&expectations)
      events.append(
        .data(connection, byteCount: count, hasPlaceholders: hasPlaceholders, line: line, expectations))
    case .mark(let mark, let line, var expectations):
      change(&expectations)
      events.append(.mark(mark, line: line, expectations))
    case .replies(var burst):
      let index = burst.boundaries.count - 1
      if startsReply || burst.boundaries[index].replies.isEmpty {
        burst.boundaries[index].replies.append(Expectations(line: burst.boundaries[index].line))
      }
      change(&burst.boundaries[index].replies[burst.boundaries[index].replies.count - 1])
      events.append(.replies(burst))
    }
  }
}
