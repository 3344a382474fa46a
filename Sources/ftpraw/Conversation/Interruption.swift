import FTPSystem

/// Runs a task that ^C and SIGTERM cancel.
enum Interruption {
  /// Runs `body` and returns its result; an interrupt cancels it, which ends any wait at once.
  ///
  /// `isHandled` is called first: an interrupt that it has handled cancels nothing. SIGTERM always cancels.
  /// The task runs on `executor`, if one is given.
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
