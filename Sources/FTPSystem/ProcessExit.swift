import LibC

/// The end of the process.
package enum ProcessExit {
  /// Ends the process with a code from 0 to 255.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// Ends the process, and every process that it has started, whatever its threads are doing: nothing is flushed or
  /// released.
  package static func exitAtOnce(_ code: Int32) -> Never {
    ProcessStart.endAll()
    _exit(code)
  }

  /// Ends the process with the code that a task gives, which runs on the calling thread.
  ///
  /// It spares a program the price of an asynchronous `main` where most of its work needs no task. The main
  /// actor does not run meanwhile, so the task must not wait for it.
  package static func exit(after work: @escaping @Sendable () async -> Int32) -> Never {
    let thread = WaitingThread()
    waiting.withLock { $0 = thread }
    Task.detached(executorPreference: thread) { systemExit(await work()) }
    thread.run()
  }

  /// The thread that waits in ``exit(after:)``, for tasks that need only one thread; nil if none waits.
  package static var waitingThread: (any TaskExecutor)? { waiting.withLock { $0 } }

  private static let waiting = Monitor<WaitingThread?>(nil)
}

/// Runs the jobs of tasks one after the other on the thread that asks it to.
private final class WaitingThread: TaskExecutor {
  private let jobs = Monitor<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLockAndWakeOne { $0.append(job) }
  }

  func run() -> Never {
    // Two arrays change places, so that the steady state allocates nothing.
    var batch: [UnownedJob] = []
    while true {
      jobs.wait { jobs -> Void? in
        guard !jobs.isEmpty else { return nil }
        swap(&jobs, &batch)
        return ()
      }
      for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
      batch.removeAll(keepingCapacity: true)
    }
  }
}

/// `exit`, which the static method of the same name hides.
private func systemExit(_ code: Int32) -> Never { exit(code) }
