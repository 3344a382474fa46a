import Testing

/// Runs only a limited number of cases of some suites at a time.
///
/// All cases start at once. In a table with hundreds of rows, each with a server, a client and a dozen descriptors,
/// they would exceed the number of descriptors that a process may open.
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
  /// The suite has many cases, each with its own server.
  package static var queueing: Self { Self() }
}
