import FTPTransport
import Foundation
import Testing

/// Runs each test of a suite twice: as it is, and with every control and data connection under a ``ToyLayer``, which
/// the control connection gets once the greeting has passed.
///
/// A failure of the second run is followed by an issue that says so. ``InTheClear`` tells which tests run once.
package struct UnderToyLayer: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true
  static let isOn = ProcessInfo.processInfo.environment["FTPRAW_TOY"] != nil

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard Self.isOn, testCase != nil, InTheClear.reason(for: test) == nil else { return }
    try await RecordLayers.$inherited.withValue(.toy()) {
      do {
        try await function()
      } catch {
        Issue.record("thrown under the toy layer: \(error)")
        throw error
      }
    }
  }
}

extension Trait where Self == UnderToyLayer {
  /// Once as it is, and once under the toy layer.
  package static var alsoUnderToyLayer: Self { Self() }
}

extension RecordLayers {
  /// The toy layer on every connection, on the control connection between two moments.
  package static func toy(
    from start: Moment? = .greeted, to end: Moment? = nil, seed: UInt64 = 1
  ) -> RecordLayers {
    RecordLayers(from: start, to: end) { ToyLayer($0, seed: seed) }
  }
}
