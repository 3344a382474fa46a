import FTPSystem
import Foundation
import Testing

/// Runs tests that compute for long on separate threads, a few at a time.
///
/// All tests start at once and share the threads of the cooperative pool, of which there are as many as cores. A test
/// that talks to a peer goes to the end of the pool's queue at each `await`: with hundreds of computing tests before
/// it, it would continue minutes later, when its peer has given up. Computing tests therefore have their own threads
/// and their own queue, and the system shares the cores among all.
package struct ComputingTrait: SuiteTrait, TestTrait, TestScoping {
  /// One place for each of their threads.
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

/// The threads of computing tests; they live as long as the process.
private final class ComputingThreads: TaskExecutor {
  static let count = ProcessInfo.processInfo.activeProcessorCount
  static let shared = ComputingThreads()

  private let jobs = Monitor<[UnownedJob]>([])

  private init() {
    for _ in 0..<Self.count {
      // As much as the main thread has, because tests are not optimized.
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
