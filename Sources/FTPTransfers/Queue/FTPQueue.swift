import FTPConversation

/// The server of a queue, its connections, and how it tries again.
public struct FTPQueueOptions: Sendable {
  /// The server and the user.
  public var site: FTPSite
  /// The most connections to use, 1 or more; they are opened on demand, and fewer are used if the server allows fewer.
  public var connections = 1
  /// How often to try again, on a new connection, after a 4yz reply or a lost connection; in a download in segments,
  /// attempts that brought bytes do not count.
  public var retries = 3
  /// How long to wait before that.
  public var backoff = FTPBackoff()
  /// Called with each session that is opened.
  public var opened: (@Sendable (FTPSession) -> Void)?
  /// Called with remarks in words, such as that something is tried again.
  public var remark: (@Sendable (String) -> Void)?
  var clock = TransferClock.system

  /// The defaults, for a server and a user.
  public init(_ site: FTPSite) { self.site = site }
}

/// Connections to a server, which calls share: each waits until one is free, and is tried again on a new one where that
/// may help.
///
/// Calls from several tasks begin in the order in which they arrive. Each succeeds or fails on its own, and ends when its
/// task is cancelled. See ``withFTPQueue(_:_:)``.
public final class FTPQueue: Sendable {
  private struct State {
    /// Those that have nothing to do.
    var idle: [TransferConnection] = []
    /// How many are in use.
    var lent = 0
    /// Whether one of them has logged in, so that the server admits at least that one.
    var hasLoggedIn = false

    /// Whether one connection fewer leaves another one.
    var canSpareOne: Bool { lent > 1 || hasLoggedIn }
  }

  let options: FTPQueueOptions
  private let turns: AsyncSemaphore
  private let state = Guarded(State())

  init(_ options: FTPQueueOptions) {
    self.options = options
    turns = AsyncSemaphore(options.connections)
  }

  /// Runs `body` with a session, and again on a new one after a failure that may pass.
  ///
  /// - Parameters:
  ///   - isSpent: whether something is used up after a failure, such as the bytes of a stream, so that the failure is
  ///     final.
  ///   - body: uses the session.
  /// - Returns: what `body` returns.
  /// - Throws: whatever `body` throws, and ``FTPError`` if there is no session.
  public func run<Value: Sendable>(
    unless isSpent: @Sendable () -> Bool = { false }, _ body: @Sendable (FTPSession) async throws -> Value
  ) async throws -> Value {
    try await withConnection {
      try await $0.retrying(unless: isSpent) { session, _ in try await body(session) }
    }
  }

  /// Whether others do the work of a connection that the server does not admit.
  var canSpareOne: Bool { state.withLock { $0.canSpareOne } }

  /// Runs `body` with a connection when one is free; with another one if the server does not admit it.
  func withConnection<Value>(_ body: (TransferConnection) async throws -> Value) async throws -> Value {
    while true {
      guard await turns.take() else { throw FTPError.cancelled }
      let connection = await lend()
      do {
        let value = try await body(connection)
        await takeBack(connection)
        return value
      } catch {
        guard let failure = error as? FTPError, failure.isOfConnection, await giveUp(connection) else {
          await takeBack(connection)
          throw error
        }
        tellGivenUp(failure)
      }
    }
  }

  /// Runs `body` with one more connection if one is free; it is no failure if that one is refused or lost.
  func withSpareConnection(_ body: (TransferConnection) async throws -> Void) async throws {
    guard turns.takeIfFree() else { return }
    let connection = await lend()
    do { try await body(connection) } catch {
      guard let failure = error as? FTPError, failure.isOfConnection else {
        await takeBack(connection)
        throw error
      }
      tellGivenUp(failure)
      if await giveUp(connection) { return }
    }
    await takeBack(connection)
  }

  private func lend() async -> TransferConnection {
    let idle = state.withLock { state in
      state.lent += 1
      return state.idle.popLast()
    }
    let connection = idle ?? TransferConnection(self)
    await connection.begin()
    return connection
  }

  private func takeBack(_ connection: TransferConnection) async {
    let hasLoggedIn = await connection.hasLoggedIn
    state.withLock { state in
      state.lent -= 1
      state.idle.append(connection)
      state.hasLoggedIn = state.hasLoggedIn || hasLoggedIn
    }
    turns.release()
  }

  /// Does without a connection that has never logged in, if there are others: the server allows no more.
  private func giveUp(_ connection: TransferConnection) async -> Bool {
    if await connection.hasLoggedIn { return false }
    return state.withLock { state in
      guard state.canSpareOne else { return false }
      state.lent -= 1
      return true
    }
  }

  private func tellGivenUp(_ failure: FTPError) {
    options.remark?("continuing with one connection less: \(failure)")
  }

  /// Closes the connections.
  func close() async {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { await connection.close() }
  }
}

/// Opens a queue over several connections to a server for `body`, and closes them afterwards.
///
/// ```swift
/// var options = FTPQueueOptions(site)
/// options.connections = 2
/// try await withFTPQueue(options) { queue in
///   async let one = queue.download("pub/one.bin", to: "one.bin")
///   async let other = queue.download("pub/other.bin", to: "other.bin")
///   print(try await one + other)
/// }
/// ```
///
/// - Parameters:
///   - options: the server, the connections, and how to try again.
///   - body: uses the queue; no call may go on after it.
/// - Returns: what `body` returns.
/// - Throws: whatever `body` throws.
@discardableResult
public nonisolated(nonsending) func withFTPQueue<Value>(
  _ options: FTPQueueOptions, _ body: nonisolated(nonsending) (FTPQueue) async throws -> Value
) async throws -> Value {
  let queue = FTPQueue(options)
  let result: Result<Value, any Error>
  do { result = .success(try await body(queue)) } catch { result = .failure(error) }
  await queue.close()
  return try result.get()
}
