/// The search for fewer elements that still show something, candidate by candidate, so that trying them may take as long
/// as it likes: delta debugging.
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
  /// How many there were when the pieces had this size first.
  private var count: Int
  private var candidate: [Element]?

  /// Begins with all elements, which show it.
  package init(_ elements: [Element]) {
    kept = elements
    size = max(1, elements.count / 2)
    end = elements.count
    count = elements.count
  }

  /// The next candidate, and the range of ``kept`` that is missing from it; nil if no element can go.
  package mutating func next() -> (elements: [Element], missing: Range<Int>)? {
    if end == 0 {
      // One by one until nothing more goes: what goes can make needless what was tried before.
      guard !kept.isEmpty, size > 1 || kept.count < count else { return nil }
      size = max(1, size / 2)
      count = kept.count
      end = kept.count
    }
    // From the end, because what is last matters most, and what is left out there disturbs least.
    let missing = max(0, end - size)..<end
    guard !missing.isEmpty else { return nil }
    var elements = kept
    elements.removeSubrange(missing)
    end = missing.lowerBound
    candidate = elements
    return (elements, missing)
  }

  /// Takes note of whether the candidate still shows it.
  package mutating func answer(_ shows: Bool) {
    if shows, let candidate { kept = candidate }
    candidate = nil
  }
}
