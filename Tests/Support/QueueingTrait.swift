import Testing

/// Runs only a limited number of cases of some suites at a time.
///
/// All cases start at once. In a table with hundreds of rows, each with a server, a client and a dozen descriptors,
/// they would exceed the number of descriptors that a process may open, and wait so long for a thread that peers give
/// up.
package struct QueueingTrait: SuiteTrait, TestTrait, TestScoping {
  /// Most cases open 20 descriptors, some 400, and a process may often open no more than 1,024.
  private static let door = Turnstile(width: 16)
  @TaskLocal private static var isInside = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    try await Self.inTurn(body)
  }

  /// Runs the body of a case, or of one row of its table, when it is its turn; within a turn, at once.
  package static func inTurn<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    guard !isInside else { return try await body() }
    await door.enter()
    defer { door.leave() }
    return try await $isInside.withValue(true, operation: body)
  }
}

extension Trait where Self == QueueingTrait {
  /// The suite has cases with their own servers.
  package static var queueing: Self { Self() }
}
