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
    var connections: [TransferConnection] = []
    /// Those that have nothing to do.
    var idle: [TransferConnection] = []
    /// How many have not given up.
    var remaining = 0

    /// The next request, with a connection for it.
    mutating func next() -> (FTPTransfer, TransferConnection)? {
      while !waiting.isEmpty, let connection = idle.last {
        let transfer = waiting.removeFirst()
        guard transfer.begin() else { continue }
        underWay.append(transfer)
        idle.removeLast()
        return (transfer, connection)
      }
      return nil
    }
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
  public func add(_ request: FTPRequest) -> FTPTransfer { put(request, inFront: false) }

  /// Adds requests after those with their priorities, in order.
  @discardableResult
  public func add(_ requests: [FTPRequest]) -> [FTPTransfer] {
    requests.map { add($0) }
  }

  /// Adds a request before all waiting ones, whatever their priority.
  @discardableResult
  public func addInFront(_ request: FTPRequest) -> FTPTransfer { put(request, inFront: true) }

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
    while let transfer = state.withLock({ $0.underWay.first ?? $0.waiting.first }) {
      _ = try? await transfer.value
    }
    return state.withLock { $0.failed }
  }
}

// MARK: - Requests

extension FTPQueue {
  private func put(_ request: FTPRequest, inFront: Bool) -> FTPTransfer {
    let transfer = FTPTransfer(request, clock: clock) { [weak self] in self?.over($0) }
    let isAccepted = state.withLock { state in
      guard !state.isClosed else { return false }
      let place = inFront ? nil : state.waiting.lastIndex { $0.request.priority >= request.priority }
      state.waiting.insert(transfer, at: place.map { $0 + 1 } ?? 0)
      return true
    }
    if isAccepted { startNext() } else { transfer.cancel() }
    return transfer
  }

  /// Removes an ended request, and reports it.
  private func over(_ transfer: FTPTransfer) {
    let isQuiet = transfer.isQuiet
    state.withLock { state in
      state.waiting.removeAll { $0 === transfer }
      state.underWay.removeAll { $0 === transfer }
      if case .failed = transfer.phase, !isQuiet { state.failed.append(transfer) }
    }
    if !isQuiet { continuation.yield(transfer) }
  }

  /// Begins requests as long as there are connections with nothing to do.
  private func startNext() {
    while let (transfer, connection) = state.withLock({ $0.next() }) {
      Task {
        if await perform(transfer, over: connection) {
          state.withLock { $0.idle.append(connection) }
        } else if !transfer.phase.isOver {
          state.withLock { state in
            state.underWay.removeAll { $0 === transfer }
            state.waiting.insert(transfer, at: 0)
          }
        }
        startNext()
      }
    }
  }

  /// Performs a request; false if the connection has given up, because the server accepts no more.
  private func perform(_ transfer: FTPTransfer, over connection: TransferConnection) async -> Bool {
    let request = transfer.request
    let own = request.site.map { TransferConnection($0, clock: clock) }
    let run = RequestRun(
      request: request, site: request.site ?? site, connection: own ?? connection,
      progress: { transfer.note($0) }, remark: { transfer.remark($0) }, clock: clock)
    let isServed = await transfer.run { [self] in
      if own == nil, await !connection.hasLoggedIn {
        do throws(FTPError) { _ = try await connection.session() } catch {
          // The other connections do the rest. The last one reports the error.
          if error.isOfConnection, giveUp() {
            transfer.remark("continuing with one connection less: \(error)")
            return nil
          }
        }
      }
      return try await run.perform()
    }
    await own?.close()
    return isServed
  }

  /// Removes a connection; false if it is the last.
  private func giveUp() -> Bool {
    state.withLock { state in
      guard state.remaining > 1 else { return false }
      state.remaining -= 1
      return true
    }
  }
}

// MARK: - Beginning and end

extension FTPQueue {
  /// Makes the connections that serve the queue.
  func open(_ count: Int) {
    let connections = (0..<count).map { _ in TransferConnection(site, clock: clock) }
    state.withLock { ($0.connections, $0.idle, $0.remaining) = (connections, connections, count) }
  }

  /// Accepts no more requests, and cancels all if that is wanted.
  func close(cancelling: Bool) {
    state.withLock { $0.isClosed = true }
    if cancelling { cancelAll() }
  }

  /// Waits for the last request, closes the connections, and ends ``ended``.
  func finish() async {
    await complete()
    for connection in state.withLock({ $0.connections }) { await connection.close() }
    continuation.finish()
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
  queue.open(max(1, connections))
  return try await withTaskCancellationHandler {
    let result: Result<Value, any Error>
    do { result = .success(try await body(queue)) } catch { result = .failure(error) }
    queue.close(cancelling: (try? result.get()) == nil)
    await queue.finish()
    return try result.get()
  } onCancel: {
    queue.close(cancelling: true)
  }
}
