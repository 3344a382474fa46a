import FTPConformance

/// Makes a sequence that shows a fault shorter and plainer as long as it still shows the fault: delta debugging.
///
/// The elements may be bytes of a stream or commands of a conversation.
package struct Minimizer {
  /// How many candidates may still be tried.
  package private(set) var budget: Int

  /// Makes a minimizer that tries at most this many candidates.
  package init(budget: Int) { self.budget = budget }

  /// Leaves out elements, in pieces whose size is halved each time, until no element can go or the budget is spent.
  ///
  /// - Parameters:
  ///   - elements: A sequence that shows the fault.
  ///   - shows: Whether a candidate still shows the fault. It gets the candidate and the range that is missing from the
  ///     elements kept before; a candidate for which it returns true is kept.
  /// - Returns: the elements that are left.
  package mutating func shorten<Element>(
    _ elements: [Element], _ shows: ([Element], _ missing: Range<Int>) -> Bool
  ) -> [Element] {
    var search = Shortening(elements)
    while budget > 0, let (candidate, missing) = search.next() {
      budget -= 1
      search.answer(shows(candidate, missing))
    }
    return search.kept
  }

  /// Replaces each element by its plainest form that still shows the fault.
  ///
  /// - Parameters:
  ///   - elements: A sequence that shows the fault.
  ///   - plainer: What may replace an element, the plainest first; the list may end with the element itself.
  ///   - shows: Whether a candidate still shows the fault.
  /// - Returns: the elements with their plainer forms.
  package mutating func simplify<Element: Equatable>(
    _ elements: [Element], _ plainer: (Element) -> [Element], _ shows: ([Element]) -> Bool
  ) -> [Element] {
    var kept = elements
    for index in kept.indices {
      let element = kept[index]
      for substitute in plainer(element) {
        guard substitute != element, budget > 0 else { break }
        kept[index] = substitute
        budget -= 1
        if shows(kept) { break }
        kept[index] = element
      }
    }
    return kept
  }
}
