/// Makes a sequence that shows something shorter and plainer for as long as it still shows it: delta debugging.
///
/// The elements may be bytes of a stream or commands of a conversation.
package struct Minimizer {
  /// How many candidates may still be tried.
  package private(set) var budget: Int

  /// Makes a minimiser that tries at most so many candidates.
  package init(budget: Int) { self.budget = budget }

  /// Leaves out what can be left out, in pieces that halve, until no element can go or the budget is spent.
  ///
  /// - Parameters:
  ///   - elements: what shows it.
  ///   - shows: whether a candidate still shows it, given the elements and the range that is missing from those
  ///     that were kept before; what it has accepted is kept.
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

  /// Puts the first of the plainer elements that will do in the place of each.
  ///
  /// - Parameters:
  ///   - elements: what shows it.
  ///   - plainer: what may stand for an element, the plainest first; it ends with the element itself or without it.
  ///   - shows: whether a candidate still shows it.
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
