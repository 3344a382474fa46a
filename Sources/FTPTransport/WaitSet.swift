import LibC

/// A set of things to wait for at once, for code that serves several connections.
///
/// ```swift
/// var waiting = WaitSet()
/// waiting.add(client, .readable)
/// waiting.add(server, [.readable, .writable])
/// try waiting.wait(wakeUp: wakeUp)
/// if client.ready(for: .readable) != [] { ... }
/// ```
package struct WaitSet: Sendable {
  private var entries: [pollfd] = []
  /// Whether something was added that is ready even if its descriptor is not.
  private var isReady = false

  /// Makes an empty set.
  package init() {}

  /// Adds something and the events to wait for; with no events, nothing is added, since a connection that is
  /// closed would always be ready.
  ///
  /// It must stay open until the wait has ended.
  package mutating func add(_ waitable: borrowing some Waitable & ~Copyable, _ events: SocketEvents) {
    guard events != [], waitable.waitDescriptor >= 0 else { return }
    let interest = waitable.interest(in: events)
    if let interest, !interest.ready.isEmpty { isReady = true }
    let awaited = interest?.awaited ?? events
    entries.append(pollfd(fd: waitable.waitDescriptor, events: awaited.rawValue, revents: 0))
  }

  /// Waits until at least one of them is ready; then ask each one.
  ///
  /// With a record layer, it is possible that none is ready, because only a part of a record has arrived; then add them
  /// again, and wait again.
  ///
  /// - Throws: with step `.read` if the deadline passes or the wake-up is signalled.
  package mutating func wait(deadline: Deadline = .never, wakeUp: WakeUp? = nil) throws(TransportError) {
    func failure(_ cause: TransportError.Cause) -> TransportError {
      TransportError(step: .read, peer: "", cause: cause)
    }
    let own = entries.count
    defer { entries.removeSubrange(own...) }
    if let wakeUp, wakeUp.readingEnd >= 0 {
      entries.append(pollfd(fd: wakeUp.readingEnd, events: Int16(POLLIN), revents: 0))
    }
    let mustLook = wakeUp.map { $0.readingEnd < 0 } ?? false
    while true {
      if let wakeUp, wakeUp.isSignalled { throw failure(.cancelled) }
      if isReady { return }
      var milliseconds = deadline.pollMilliseconds
      if mustLook, milliseconds < 0 || milliseconds > 20 { milliseconds = 20 }
      let ready = poll(&entries, nfds_t(entries.count), milliseconds)
      if ready > 0 {
        if let wakeUp, wakeUp.isSignalled { throw failure(.cancelled) }
        return
      }
      if ready < 0, errno != EINTR { throw failure(.system(.last)) }
      if deadline.hasPassed { throw failure(deadline.timedOut) }
    }
  }
}
