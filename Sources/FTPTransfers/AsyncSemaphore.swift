import FTPConversation

/// Admits so many callers at a time, in the order of their arrival.
final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var nextNumber = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Guarded<State>

  /// Makes a semaphore for this many turns at a time.
  init(_ count: Int = 1) { state = Guarded(State(free: max(1, count))) }

  /// Waits for a turn.
  ///
  /// False if the task was cancelled before; then there is nothing to release.
  func take() async -> Bool {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The handler takes the same lock: a cancellation not seen here finds the continuation in the queue.
        let isTaken: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let isTaken { continuation.resume(returning: isTaken) }
      }
    } onCancel: {
      let cancelled = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return state.waiting.remove(at: index).continuation
      }
      cancelled?.resume(returning: false)
    }
  }

  /// Takes a turn if one is free.
  func takeIfFree() -> Bool {
    state.withLock { state in
      guard state.free > 0 else { return false }
      state.free -= 1
      return true
    }
  }

  /// Ends a turn, and gives it to the next caller in line.
  func release() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
