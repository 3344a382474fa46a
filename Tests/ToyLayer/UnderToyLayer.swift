import FTPTransport
import Foundation
import Testing

/// Where `FTPRAW_TEST_LAYER` is set, runs each test of a suite twice: as it is, and with every control and data connection
/// under a ``ToyLayer``, which the control connection gets once the greeting has passed.
///
/// Tests that write commands before they read the greeting, or look at single segments, do not pass the second time yet;
/// until each of them does, or stands in ``InTheClear``, the second run has to be asked for. A failure of the second run is followed by an issue that says so. ``InTheClear`` tells which tests run once.
package struct UnderToyLayer: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true
  private static let isOn = ProcessInfo.processInfo.environment["FTPRAW_TEST_LAYER"] != nil

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
