import Dispatch
import TestSupport

/// Something that happens once, and that both tasks and threads can wait for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  }

  /// Reports that it has happened.
  func send() {
    semaphore.signal()
    continuation.finish()
  }

  /// Waits for it in a task.
  func wait() async {
    for await _ in stream {}
  }

  /// Waits for it on a thread that may block; throws if it does not happen in time.
  func waitBlocking() throws {
    guard semaphore.wait(timeout: .now() + .seconds(Int(Duration.patience.components.seconds))) == .success
    else { throw NeverHappened() }
    semaphore.signal()
  }

  struct NeverHappened: Error {}
}
