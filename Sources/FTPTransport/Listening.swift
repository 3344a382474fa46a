import FTPSystem

/// Listens to another connection whenever a connection has to wait, as a client must do that reads or writes data: the
/// server may end the transfer on the control connection and leave the data connection open.
///
/// Where data flows, it costs nothing: only a wait includes the other connection.
package final class Listening: Sendable {
  package enum Hearing: Hashable, Sendable {
    /// Nothing that matters.
    case nothing
    /// Another thread listens now; ask again.
    case busy
    /// Nothing more will be heard; from now on each wait lasts no longer than this.
    case over(Duration?)
    /// The wait is to end, and all later ones.
    case stop
  }

  /// How long the other connection is left alone after it had nothing to say.
  private static let pause = Duration.milliseconds(20)

  private let watch: ConnectionWatch
  private let hear: @Sendable () -> Hearing
  private let last = Monitor(Hearing.nothing)

  /// Makes a listener.
  ///
  /// - Parameters:
  ///   - watch: the other connection.
  ///   - hear: called on the waiting thread when it may have something to say; reads and understands it.
  package init(_ watch: ConnectionWatch, hear: @escaping @Sendable () -> Hearing) {
    self.watch = watch
    self.hear = hear
  }

  /// Waits for events, and listens meanwhile.
  ///
  /// A reader takes available bytes first, because they were sent before what would be heard; a writer listens first,
  /// because a server that has had enough may still read.
  func wait(
    for events: SocketEvents, of descriptor: Int32, isWriting: Bool, wakeUp: WakeUp?, deadline: Deadline
  ) -> Poll {
    var isPausing = false
    while true {
      let poll: Poll
      switch last.withLock({ $0 }) {
      case .stop: return Poll(outcome: .cancelled)
      case .over(let limit):
        return Poll.wait(
          descriptor, events, wakeUp: wakeUp, deadline: limit.map { deadline.earlier(.after($0)) } ?? deadline
        )
      case let hearing where isPausing:
        isPausing = false
        poll = Poll.wait(
          descriptor, events, wakeUp: wakeUp, deadline: deadline.earlier(.after(Self.pause)))
        guard poll.outcome == .timedOut, !deadline.hasPassed else { return poll }
        guard hearing == .busy else { continue }
      case .nothing, .busy:
        poll = watch.wait(besides: descriptor, events, wakeUp: wakeUp, deadline: deadline)
        guard poll.hasNews, poll.first.isEmpty || isWriting else { return poll }
      }
      let hearing = hear()
      last.withLock { $0 = hearing }
      isPausing = hearing == .nothing || hearing == .busy
      if hearing != .stop, !poll.first.isEmpty { return poll }
    }
  }
}
