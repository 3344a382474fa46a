import FTPSystem

/// A connection that other threads wait for, while its owner may close it at any time.
///
/// A wait does not keep a descriptor open, and the number of one that was closed may soon belong to another connection.
/// Therefore the owner ends all waits before it closes.
package final class ConnectionWatch: Sendable {
  private struct State {
    /// The descriptor; nil once the connection is about to be closed.
    var descriptor: Int32?
    var waits = 0
  }

  private let state: Monitor<State>
  private let news = WakeUp()

  init(_ descriptor: Int32) { state = Monitor(State(descriptor: descriptor)) }

  /// Ends a wait, because there may be news that the descriptor does not show: another call has read them.
  package func announceNews() { news.signal() }

  /// Waits for events of another descriptor, until there is something to read here.
  ///
  /// - Returns: the outcome, whose `hasNews` is true if there is something to read here, or no connection any more.
  func wait(
    besides descriptor: Int32, _ events: SocketEvents, wakeUp: WakeUp?, deadline: Deadline
  ) -> Poll {
    let watched = state.withLock { state in
      if state.descriptor != nil { state.waits += 1 }
      return state.descriptor
    }
    guard let watched else { return Poll(outcome: .ready, hasNews: true) }
    let poll = Poll.wait(
      descriptor, events, watched, .readable, news: news, wakeUp: wakeUp, deadline: deadline)
    state.withLockAndWakeOne { state in
      state.waits -= 1
      if poll.hasNews, state.descriptor != nil { news.reset() }
    }
    return poll
  }

  /// Ends all waits permanently.
  func end() {
    state.withLock { $0.descriptor = nil }
    news.signal()
    _ = state.wait { $0.waits == 0 ? true : nil }
  }
}
