import FTPSystem

/// Runs a task that ^C and SIGTERM cancel.
enum Interruption {
  /// Runs `body` and returns what it gives; an interrupt cancels it, which ends any wait at once.
  ///
  /// `isHandled` is asked first: an interrupt that it has dealt with cancels nothing. SIGTERM is not up for that. The task runs on
  /// `executor` where one is given.
  static func cancels<Value: Sendable>(
    on executor: (any TaskExecutor)? = nil, unless isHandled: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task(executorPreference: executor) { await body() }
    // Without the handler an interrupt ends the process as the system does it, which is no reason not to run.
    try? Signals.handle(.interrupt, .terminate) { signal in
      if signal != .interrupt || !isHandled() { task.cancel() }
    }
    return await task.value
  }
}
