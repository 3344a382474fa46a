import FTPClient
import FTPProtocol

/// A connection for successive transfers: opened on demand, replaced after a failure, given up after too many
/// failures.
actor TransferConnection {
  private let site: FTPSite
  private let clock: TransferClock
  private var retries: Int
  private var backoff: FTPBackoff
  private var current: FTPSession?
  /// Whether ``current`` is the caller's, and the caller's to close.
  private var isBorrowed: Bool
  private let opened: @Sendable (FTPSession) -> Void
  private var failures = 0
  /// Whether a session was ever open.
  private(set) var hasLoggedIn: Bool
  private var generator: SeededGenerator

  /// Makes a connection, which opens a session when it needs one.
  ///
  /// - Parameters:
  ///   - site: the server and the user.
  ///   - retries: how often to try again after an error.
  ///   - backoff: how long to wait before that.
  ///   - clock: the clock for the waits.
  ///   - first: an open session to begin with.
  ///   - opened: called with each session that is opened.
  init(
    _ site: FTPSite, retries: Int = 0, backoff: FTPBackoff = .none, clock: TransferClock = .system,
    first: FTPSession? = nil,
    opened: @escaping @Sendable (FTPSession) -> Void = { _ in }
  ) {
    self.site = site
    current = first
    isBorrowed = first != nil
    hasLoggedIn = first != nil
    self.opened = opened
    self.retries = retries
    self.backoff = backoff
    self.clock = clock
    generator = SeededGenerator(seed: clock.seed)
  }

  /// Counts failures again, by the rules of another request.
  func begin(retries: Int, backoff: FTPBackoff) {
    (self.retries, self.backoff) = (retries, backoff)
    failures = 0
  }

  /// Whether a session is open.
  var isOpen: Bool { current?.isOpen ?? false }

  /// A session that is open.
  func session() async throws(FTPError) -> FTPSession {
    if let current, current.isOpen { return current }
    await close()
    let session = try await FTPSession.open(site)
    hasLoggedIn = true
    isBorrowed = false
    current = session
    opened(session)
    return session
  }

  /// A session in which nothing was transferred yet.
  ///
  /// The caller's session stays open; it is used if the server allows no other.
  func freshSession() async throws(FTPError) -> FTPSession {
    let first = isBorrowed && isOpen ? current : nil
    await close()
    do throws(FTPError) { return try await session() } catch {
      guard let first, case .refused = error else { throw error }
      (current, isBorrowed) = (first, true)
      return first
    }
  }

  /// Closes the session, unless it is the caller's.
  func close() async {
    let session = current
    current = nil
    if !isBorrowed { await session?.close() }
  }

  /// Records a success: earlier failures no longer count.
  func succeeded() { failures = 0 }

  /// Recovers from an error if another attempt may help: closes the session and waits.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - isFruitless: whether not a single byte was transferred.
  ///   - yields: whether there are other connections, so that this one gives up if the server allows no more.
  /// - Throws: the error, if it is not worth trying again.
  func recover(from error: any Error, isFruitless: Bool, yields: Bool = false) async throws {
    try Task.checkCancellation()
    guard let failure = FTPError(any: error) else { throw error }
    if case .cancelled = failure { throw failure }
    if !isFruitless { failures = 0 }
    guard isWorthRetrying(failure, yields), failures < retries else { throw failure }
    failures += 1
    // Without QUIT: a connection that has failed may not answer, so waiting would be useless.
    current?.abandon()
    current = nil
    try await clock.wait(backoff.delay(before: failures, using: &generator))
  }

  private func isWorthRetrying(_ failure: FTPError, _ yields: Bool) -> Bool {
    guard case .refused(_, let command) = failure else { return failure.isTransient }
    if yields { return false }
    // If an earlier login succeeded, the refusal is about the number of connections.
    let isLogin = command.map { [.user, .pass, .acct].contains($0.verb) } ?? true
    return failure.isTransient || isLogin && hasLoggedIn
  }

  /// Runs `body` with a session, and again on a new one if that may help.
  func retrying<Value: Sendable>(
    _ body: @Sendable (FTPSession) async throws -> Value
  ) async throws -> Value {
    while true {
      do {
        let value = try await body(try await session())
        succeeded()
        return value
      } catch {
        try await recover(from: error, isFruitless: true)
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
