import FTPSystem
import Synchronization

/// A thread for one actor, so that the actor may block without holding up the cooperative pool.
///
/// Jobs run one after the other, in the order in which they arrived. The thread ends when the executor is released,
/// which may happen on that thread itself.
///
/// ```swift
/// actor Session {
///   private let executor: ThreadExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///   init() throws(TransportError) { executor = try ThreadExecutor() }
/// }
/// ```
package final class ThreadExecutor: SerialExecutor {
  /// 512 KiB.
  package static let defaultStackSize = 512 * 1024

  private let queue = JobQueue()

  /// Starts the thread; throws with step `.thread` if the system cannot create one.
  package init(stackSize: Int = ThreadExecutor.defaultStackSize) throws(TransportError) {
    let queue = queue
    try BlockingThread.start(stackSize: stackSize) { queue.run() }
  }

  deinit { queue.stop() }

  /// Puts a job in line.
  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(.job(UnownedJob(job)), for: self)
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { queue.isCurrent }

  /// Runs `body` after the waiting jobs, and waits for it; runs it at once if the caller is on this thread.
  ///
  /// It blocks the caller until the thread is free; use it only if the thread is free, or soon will be.
  package func runAndWait(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { return body() }
    let isDone = Monitor(false)
    queue.append(
      .plain {
        body()
        isDone.withLockAndWakeOne { $0 = true }
      }, for: self)
    _ = isDone.wait { $0 ? true : nil }
  }

  /// Runs `body` after the waiting jobs, and waits for its result without blocking the caller's thread.
  ///
  /// Throws what `body` throws. Cancelling the task does not end `body`: signal the `WakeUp` that it waits with.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.append(.plain { continuation.resume(returning: Result(catching: body)) }, for: self)
    }
    return try result.get()
  }

  /// Ends the process if the caller is not on this thread, for `assumeIsolated`.
  package func checkIsolated() {
    guard isCurrent else { preconditionFailure("not on the thread of the actor") }
  }

  /// The reference that an actor returns as its `unownedExecutor`.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// The jobs of one executor; the thread holds this and not the executor, so that the executor can be released.
///
/// What keeps it alive until the last touch: the thread, until it ends; the executor, until it has told the thread to
/// end; and for a call that appends a job, ``appending``. The runtime holds no reference to an executor while it calls
/// `enqueue`, and the job may release the last one, on the other thread, before the call has returned. A reference
/// taken in the call would not help, because the compiler trusts that `self` outlives it and removes it.
private final class JobQueue: Sendable {
  /// A job and the executor it runs on, which must not go while the job runs.
  struct Entry {
    var work: Work
    var executor: ThreadExecutor
  }

  enum Work {
    case job(UnownedJob)
    case plain(@Sendable () -> Void)
  }

  struct State {
    var entries: [Entry] = []
    var isStopped = false
    var thread: UInt?
  }

  private let state = Monitor(State())
  /// How many calls are appending a job.
  private let appending = Atomic(0)

  deinit {
    while appending.load(ordering: .acquiring) > 0 { Platform.yieldThread() }
  }

  func append(_ work: Work, for executor: ThreadExecutor) {
    appending.add(1, ordering: .relaxed)
    state.withLockAndWakeOne { $0.entries.append(Entry(work: work, executor: executor)) }
    appending.subtract(1, ordering: .releasing)
  }

  var isCurrent: Bool { state.withLock { $0.thread == Platform.currentThread } }

  func stop() {
    state.withLockAndWakeOne { $0.isStopped = true }
  }

  /// Runs jobs until none is left and no more will follow.
  func run() {
    // Two arrays are swapped, so that the steady state allocates nothing.
    var batch: [Entry] = []
    state.withLock { $0.thread = Platform.currentThread }
    while true {
      let goesOn = state.wait { state -> Bool? in
        if state.entries.isEmpty { return state.isStopped ? false : nil }
        swap(&state.entries, &batch)
        return true
      }
      guard goesOn else { return }
      for entry in batch {
        switch entry.work {
        case .job(let job): job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
        case .plain(let body): body()
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }
}
