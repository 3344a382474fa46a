import FTPSystem

/// The threads of one server, so that it can wait for their end.
package final class ThreadGroup: Sendable {
  private struct State {
    var running = 0
    var isClosed = false
  }

  private let state = Monitor(State())
  private let allEnded = WakeUp()
  private let stackSize: Int

  package init(stackSize: Int) { self.stackSize = stackSize }

  /// Runs `body` on a new thread; false if the group has ended.
  ///
  /// While the group is being closed, its own threads may still start others.
  ///
  /// - Throws: with step `.thread`.
  package func start(_ body: @escaping @Sendable () -> Void) throws(TransportError) -> Bool {
    let isOpen = state.withLock { state in
      if state.isClosed, state.running == 0 { return false }
      state.running += 1
      return true
    }
    guard isOpen else { return false }
    do throws(TransportError) {
      try BlockingThread.start(stackSize: stackSize) {
        body()
        self.end()
      }
    } catch {
      end()
      throw error
    }
    return true
  }

  /// Waits until all threads have ended; from then on no more can be started.
  package func close() {
    let isIdle = state.withLock { state in
      state.isClosed = true
      return state.running == 0
    }
    if !isIdle { allEnded.wait() }
  }

  private func end() {
    let isLast = state.withLock { state in
      state.running -= 1
      return state.isClosed && state.running == 0
    }
    if isLast { allEnded.signal() }
  }
}
