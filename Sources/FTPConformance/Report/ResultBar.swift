/// The results of the cases about one RFC as a bar: what passes, what is warned of, and what fails.
package struct ResultBar: Hashable, Sendable {
  /// The name of the RFC or draft.
  package let name: String
  /// The number of cases that pass.
  package let passes: Int
  /// The number of cases with a warning, or with different results from time to time.
  package let warnings: Int
  /// The number of all other cases with a problem.
  package let failures: Int

  /// The number of cases that were tried.
  var tested: Int { passes + warnings + failures }

  /// The bar in `width` columns; whatever there is has at least one.
  ///
  /// - Parameter width: The number of columns, at least 3.
  /// - Returns: The columns of passes, warnings and failures.
  func columns(of width: Int) -> (passes: Int, warnings: Int, failures: Int) {
    guard tested > 0 else { return (0, 0, 0) }
    func share(_ count: Int) -> Int { count == 0 ? 0 : max(1, count * width / tested) }
    let (warned, failed) = (share(warnings), share(failures))
    let room = width - (passes == 0 ? 0 : 1)
    let bad = min(failed, room - min(warned, 1))
    let odd = min(warned, room - bad)
    // What rounding leaves belongs to the passes, or else to the failures.
    return passes > 0 ? (width - bad - odd, odd, bad) : failures > 0 ? (0, odd, width - odd) : (0, width, 0)
  }

  /// The bar in ASCII: `[########!!x]`.
  package func text(columns width: Int) -> String {
    let (passes, warnings, failures) = columns(of: width)
    return "[" + String(repeating: "#", count: passes) + String(repeating: "!", count: warnings)
      + String(repeating: "x", count: failures) + "]"
  }

  /// The counts: `120 of 124 pass`.
  package var words: String { "\(passes) of \(tested) pass" }
}

extension RunReport {
  /// A bar for each RFC that the party offers and of which something was tried, in order.
  package var bars: [ResultBar] {
    texts.filter(\.isOffered).map { text in
      let tallies = text.cases.map { tally(of: $0) }
      let warnings = tallies.count { $0 == .warn || $0 == .flaky }
      let passes = tallies.count { $0 == .pass }
      return ResultBar(
        name: text.name, passes: passes, warnings: warnings,
        failures: tallies.count(where: \.isProblem) - warnings)
    }.filter { $0.tested > 0 }
  }
}
