import Synchronization

/// The sessions that belong to one control connection, which its data connections resume.
///
/// Each control connection has its own, because servers may refuse a data connection with the session of another login.
package final class TLSSessions: Sendable {
  private struct State: @unchecked Sendable {
    /// Sessions that were not resumed yet, the newest last.
    var fresh: [OpenSSL.Pointer] = []
    /// The one that was resumed last, for servers that issue no new ones.
    var used: OpenSSL.Pointer?
  }

  /// The most sessions that are kept; a server sends two at a time.
  private static let most = 8

  private let state = Mutex(State())
  private let openSSL: OpenSSL

  /// Begins without a session.
  package init() throws(TLSUnavailable) { openSSL = try OpenSSL.load() }

  deinit {
    state.withLock { state in
      state.fresh.forEach(openSSL.sessionFree)
      if let used = state.used { openSSL.sessionFree(used) }
    }
  }

  /// How many sessions were not resumed yet.
  package var count: Int { state.withLock { $0.fresh.count } }

  /// Keeps a session that the server has sent.
  func keep(_ session: OpenSSL.Pointer) {
    nonisolated(unsafe) let session = session
    state.withLock { state in
      state.fresh.append(session)
      if state.fresh.count > Self.most { openSSL.sessionFree(state.fresh.removeFirst()) }
    }
  }

  /// Makes a connection resume the newest session, or else the one that was resumed last.
  func resume(on connection: OpenSSL.Pointer) {
    nonisolated(unsafe) let connection = connection
    state.withLock { state in
      while let newest = state.fresh.popLast() {
        guard openSSL.sessionIsResumable(newest) == 1 else {
          openSSL.sessionFree(newest)
          continue
        }
        if let used = state.used { openSSL.sessionFree(used) }
        state.used = newest
        break
      }
      // A copy, because a connection that ends without both close alerts makes its session unusable.
      guard let session = state.used.flatMap({ openSSL.sessionCopy($0) }) else { return }
      _ = openSSL.setSession(connection, session)
      openSSL.sessionFree(session)
    }
  }
}
