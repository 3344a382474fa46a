import FTPSystem
import LibC

/// What a socket can be ready for.
package struct SocketEvents: OptionSet, Hashable, Sendable {
  /// The bits of `poll`.
  package let rawValue: Int16

  /// Makes a set from the bits of `poll`.
  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// There are bytes to read, or their end, or a connection to accept.
  package static let readable = SocketEvents(rawValue: Int16(POLLIN))
  /// There is room to write.
  package static let writable = SocketEvents(rawValue: Int16(POLLOUT))
  /// There is an urgent byte (the Telnet Synch).
  package static let urgent = SocketEvents(rawValue: Int16(POLLPRI))
}

/// Something that can be waited for: a connection, a listener, standard input.
///
/// An optional works too: nil is never ready, so that a wait for two can begin before the second exists.
package protocol Waitable: ~Copyable {
  /// The descriptor to poll, or -1 for nothing.
  var waitDescriptor: Int32 { get }
  /// Its name in an error.
  var waitPeer: String { get }
  /// Which events are already present, and which to poll the descriptor for until others may occur; nil if the
  /// descriptor alone is enough.
  ///
  /// A connection with a record layer holds bytes that its descriptor does not show, and a descriptor is readable
  /// when only a part of a record has arrived, which gives nothing to read.
  func interest(in events: SocketEvents) -> (ready: SocketEvents, awaited: SocketEvents)?
}

extension Waitable where Self: ~Copyable {
  /// Nil: the descriptor alone is enough.
  package func interest(in events: SocketEvents) -> (ready: SocketEvents, awaited: SocketEvents)? { nil }
}

extension Optional: Waitable where Wrapped: Waitable & ~Copyable {
  /// The descriptor of the wrapped value, or -1.
  package var waitDescriptor: Int32 {
    switch self {
    case .some(let wrapped): wrapped.waitDescriptor
    case .none: -1
    }
  }

  /// The name of the wrapped value, or an empty one.
  package var waitPeer: String {
    switch self {
    case .some(let wrapped): wrapped.waitPeer
    case .none: ""
    }
  }

  /// The wrapped value's answer.
  package func interest(in events: SocketEvents) -> (ready: SocketEvents, awaited: SocketEvents)? {
    switch self {
    case .some(let wrapped): wrapped.interest(in: events)
    case .none: nil
    }
  }
}

extension Waitable where Self: ~Copyable {
  /// Waits until at least one of the events occurs and returns those that have.
  ///
  /// - Throws: with step `.read` when the deadline passes or the wake-up is signalled.
  package func wait(
    for events: SocketEvents, deadline: Deadline = .never, wakeUp: WakeUp? = nil
  ) throws(TransportError) -> SocketEvents {
    while true {
      let interest = interest(in: events)
      let poll = Poll.wait(
        waitDescriptor, interest?.awaited ?? events, wakeUp: wakeUp, deadline: deadline,
        isReady: interest?.ready.isEmpty == false)
      try poll.check(step: .read, peer: waitPeer, deadline: deadline)
      guard let interest else { return poll.first }
      if !interest.ready.isEmpty { return interest.ready }
    }
  }

  /// The current events, without waiting.
  package func ready(for events: SocketEvents) -> SocketEvents {
    interest(in: events)?.ready ?? Poll.look(waitDescriptor, events)
  }
}

/// Waits until one of two is ready, such as a control and a data connection, and returns the events of both; at
/// least one of the sets is not empty.
///
/// ```swift
/// let (onControl, onData) = try waitForEither(
///   control, .readable, or: data, .readable, deadline: deadline, wakeUp: wakeUp)
/// ```
///
/// - Throws: with step `.read` when the deadline passes or the wake-up is signalled.
package func waitForEither<First: Waitable & ~Copyable, Second: Waitable & ~Copyable>(
  _ first: borrowing First, _ events: SocketEvents, or second: borrowing Second,
  _ otherEvents: SocketEvents, deadline: Deadline = .never, wakeUp: WakeUp? = nil
) throws(TransportError) -> (first: SocketEvents, second: SocketEvents) {
  while true {
    let one = first.interest(in: events)
    let other = second.interest(in: otherEvents)
    let poll = Poll.wait(
      first.waitDescriptor, one?.awaited ?? events, second.waitDescriptor, other?.awaited ?? otherEvents,
      wakeUp: wakeUp, deadline: deadline,
      isReady: one?.ready.isEmpty == false || other?.ready.isEmpty == false)
    if poll.outcome != .ready {
      let names = [first.waitPeer, second.waitPeer].filter { !$0.isEmpty }
      try poll.check(step: .read, peer: names.joined(separator: " or "), deadline: deadline)
    }
    let onFirst = one?.ready ?? poll.first
    let onSecond = other?.ready ?? poll.second
    if !onFirst.isEmpty || !onSecond.isEmpty { return (onFirst, onSecond) }
  }
}

/// One wait on up to two descriptors and the wake-up.
struct Poll {
  enum Outcome: Equatable {
    case ready, timedOut, cancelled
    case failed(SystemError)
  }

  var outcome: Outcome
  var first: SocketEvents = []
  var second: SocketEvents = []
  /// Whether the second descriptor or `news` is the reason, or one of them.
  var hasNews = false

  /// Waits; a signalled wake-up comes before a ready descriptor, a ready descriptor before a deadline that passed.
  ///
  /// If `isReady` is true, this only checks, because bytes are held that no descriptor shows. `news` ends the wait
  /// without cancelling it.
  static func wait(
    _ descriptor: Int32, _ events: SocketEvents, _ other: Int32 = -1, _ otherEvents: SocketEvents = [],
    news: WakeUp? = nil, wakeUp: WakeUp?, deadline: Deadline, isReady: Bool = false
  ) -> Poll {
    // In this order, a single wait needs only the first ones; poll skips a descriptor of -1.
    var entries = (
      pollfd(fd: descriptor, events: events.rawValue, revents: 0),
      pollfd(fd: wakeUp?.readingEnd ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: otherEvents.rawValue, revents: 0),
      pollfd(fd: news?.readingEnd ?? -1, events: Int16(POLLIN), revents: 0)
    )
    let count: nfds_t = news != nil ? 4 : other >= 0 ? 3 : wakeUp == nil ? 1 : 2
    let mustLook = wakeUp != nil && entries.1.fd < 0 || news != nil && entries.3.fd < 0
    while true {
      if let wakeUp, wakeUp.isSignalled { return Poll(outcome: .cancelled) }
      if let news, entries.3.fd < 0, news.isSignalled { return Poll(outcome: .ready, hasNews: true) }
      var milliseconds = isReady ? 0 : deadline.pollMilliseconds
      if mustLook, milliseconds < 0 || milliseconds > 20 { milliseconds = 20 }
      let ready = withUnsafeMutablePointer(to: &entries) { pointer in
        pointer.withMemoryRebound(to: pollfd.self, capacity: 4) { poll($0, count, milliseconds) }
      }
      if ready > 0 || isReady {
        if entries.1.revents != 0 { return Poll(outcome: .cancelled) }
        return Poll(
          outcome: .ready, first: SocketEvents(rawValue: entries.0.revents),
          second: SocketEvents(rawValue: entries.2.revents),
          hasNews: entries.2.revents != 0 || entries.3.revents != 0)
      }
      if ready < 0, errno != EINTR { return Poll(outcome: .failed(.last)) }
      if deadline.hasPassed {
        return Poll(outcome: wakeUp?.isSignalled == true ? .cancelled : .timedOut)
      }
    }
  }

  /// The current events of one descriptor; none for -1.
  static func look(_ descriptor: Int32, _ events: SocketEvents) -> SocketEvents {
    guard descriptor >= 0 else { return [] }
    var entry = pollfd(fd: descriptor, events: events.rawValue, revents: 0)
    while true {
      let ready = poll(&entry, 1, 0)
      if ready > 0 { return SocketEvents(rawValue: entry.revents) }
      if ready == 0 || errno != EINTR { return [] }
    }
  }

  /// Throws for every outcome but `.ready`.
  func check(
    step: TransportError.Step, peer: @autoclosure () -> String, deadline: Deadline
  ) throws(TransportError) {
    switch outcome {
    case .ready: return
    case .timedOut: throw TransportError(step: step, peer: peer(), cause: deadline.timedOut)
    case .cancelled: throw TransportError(step: step, peer: peer(), cause: .cancelled)
    case .failed(let error): throw TransportError(step: step, peer: peer(), cause: .system(error))
    }
  }
}
