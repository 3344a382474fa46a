import FTPClient
import FTPProtocol

/// A connection of a queue: opened on demand, and replaced after a failure where that may help.
actor TransferConnection {
  private let queue: FTPQueue
  private var current: FTPSession?
  private var failures = 0
  /// Whether a session that the server had ended was replaced.
  private var hasReopened = false
  /// Whether a session was ever open.
  private(set) var hasLoggedIn = false
  private var generator: SeededGenerator

  init(_ queue: FTPQueue) {
    self.queue = queue
    generator = SeededGenerator(seed: queue.options.clock.seed)
  }

  /// Begins to count failures again, for another call.
  func begin() { (failures, hasReopened) = (0, false) }

  /// A session that is open.
  func session() async throws(FTPError) -> FTPSession {
    if let current, current.isOpen { return current }
    return try await freshSession()
  }

  private func freshSession() async throws(FTPError) -> FTPSession {
    await close()
    let session = try await FTPSession.open(queue.options.site)
    hasLoggedIn = true
    current = session
    queue.options.opened?(session)
    return session
  }

  /// Closes the session.
  func close() async {
    let session = current
    current = nil
    await session?.close()
  }

  /// Records a success: earlier failures no longer count.
  func succeeded() { failures = 0 }

  /// Recovers from an error if another attempt may help: closes the session and waits.
  ///
  /// `isFruitless` says whether not a single byte was transferred. `yields` says whether there are other connections,
  /// so that this one gives up if the server allows no more. Throws the error, if it is not worth trying again.
  func recover(from error: any Error, isFruitless: Bool = true, yields: Bool = false) async throws {
    guard !Task.isCancelled else { throw FTPError.cancelled }
    guard let failure = FTPError(any: error) else { throw error }
    // The server had ended the session before the call, so nothing was tried.
    if case .conversation(.notConnected) = failure, !hasReopened {
      hasReopened = true
      return
    }
    if !isFruitless { failures = 0 }
    guard isWorthRetrying(failure, yields), failures < queue.options.retries else { throw failure }
    failures += 1
    // Without QUIT: a connection that has failed may not answer, so waiting would be useless.
    current?.abandon()
    current = nil
    let wait = queue.options.backoff.delay(before: failures, using: &generator)
    queue.options.remark?("\(failure); trying again in \(wait)")
    do { try await queue.options.clock.wait(wait) } catch { throw FTPError.cancelled }
  }

  private func isWorthRetrying(_ failure: FTPError, _ yields: Bool) -> Bool {
    guard case .refused(_, let command) = failure else { return failure.isTransient }
    if yields || !hasLoggedIn && queue.canSpareOne { return false }
    // If an earlier login succeeded, the refusal is about the number of connections.
    let isLogin = command.map { [.user, .pass, .acct].contains($0.verb) } ?? true
    return failure.isTransient || isLogin && hasLoggedIn
  }

  /// Runs `body` with a session, and again on a new one if that may help, unless `isSpent` says that it cannot; the
  /// attempts are counted from 0.
  ///
  /// If `isFresh` is set, nothing was transferred in the session yet.
  func retrying<Value: Sendable>(
    unless isSpent: @Sendable () -> Bool = { false }, isFresh: Bool = false,
    _ body: @Sendable (FTPSession, _ attempt: Int) async throws -> Value
  ) async throws -> Value {
    var attempt = 0
    while true {
      do {
        let value = try await body(try await isFresh ? freshSession() : session(), attempt)
        succeeded()
        return value
      } catch {
        guard !isSpent() else { throw error }
        try await recover(from: error)
        attempt += 1
      }
    }
  }
}

extension FTPError {
  /// True if the cause is the connection, or the number of connections, and not this machine or the file.
  var isOfConnection: Bool {
    switch self {
    case .refused(let reply, let command): !(command?.verb == .rest && reply.code.firstDigit == 5)
    case .stalled, .incomplete, .cut, .conversation, .unreadable, .unreadableListing, .unsupported: true
    default: false
    }
  }
}
