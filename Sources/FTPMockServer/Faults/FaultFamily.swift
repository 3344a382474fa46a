/// Faults that concern one part of a session, and whose names begin with the same word.
package struct FaultFamily: Sendable {
  /// The word before the first hyphen of each name.
  package let name: String
  /// Their subject, as a heading.
  package let title: String
  /// The faults, in the order of a session.
  package let kinds: [FaultKind]
}
