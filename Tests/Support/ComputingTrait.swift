import FTPSystem
import Foundation
import Testing

/// Runs the tests that compute for long on threads of their own, a few at a time.
///
/// All tests start at once and share the threads of the cooperative pool, of which there are as many as cores. A test that
/// talks to a peer goes back into the queue of that pool with each `await`: after hundreds of tests that compute, it would
/// come to its next line minutes later, when its peer has given it up. Those that compute have threads and a line of their
/// own instead, and the system shares the cores among all.
package struct ComputingTrait: SuiteTrait, TestTrait, TestScoping {
  /// As many as there are threads for them.
  private static let door = Turnstile(width: ComputingThreads.count)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    await Self.door.enter()
    defer { Self.door.leave() }
    try await withTaskExecutorPreference(ComputingThreads.shared, operation: body)
  }
}

extension Trait where Self == ComputingTrait {
  /// The test computes for long.
  package static var computing: Self { Self() }
}

/// The threads of tests that compute; they last as long as the process.
private final class ComputingThreads: TaskExecutor {
  static let count = ProcessInfo.processInfo.activeProcessorCount
  static let shared = ComputingThreads()

  private let jobs = Monitor<[UnownedJob]>([])

  private init() {
    for _ in 0..<Self.count {
      // As much as a main thread has: nothing is optimized in tests.
      let code = Platform.startDetachedThread(stackSize: 8 << 20) { [self] in
        while true {
          jobs.wait { $0.isEmpty ? nil : $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
      guard code == 0 else { fatalError("no thread for tests that compute: \(SystemError(code: code))") }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLockAndWakeOne { $0.append(job) }
  }
}
