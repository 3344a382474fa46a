import FTPConversation
import FTPProtocol

/// A row of a timeline with both channels: what happened, when, and on which channel.
struct TimelineRow: Hashable, Sendable {
  enum Channel: Hashable, Sendable {
    case control, data
    /// The judge's verdicts, and the tester's own notes.
    case both
  }

  /// The time since the attempt began.
  let time: Duration
  let channel: Channel
  /// The content of the row.
  let kind: TranscriptPrinter.Row.Kind
  /// Lines of printable ASCII.
  let lines: [String]
  /// Whether it is an error of the party under test.
  var isFault = false

  /// How many lines of one reply or one run of data are shown; a report in JSON has them all.
  static let mostLines = 40
  /// How many bytes of a run of data are shown if it is text.
  static let mostBytes = 512
  /// How many bytes of a run of data are shown if it is not text.
  static let mostBinaryBytes = 64

  /// The rows of a conversation.
  ///
  /// Consecutive data on one connection is one row.
  static func rows(of conversation: CaseAttempt.Conversation) -> [TimelineRow] {
    var rows: [TimelineRow] = []
    var pending: DataRun?
    var printer = TranscriptPrinter()
    func flush() {
      if let row = pending.take()?.row { rows.append(row) }
    }
    for event in conversation.transcript.events {
      let time = conversation.opened + event.time
      if case .data(let connection, let direction, let bytes, let omitted) = event.content {
        if pending?.connection != connection || pending?.direction != direction {
          flush()
          pending = DataRun(time: time, connection: connection, direction: direction)
        }
        pending?.add(bytes, omitted)
        continue
      }
      flush()
      rows += Self.rows(of: event, at: time, isOurs: conversation.isOnTester(event), &printer)
    }
    flush()
    let omitted = conversation.transcript.omittedEvents
    if omitted > 0, let last = rows.last {
      rows.append(
        TimelineRow(
          time: last.time, channel: .both, kind: .mark, lines: ["\(omitted) later events were not kept"]))
    }
    return rows
  }

  private static func rows(
    of event: ConversationEvent, at time: Duration, isOurs: Bool, _ printer: inout TranscriptPrinter
  ) -> [TimelineRow] {
    func row(_ channel: Channel, _ kind: TranscriptPrinter.Row.Kind, _ lines: [String]) -> TimelineRow {
      TimelineRow(time: time, channel: channel, kind: kind, lines: lines)
    }
    switch event.content {
    case .mark(.controlOpened(let peer, _)): return [row(.control, .mark, ["open to \(peer ?? "")"])]
    case .mark(.controlClosed(let ending)): return [row(.control, .mark, [ending.phrase])]
    case .mark(.dataOpened(_, let opening)): return [row(.data, .mark, ["open\(opening)"])]
    case .mark(.dataClosed(_, let closing)):
      return [row(.data, .mark, ["\(closing.ending?.rawValue ?? "closed"), \(closing.byteCount ?? 0) bytes"])]
    case .verdict(let verdict) where isOurs:
      return [row(.both, .mark, ["on purpose, against \(verdict.requirement)"])]
    case .verdict(let verdict):
      var row = row(
        .both, .verdict,
        [
          "\(verdict.party): \(verdict.requirement)", "expected \(verdict.expected)",
          "received \(verdict.received)",
        ])
      row.isFault = verdict.party != .network
      return [row]
    case .command, .reply, .unfinishedReply, .mark:
      let printed = printer.rows(for: event)
      guard let kind = printed.first?.kind else { return [] }
      return [
        row(
          kind == .mark ? .both : .control, kind,
          limited(printed.map { String($0.text.dropFirst($0.kind.rawValue.count + 1)) }))
      ]
    case .stateChanged, .data: return []
    }
  }

  private static func limited(_ lines: [String]) -> [String] {
    guard lines.count > mostLines else { return lines }
    return lines.prefix(mostLines - 2) + ["... \(lines.count - mostLines + 1) more lines ..."]
      + lines.suffix(1)
  }

  /// Consecutive data on a connection in one direction.
  private struct DataRun {
    let time: Duration
    let connection: DataConnectionID
    let direction: DataDirection
    private(set) var shown: [UInt8] = []
    private(set) var count = 0

    mutating func add(_ bytes: [UInt8], _ omitted: Int) {
      count += bytes.count + omitted
      shown += bytes.prefix(max(0, TimelineRow.mostBytes - shown.count))
    }

    /// Whether only few of the first bytes must be escaped.
    private var isText: Bool {
      let start = shown.prefix(TimelineRow.mostBinaryBytes)
      let odd = start.count { !(0x20...0x7E).contains($0) && !(0x09...0x0D).contains($0) }
      return odd * 8 <= start.count
    }

    var row: TimelineRow {
      var lines: [String] = []
      let shown = isText ? shown : Array(shown.prefix(TimelineRow.mostBinaryBytes))
      var rest = shown[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
        lines.append(VectorText.escape(rest[..<end]))
        rest = rest[end...]
      }
      if count > shown.count { lines.append("... \(count - shown.count) more bytes") }
      return TimelineRow(
        time: time, channel: .data, kind: direction == .download ? .download : .upload,
        lines: TimelineRow.limited(lines))
    }
  }
}
