import FTPClient
import FTPConversation
import FTPProtocol

/// A queue of requests for several connections.
///
/// Each request succeeds or fails on its own: a failure does not stop the others. See
/// ``withFTPQueue(_:connections:_:)``.
public final class FTPQueue: Sendable {
  /// The server and the user of requests that do not name their own.
  public let site: FTPSite
  /// Each request when it has ended, except those cancelled quietly; the stream ends with the queue.
  public let ended: AsyncStream<FTPTransfer>

  private struct State {
    var waiting: [FTPTransfer] = []
    var underWay: [FTPTransfer] = []
    var failed: [FTPTransfer] = []
    /// Whether the queue accepts no more requests.
    var isClosed = false
    /// Connections that wait for something to do.
    var idle: [CheckedContinuation<FTPTransfer?, Never>] = []
    /// Callers that wait until nothing is left.
    var watchers: [CheckedContinuation<Void, Never>] = []
    /// Connections that have not given up.
    var connections = 0

    var isDone: Bool { waiting.isEmpty && underWay.isEmpty }
  }

  private let state = Guarded(State())
  private let continuation: AsyncStream<FTPTransfer>.Continuation
  private let clock: TransferClock

  init(_ site: FTPSite, clock: TransferClock = .system) {
    self.site = site
    self.clock = clock
    (ended, continuation) = AsyncStream.makeStream()
  }

  /// Adds a request after those with its priority.
  @discardableResult
  public func add(_ request: FTPRequest) -> FTPTransfer {
    let transfer = transfer(for: request)
    put(transfer, inFront: false)
    return transfer
  }

  /// Adds requests after those with their priorities, in order.
  @discardableResult
  public func add(_ requests: [FTPRequest]) -> [FTPTransfer] {
    requests.map { add($0) }
  }

  /// Adds a request before all waiting ones, whatever their priority.
  @discardableResult
  public func addInFront(_ request: FTPRequest) -> FTPTransfer {
    let transfer = transfer(for: request)
    put(transfer, inFront: true)
    return transfer
  }

  /// Removes a request before it begins; ``ended`` does not report it.
  ///
  /// - Returns: false if it has begun or is not in this queue; then this has no effect.
  @discardableResult
  public func remove(_ transfer: FTPTransfer) -> Bool {
    let isWaiting = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0 === transfer }) else { return false }
      state.waiting.remove(at: index)
      return true
    }
    if isWaiting { transfer.cancel(quietly: true) }
    return isWaiting
  }

  /// The waiting requests, in the order in which they will begin.
  public var waiting: [FTPTransfer] { state.withLock { $0.waiting } }

  /// Cancels all requests that wait or are in progress; later ones are accepted as before.
  public func cancelAll() {
    let all = state.withLock { $0.waiting + $0.underWay }
    for transfer in all { transfer.cancel() }
  }

  /// Waits until nothing waits and nothing is in progress.
  ///
  /// - Returns: the requests that have failed since the queue began, in order, except those cancelled quietly.
  @discardableResult
  public func complete() async -> [FTPTransfer] {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if !state.isDone { state.watchers.append(continuation) }
        return state.isDone
      }
      if isDone { continuation.resume() }
    }
    return state.withLock { $0.failed }
  }
}

// MARK: - Waiting requests

extension FTPQueue {
  private func transfer(for request: FTPRequest) -> FTPTransfer {
    FTPTransfer(request, clock: clock) { [weak self] in self?.over($0) }
  }

  private func put(_ transfer: FTPTransfer, inFront: Bool) {
    let (idle, isClosed) = state.withLock { state -> (CheckedContinuation<FTPTransfer?, Never>?, Bool) in
      guard !state.isClosed else { return (nil, true) }
      guard state.idle.isEmpty || !transfer.begin() else {
        state.underWay.append(transfer)
        return (state.idle.removeFirst(), false)
      }
      let place =
        inFront
        ? 0
        : state.waiting.lastIndex { $0.request.priority >= transfer.request.priority }.map { $0 + 1 } ?? 0
      state.waiting.insert(transfer, at: place)
      return (nil, false)
    }
    if isClosed { transfer.cancel() }
    idle?.resume(returning: transfer)
  }

  /// Removes an ended request, and reports it.
  private func over(_ transfer: FTPTransfer) {
    let isQuiet = transfer.isQuiet
    let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.waiting.removeAll { $0 === transfer }
      state.underWay.removeAll { $0 === transfer }
      if case .failed = transfer.phase, !isQuiet { state.failed.append(transfer) }
      guard state.isDone else { return [] }
      defer { state.watchers = [] }
      return state.watchers
    }
    if !isQuiet { continuation.yield(transfer) }
    for watcher in watchers { watcher.resume() }
  }

  /// The next request for a connection; nil if there will be none.
  private func next() async -> FTPTransfer? {
    await withCheckedContinuation { continuation in
      let transfer: FTPTransfer?? = state.withLock { state in
        while !state.waiting.isEmpty {
          let transfer = state.waiting.removeFirst()
          guard transfer.begin() else { continue }
          state.underWay.append(transfer)
          return transfer
        }
        if state.isClosed { return .some(nil) }
        state.idle.append(continuation)
        return nil
      }
      if let transfer { continuation.resume(returning: transfer) }
    }
  }

  /// Accepts no more requests.
  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for continuation in idle { continuation.resume(returning: nil) }
  }

  /// Accepts no more requests, and cancels all.
  func shutDown() {
    close()
    cancelAll()
  }

  /// Ends ``ended``.
  func finish() { continuation.finish() }
}

// MARK: - Requests in progress

extension FTPQueue {
  /// Sets how many connections will serve the queue.
  func open(_ connections: Int) { state.withLock { $0.connections = connections } }

  /// Performs one request after the other over one connection.
  func serve() async {
    let connection = TransferConnection(site, retries: 0, backoff: .none, clock: clock)
    var isConnected = false
    while let transfer = await next() {
      let request = transfer.request
      guard request.site == nil else {
        let own = TransferConnection(
          request.site ?? site, retries: request.retries, backoff: request.backoff, clock: clock)
        await transfer.run { [clock] in try await transfer.perform(over: own, self.site, clock) }
        await own.close()
        continue
      }
      if !isConnected {
        do {
          _ = try await connection.session()
          isConnected = true
        } catch {
          // If the server accepts no more connections, the others do the rest. The last one reports the error.
          if error.isOfConnection, giveUp() {
            transfer.remark("continuing with one connection less: \(error)")
            putBack(transfer)
            return
          }
        }
      }
      await connection.begin(retries: request.retries, backoff: request.backoff)
      await transfer.run { [clock] in try await transfer.perform(over: connection, self.site, clock) }
    }
    await connection.close()
  }

  /// Removes a connection; false if it is the last.
  private func giveUp() -> Bool {
    state.withLock { state in
      guard state.connections > 1 else { return false }
      state.connections -= 1
      return true
    }
  }

  private func putBack(_ transfer: FTPTransfer) {
    state.withLock { state in state.underWay.removeAll { $0 === transfer } }
    transfer.waitAgain()
    if !transfer.phase.isOver { put(transfer, inFront: true) }
  }
}

/// Opens a queue over several connections to a server for `body`, and closes it when all its requests have ended.
///
/// ```swift
/// try await withFTPQueue(site, connections: 2) { queue in
///   for name in names { queue.add(.download(FTPPath(name), to: name)) }
///   for failed in await queue.complete() { print(failed.request.tag ?? "", failed.phase) }
/// }
/// ```
///
/// Connections are opened on demand; if the server allows fewer, fewer are used.
///
/// - Parameters:
///   - site: the server and the user of requests that do not name their own.
///   - connections: the most connections to use, 1 or more.
///   - body: adds requests to the queue. Requests in it when it returns are still done; if it throws, all are
///     cancelled.
/// - Returns: what `body` returns.
/// - Throws: whatever `body` throws.
@discardableResult
public func withFTPQueue<Value: Sendable>(
  _ site: FTPSite, connections: Int = 1, _ body: (FTPQueue) async throws -> Value
) async throws -> Value {
  try await withFTPQueue(FTPQueue(site), connections: connections, body)
}

/// The same with an existing queue.
func withFTPQueue<Value: Sendable>(
  _ queue: FTPQueue, connections: Int, _ body: (FTPQueue) async throws -> Value
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withThrowingTaskGroup(of: Void.self) { group in
      queue.open(max(1, connections))
      for _ in 0..<max(1, connections) { group.addTask { await queue.serve() } }
      defer { queue.finish() }
      do {
        let value = try await body(queue)
        queue.close()
        try await group.waitForAll()
        return value
      } catch {
        queue.shutDown()
        throw error
      }
    }
  } onCancel: {
    queue.shutDown()
  }
}
