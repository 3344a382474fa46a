import FTPSystem
import FTPTransport
import TestSupport
import Testing

/// Runs each test of a suite twice: as it is, and with every control and data connection under a ``ToyLayer``.
///
/// The control connection gets the layer after the greeting.
///
/// If a test has several cases, the second run takes a sample of them, unless everything is to be tried
/// (``Thoroughness``). Errors of a second run are marked as such. ``InTheClear`` lists the tests that run only once,
/// and why.
package struct UnderToyLayer: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true
  /// One in this many cases of a test runs a second time.
  private static let part = 8
  /// How many cases of each test have begun.
  private static let begun = Monitor<[Test.ID: Int]>([:])

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    // These suites have servers too.
    try await QueueingTrait.inTurn {
      try await function()
      guard !InTheClear.holds(test), Self.isChosen(test) else { return }
      try await Self.runUnderToyLayer(function)
    }
  }

  private static func runUnderToyLayer(_ function: @Sendable () async throws -> Void) async throws {
    try await RecordLayers.$inherited.withValue(.toy()) {
      do {
        try await function()
      } catch {
        Issue.record("thrown under the toy layer: \(error)")
        throw error
      }
    }
  }

  /// Whether the case that begins belongs to the sample.
  private static func isChosen(_ test: Test) -> Bool {
    let number = begun.withLock { begun in
      defer { begun[test.id, default: 0] += 1 }
      return begun[test.id, default: 0]
    }
    return number.isMultiple(of: Thoroughness.stride(part))
  }
}

extension Trait where Self == UnderToyLayer {
  /// Once as it is, and once under the toy layer.
  package static var alsoUnderToyLayer: Self { Self() }
}

extension RecordLayers {
  /// The toy layer on every data connection, and on the control connection between two moments.
  package static func toy(
    from start: Moment? = .greeted, to end: Moment? = nil, seed: UInt64 = 1
  ) -> RecordLayers {
    RecordLayers(from: start, to: end) { ToyLayer($0, seed: seed) }
  }
}
