import FTPProtocol

/// A recorded conversation: the events on both channels, in order.
public struct Transcript: Hashable, Sendable {
  /// The events, oldest first.
  public var events: [ConversationEvent]
  /// How many later events were not kept, because the recording had reached its limits.
  public var omittedEvents: Int

  /// Makes a transcript.
  public init(events: [ConversationEvent] = [], omittedEvents: Int = 0) {
    self.events = events
    self.omittedEvents = omittedEvents
  }

  /// What the judge found.
  package var verdicts: [Verdict] {
    events.compactMap { if case .verdict(let verdict) = $0.content { verdict } else { nil } }
  }

  /// About how many bytes of memory the events take, as ``RecordingLimits/totalBytes`` counts them.
  package var memory: Int { events.reduce(0) { $0 + RecordingLimits.eventOverhead + $1.content.byteCount } }
}

extension ConversationEvent.Content {
  /// How many bytes it holds beyond those of any event.
  var byteCount: Int {
    switch self {
    case .command(let line, _): line.bytes.count
    case .reply(let reply, let cuts, _): reply.byteCount + cuts.count * MemoryLayout<Int>.stride
    case .unfinishedReply(let bytes, _), .data(_, _, let bytes, _): bytes.count
    case .verdict(let verdict): verdict.expected.utf8.count + verdict.received.utf8.count
    case .mark(.note(let text)): text.utf8.count
    default: 0
    }
  }
}

extension Transcript: CustomStringConvertible {
  /// The conversation in vector notation, a line for each row, without meanings and times.
  public var description: String {
    var printer = TranscriptPrinter()
    var text = ""
    for event in events {
      for row in printer.rows(for: event) { text += row.text + "\n" }
    }
    for row in printer.finish() { text += row.text + "\n" }
    if omittedEvents > 0 { text += "-- \(omittedEvents) later events were not kept\n" }
    return text
  }
}
