import Foundation
import Synchronization
import Testing

/// Lets only some of the tests that compute for long run at a time.
///
/// All tests start at once and share the threads of the cooperative pool, of which there are as many as cores. A test that
/// talks to a peer goes back into the queue of that pool with each `await`: after hundreds of tests that compute, it would
/// come to its next line minutes later, when its peer has given it up. Those that compute have to wait in a line of their
/// own instead.
package struct ComputingTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    await Turnstile.computing.enter()
    defer { Turnstile.computing.leave() }
    try await body()
  }
}

extension Trait where Self == ComputingTrait {
  /// The test computes for long.
  package static var computing: Self { Self() }
}

/// A door through which only so many may be at a time; the others wait in line.
private final class Turnstile: Sendable {
  /// Half of the cores, so that the other half is left to tests that wait for each other.
  static let computing = Turnstile(width: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

  private struct State {
    var free: Int
    var line: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(width: Int) { state = Mutex(State(free: width)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.line.append(continuation)
        return false
      }
      if mayEnter { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.line.isEmpty else {
        state.free += 1
        return nil
      }
      return state.line.removeFirst()
    }
    next?.resume()
  }
}
