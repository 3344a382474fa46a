/// A search for fewer elements that still show a fault, by delta debugging.
///
/// The caller tries one candidate after the other and may take as long as it needs for each.
///
/// ```swift
/// var search = Shortening(commands)
/// while let candidate = search.next() { search.answer(await shows(candidate.elements)) }
/// return search.kept
/// ```
package struct Shortening<Element> {
  /// The fewest elements so far.
  package private(set) var kept: [Element]
  private var size: Int
  /// Where the next piece ends.
  private var end: Int
  /// How many elements were left when the search began with pieces of this size.
  private var count: Int
  private var candidate: [Element]?

  /// Begins with all elements, which show the fault.
  package init(_ elements: [Element]) {
    kept = elements
    size = max(1, elements.count / 2)
    end = elements.count
    count = elements.count
  }

  /// The next candidate, and the range of ``kept`` that is missing from it; nil if no element can go.
  package mutating func next() -> (elements: [Element], missing: Range<Int>)? {
    if end == 0 {
      // Single elements are tried until a whole pass removes none: without one of them, another may have become
      // superfluous.
      guard !kept.isEmpty, size > 1 || kept.count < count else { return nil }
      size = max(1, size / 2)
      count = kept.count
      end = kept.count
    }
    // From the end: the last elements are often superfluous, and the others depend on them least.
    let missing = max(0, end - size)..<end
    guard !missing.isEmpty else { return nil }
    var elements = kept
    elements.removeSubrange(missing)
    end = missing.lowerBound
    candidate = elements
    return (elements, missing)
  }

  /// Records whether the candidate still shows the fault.
  package mutating func answer(_ shows: Bool) {
    if shows, let candidate { kept = candidate }
    candidate = nil
  }
}
