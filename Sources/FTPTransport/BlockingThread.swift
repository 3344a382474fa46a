import FTPSystem

/// Runs code that blocks on a thread that may block.
package enum BlockingThread {
  /// Runs `body` on a new thread and waits for its result without blocking the caller's.
  ///
  /// Throws the errors of `body`. Cancelling the task does not end `body`: signal the `WakeUp` that it waits with.
  /// If the system cannot create a thread, `body` runs on the caller's.
  ///
  /// ```swift
  /// let addresses = try await BlockingThread.run { () throws(TransportError) in
  ///   try Resolver.resolve("localhost", port: 21)
  /// }
  /// ```
  package static func run<Value: Sendable, Failure: Error>(
    stackSize: Int = ThreadExecutor.defaultStackSize, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let run: @Sendable () -> Void = { continuation.resume(returning: Result(catching: body)) }
      if Platform.startDetachedThread(stackSize: stackSize, run) != 0 { run() }
    }
    return try result.get()
  }

  /// The same for a `body` that waits with `wakeUp`: cancelling the task signals it.
  package static func run<Value: Sendable, Failure: Error>(
    waitingWith wakeUp: WakeUp, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withTaskCancellationHandler {
      await run { Result(catching: body) }
    } onCancel: {
      wakeUp.signal()
    }
    return try result.get()
  }

  /// Starts `body` on a new thread and returns; throws with step `.thread` if the system cannot create a thread.
  package static func start(
    stackSize: Int = ThreadExecutor.defaultStackSize, _ body: @escaping @Sendable () -> Void
  ) throws(TransportError) {
    let code = Platform.startDetachedThread(stackSize: stackSize, body)
    guard code == 0 else {
      throw TransportError(step: .thread, peer: "", cause: .system(SystemError(code: code)))
    }
  }
}
