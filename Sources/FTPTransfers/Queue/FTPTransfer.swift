import FTPConversation
import FTPProtocol
import FTPSystem

/// A request in a queue: its progress, its result, and ways to stop it.
public final class FTPTransfer: Identifiable, Sendable {
  /// The state of a request.
  public enum Phase: Sendable {
    /// It has not begun.
    case waiting
    /// It is in progress.
    case running
    /// It is done; for a transfer the bytes of the file, otherwise 0.
    case done(UInt64)
    /// It could not be done, or was cancelled.
    case failed(FTPError)

    /// Whether nothing more will happen.
    public var isOver: Bool {
      switch self {
      case .waiting, .running: false
      case .done, .failed: true
      }
    }
  }

  /// The request.
  public let request: FTPRequest
  /// The progress: one value after each piece, of which a slow reader sees the latest; ends with the request.
  public let updates: AsyncStream<FTPProgress>

  private struct State {
    var phase = Phase.waiting
    var progress = FTPProgress(bytes: 0, size: nil)
    var meter = RateMeter()
    var remarks: [String] = []
    var task: Task<Void, Never>?
    var isQuiet = false
    var clears = false
    var isStopped = false
    var waiting: [CheckedContinuation<Result<UInt64, FTPError>, Never>] = []
  }

  private let state = Guarded(State())
  private let continuation: AsyncStream<FTPProgress>.Continuation
  private let clock: TransferClock
  /// Called when it has ended.
  private let whenOver: @Sendable (FTPTransfer) -> Void

  init(_ request: FTPRequest, clock: TransferClock, whenOver: @escaping @Sendable (FTPTransfer) -> Void) {
    self.request = request
    self.clock = clock
    self.whenOver = whenOver
    (updates, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The current state.
  public var phase: Phase { state.withLock { $0.phase } }
  /// The current progress.
  public var progress: FTPProgress { state.withLock { $0.progress } }
  /// Remarks in words, such as about a server without REST.
  public var remarks: [String] { state.withLock { $0.remarks } }

  /// Waits for its end and returns the bytes of the file, or 0 if it is not a transfer.
  ///
  /// - Throws: ``FTPError`` if it failed; ``FTPError/cancelled`` if it was cancelled.
  public var value: UInt64 {
    get async throws(FTPError) {
      let result: Result<UInt64, FTPError> = await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Result<UInt64, FTPError>? in
          switch state.phase {
          case .done(let count): return .success(count)
          case .failed(let error): return .failure(error)
          case .waiting, .running:
            state.waiting.append(continuation)
            return nil
          }
        }
        if let result { continuation.resume(returning: result) }
      }
      return try result.get()
    }
  }

  /// Stops it in any state; the partial file is kept, so that a request with ``FTPRequest/resumes`` continues it.
  ///
  /// - Parameters:
  ///   - quietly: whether ``FTPQueue/ended`` does not report it.
  ///   - clearing: whether the local partial file is removed.
  public func cancel(quietly: Bool = false, clearing: Bool = false) {
    let (task, isWaiting) = state.withLock { state -> (Task<Void, Never>?, Bool) in
      guard !state.phase.isOver else { return (nil, false) }
      state.isStopped = true
      state.isQuiet = state.isQuiet || quietly
      state.clears = state.clears || clearing
      if case .waiting = state.phase { return (nil, true) }
      return (state.task, false)
    }
    task?.cancel()
    if isWaiting { end(.failure(.cancelled)) }
  }

  /// Stops it, and waits until it has stopped.
  ///
  /// - Returns: a request that continues where this one stopped.
  public func pause() async -> FTPRequest {
    cancel()
    _ = try? await value
    var request = request
    request.resumes = true
    return request
  }
}

/// The queue's interface.
extension FTPTransfer {
  /// Whether it was cancelled, before it began or later.
  var isStopped: Bool { state.withLock { $0.isStopped } }
  /// Whether the caller does not want to be notified of its end.
  var isQuiet: Bool { state.withLock { $0.isQuiet } }

  /// Begins it; false if it was already cancelled.
  func begin() -> Bool {
    state.withLock { state in
      guard case .waiting = state.phase, !state.isStopped else { return false }
      state.phase = .running
      return true
    }
  }

  /// Runs `body` as the task of the transfer, which ends as a whole when it is cancelled, and waits for it.
  ///
  /// - Returns: false if `body` has returned nil and the transfer is to wait again.
  func run(_ body: @escaping @Sendable () async throws -> UInt64?) async -> Bool {
    let task = Task {
      do {
        guard let count = try await body() else { return }
        end(.success(count))
      } catch {
        end(.failure(isStopped ? .cancelled : FTPError(any: error) ?? .cancelled))
      }
    }
    if state.withLock({ state in
      state.task = task
      return state.isStopped
    }) {
      task.cancel()
    }
    await task.value
    let wasStopped = state.withLock { state in
      if case .running = state.phase { state.phase = .waiting }
      return state.isStopped
    }
    if wasStopped { end(.failure(.cancelled)) }
    return phase.isOver
  }

  /// Records its progress, and reports it.
  func note(_ progress: FTPProgress) {
    let now = clock.now()
    let told = state.withLock { state in
      let rate = state.meter.note(progress.bytes, at: now)
      state.progress = FTPProgress(bytes: progress.bytes, size: progress.size, rate: rate)
      return state.progress
    }
    continuation.yield(told)
  }

  /// Keeps a remark.
  func remark(_ text: String) { state.withLock { $0.remarks.append(text) } }

  /// Reports its result, once.
  func end(_ result: Result<UInt64, FTPError>) {
    if case .failure = result, state.withLock({ $0.clears && !$0.phase.isOver }) { clear() }
    let waiting = state.withLock { state -> [CheckedContinuation<Result<UInt64, FTPError>, Never>]? in
      guard !state.phase.isOver else { return nil }
      switch result {
      case .success(let count): state.phase = .done(count)
      case .failure(let error): state.phase = .failed(error)
      }
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return }
    continuation.finish()
    whenOver(self)
    for continuation in waiting { continuation.resume(returning: result) }
  }

  /// Removes the files of an unfinished download.
  private func clear() {
    guard case .download(_, let file) = request.operation else { return }
    try? SegmentTarget(path: file).clearUnlessLocked()
  }
}
