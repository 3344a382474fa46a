/// How a value of a peer is read: by the letter, or as far as its meaning is plain.
///
/// Both modes find the same departures. They differ in what follows from one: ``strict`` throws the first,
/// ``lenient`` returns the value and lists them all in ``Reading/notes``.
public enum ReadingMode: Hashable, Sendable, CaseIterable {
  /// A departure from a requirement is an error.
  case strict
  /// A departure is noted and the value is read all the same, as long as it can mean only one thing.
  case lenient
}
