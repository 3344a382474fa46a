import FTPSystem

/// A door that admits a limited number at a time; the others wait in line.
final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var line: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Monitor<State>

  init(width: Int) { state = Monitor(State(free: width)) }

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
