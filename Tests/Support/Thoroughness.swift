import Foundation

/// How much of what a test could try it tries.
///
/// Some tests take their cases from products that are huge, or from a random generator. A seed that never changes picks
/// a sample of them, so that `swift test` is quick and still the same each time; `FTPRAW_TEST_ALL` in the environment
/// has them try everything, which `.ci/run` does in a step of its own.
package enum Thoroughness {
  /// Whether everything is tried.
  package static let isWhole = !(ProcessInfo.processInfo.environment["FTPRAW_TEST_ALL"] ?? "").isEmpty

  /// So many where everything is tried, and otherwise one in `part` of them.
  package static func rounds(_ count: Int, oneIn part: Int = 10) -> Int {
    isWhole ? count : max(1, count / part)
  }

  /// Whether the case of this name is among the one in `part` that are tried; the same names each time.
  package static func includes(_ name: String, oneIn part: Int) -> Bool {
    isWhole || name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % part == 0
  }

  /// The step at which places one after another are tried: each of them, or each `step`-th.
  package static func stride(_ step: Int) -> Int { isWhole ? 1 : step }
}
