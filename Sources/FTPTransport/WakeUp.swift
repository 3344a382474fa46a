import FTPSystem
import LibC
import Synchronization

/// Ends blocking calls from outside: each call with this wake-up throws `.cancelled`.
///
/// A signal is sticky: calls made after it fail at once, until `reset()`. Any thread may signal, and so may the
/// handler of `withTaskCancellationHandler`; a signal handler of the process may not (it takes a lock).
///
/// ```swift
/// let wakeUp = WakeUp()
/// try await withTaskCancellationHandler {
///   try await blockingWork(wakeUp)
/// } onCancel: {
///   wakeUp.signal()
/// }
/// ```
package final class WakeUp: Sendable {
  private let signalled = Atomic<Bool>(false)
  /// The pipe, whose reading end is polled with the socket; -1 if the process has no descriptor left, and
  /// then waits check the flag a few times a second.
  let readingEnd: Int32
  private let writingEnd: Int32
  /// Whether the pipe contains the byte of a signal.
  ///
  /// Flag and pipe agree whenever the lock is free.
  private let hasByte = Monitor(false)

  /// Makes a wake-up that is not signalled.
  ///
  /// Costs two descriptors.
  package init() {
    let pipe = Platform.makePipe()
    readingEnd = pipe?.reading ?? -1
    writingEnd = pipe?.writing ?? -1
  }

  deinit {
    guard readingEnd >= 0 else { return }
    _ = close(readingEnd)
    _ = close(writingEnd)
  }

  /// Whether there was a signal since the start or the last `reset()`.
  package var isSignalled: Bool { signalled.load(ordering: .acquiring) }

  /// Ends all current and later waits with this wake-up.
  ///
  /// Further calls have no effect.
  package func signal() {
    hasByte.withLock { hasByte in
      guard !hasByte else { return }
      hasByte = true
      signalled.store(true, ordering: .releasing)
      guard writingEnd >= 0 else { return }
      var byte: UInt8 = 1
      while write(writingEnd, &byte, 1) < 0, errno == EINTR {}
    }
  }

  /// Clears the signal.
  package func reset() {
    hasByte.withLock { hasByte in
      guard hasByte else { return }
      hasByte = false
      signalled.store(false, ordering: .releasing)
      guard readingEnd >= 0 else { return }
      var byte: UInt8 = 0
      while read(readingEnd, &byte, 1) < 0, errno == EINTR {}
    }
  }
}
