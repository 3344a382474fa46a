import Foundation

/// How much of the possible cases a test tries.
///
/// Some tests take their cases from huge products, or from a random generator. A fixed seed selects a sample of them,
/// so that `swift test` is quick and always the same. With `FTPRAW_TEST_ALL=1` in the environment they try everything;
/// with a higher number, one in so many cases, unless that is less than the sample. `.ci/run` does so in a separate
/// step.
package enum Thoroughness {
  /// One in how many cases the environment asks for.
  private static let share = ProcessInfo.processInfo.environment["FTPRAW_TEST_ALL"].flatMap {
    $0.isEmpty ? nil : Int($0) ?? 1
  }

  /// Whether everything is tried.
  package static let isWhole = share == 1

  /// `count` if everything is tried, and otherwise one in `part` of them.
  package static func rounds(_ count: Int, oneIn part: Int = 10) -> Int { max(1, count / stride(part)) }

  /// Whether the case with this name is in the sample of one in `part`, which always contains the same names.
  package static func includes(_ name: String, oneIn part: Int) -> Bool {
    (name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }).isMultiple(of: stride(part))
  }

  /// The step between places that are tried: 1 if everything is tried, otherwise `step`.
  package static func stride(_ step: Int) -> Int { min(step, max(1, share ?? step)) }
}
