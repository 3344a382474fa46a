import Testing

/// Lets only so many cases of some suites go on at a time.
///
/// All cases start at once, and where a table has hundreds of rows, each with a server, a client and a dozen descriptors, there
/// would be more of these than a process may have.
package struct QueueingTrait: SuiteTrait, TestTrait, TestScoping {
  private static let door = Turnstile(width: 64)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    await Self.door.enter()
    defer { Self.door.leave() }
    try await body()
  }
}

extension Trait where Self == QueueingTrait {
  /// The cases are many, and have a server each.
  package static var queueing: Self { Self() }
}
