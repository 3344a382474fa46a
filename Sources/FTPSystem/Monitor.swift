import LibC

/// A value that threads share: one at a time, and one can wait for another to change it.
///
/// `@unchecked` because the compiler cannot know that the mutex guards `state`: no access to it is outside
/// `withLock` and `wait`. The standard library has a mutex, but nothing to wait on.
///
/// A caller needs no reference beyond the moment at which it gives the lock back: nothing is touched after that. So a
/// thread that was woken may release the last one (POSIX allows a mutex to be destroyed once it is unlocked).
package final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` exclusively.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Runs `body` exclusively, and wakes one waiting thread.
  package func withLockAndWakeOne<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      // Before the lock is given back: afterwards the other thread may end, and this monitor with it.
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Runs `body` exclusively, whenever the value changes, until it returns something.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }
}
