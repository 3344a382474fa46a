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
