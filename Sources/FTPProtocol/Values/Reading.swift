/// A value read from a peer, with notes about its form.
///
/// ```swift
/// let reading = try AddressForm.pasv.read(reply: "Passive mode 127,0,0,1, 8,77".utf8)
/// reading.value        // 127.0.0.1:2125
/// reading.breaches     // a space beside a comma
/// ```
public struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public let value: Value
  /// The notes, remarks and breaches, in the order in which they were found.
  public let notes: [ValueDeviation]

  /// Wraps a value with its notes.
  public init(_ value: Value, notes: [ValueDeviation] = []) {
    self.value = value
    self.notes = notes
  }

  /// The notes that say that a requirement was broken.
  public var breaches: [ValueDeviation] { notes.filter { $0.weight == .breach } }

  /// True if no requirement was broken; there may still be remarks.
  public var isCanonical: Bool { !notes.contains { $0.weight == .breach } }

  /// The breaches as verdicts on the side that wrote the value.
  public func verdicts(on party: Verdict.Party, expected: String) -> [Verdict] {
    breaches.map { Verdict($0.requirement, by: party, expected: expected, received: $0.text) }
  }

  /// The reading itself, unless a breach is an error here.
  func checked(_ leniency: Leniency) throws(ValueDeviation) -> Self {
    if leniency.rejectsBreaches, let breach = breaches.first { throw breach }
    return self
  }
}
