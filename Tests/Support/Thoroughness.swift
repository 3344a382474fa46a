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
}
