/// A value as it was read from a peer, with what there is to say about the way it was written.
///
/// ```swift
/// let reading = try HostPort.read(reply: "Passive mode 127,0,0,1, 8,77".utf8)
/// reading.value        // 127.0.0.1:2125
/// reading.departures   // a space beside a comma
/// ```
public struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public let value: Value
  /// Remarks and departures, in the order in which they were found.
  public let notes: [ValueNote]

  /// Wraps a value with its notes.
  public init(_ value: Value, notes: [ValueNote] = []) {
    self.value = value
    self.notes = notes
  }

  /// The notes that say that a requirement was broken.
  public var departures: [ValueNote] { notes.filter { $0.weight == .departure } }

  /// True where no requirement was broken; there may still be remarks.
  public var isCanonical: Bool { !notes.contains { $0.weight == .departure } }

  /// The departures as verdicts on the side that wrote the value.
  public func verdicts(on party: Verdict.Party, expected: String) -> [Verdict] {
    departures.map { Verdict($0.requirement, by: party, expected: expected, received: $0.text) }
  }
}
