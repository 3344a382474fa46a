import Foundation

/// How much of the possible cases a test tries.
///
/// Some tests take their cases from huge products, or from a random generator. A fixed seed selects a sample of them,
/// so that `swift test` is quick and always the same. If `FTPRAW_TEST_ALL` is set in the environment, they try
/// everything, which `.ci/run` does in a separate step.
package enum Thoroughness {
  /// Whether everything is tried.
  package static let isWhole = !(ProcessInfo.processInfo.environment["FTPRAW_TEST_ALL"] ?? "").isEmpty

  /// `count` if everything is tried, and otherwise one in `part` of them.
  package static func rounds(_ count: Int, oneIn part: Int = 10) -> Int {
    isWhole ? count : max(1, count / part)
  }

  /// Whether the case with this name is in the sample of one in `part`, which always contains the same names.
  package static func includes(_ name: String, oneIn part: Int) -> Bool {
    isWhole || name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % part == 0
  }

  /// The step between places that are tried: 1 if everything is tried, otherwise `step`.
  package static func stride(_ step: Int) -> Int { isWhole ? 1 : step }
}
