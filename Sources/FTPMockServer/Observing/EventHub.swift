import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

/// Distributes the events of a server's sessions to listeners and waiting tests.
final class EventHub: Sendable {
  private struct State: Sendable {
    var listeners: [Int: AsyncStream<ServerEvent>.Continuation] = [:]
    var waiting: [Int: WakeUp] = [:]
    var added = 0
    var lastNumber: UInt64 = 0
    var violations: [RequirementID: (order: Int, violation: ClientViolation)] = [:]
    var isFinished = false
  }

  private let state = Guarded(State())
  /// The number of listeners and waits; if there are none, events take no lock.
  private let audience = Atomic<Int>(0)
  private let listening = Atomic<Int>(0)

  deinit { finish() }

  var hasListeners: Bool { listening.load(ordering: .relaxed) > 0 }

  /// Whether there will be no more events.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// The clients' violations, in the order in which they were found.
  var violations: [ClientViolation] {
    state.withLock { $0.violations.values.sorted { $0.order < $1.order }.map(\.violation) }
  }

  /// Distributes an event of a session that began `offset` after the server.
  func publish(_ event: ConversationEvent, session: Int, offset: Duration) {
    if case .verdict(let verdict) = event.content, verdict.party == .client { count(verdict, session) }
    guard audience.load(ordering: .relaxed) > 0 else { return }
    state.withLock { state in
      state.lastNumber += 1
      let event = ServerEvent(
        session: session, time: offset + event.time, number: state.lastNumber, content: event.content)
      for listener in state.listeners.values { listener.yield(event) }
      for waiter in state.waiting.values { waiter.signal() }
    }
  }

  /// Makes waiting calls check again, because something changed without an event.
  func wake() {
    guard audience.load(ordering: .relaxed) > 0 else { return }
    state.withLock { state in
      for waiter in state.waiting.values { waiter.signal() }
    }
  }

  /// Ends all streams and waits, because there will be no more events.
  func finish() {
    // A stream that ends removes itself from the list, which needs the lock.
    let listeners = state.withLock { state in
      state.isFinished = true
      for waiter in state.waiting.values { waiter.signal() }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// Events from now on, of which at most `limit` are buffered.
  func events(limit: Int) -> ServerEvents {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ServerEvent.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.added += 1
      state.listeners[state.added] = continuation
      audience.add(1, ordering: .relaxed)
      listening.add(1, ordering: .relaxed)
      return state.added
    }
    guard let number else {
      continuation.finish()
      return ServerEvents(stream: stream)
    }
    continuation.onTermination = { [weak self] _ in self?.removeListener(number) }
    return ServerEvents(stream: stream)
  }

  /// The number of listeners.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// The number of waiting calls.
  var waiterCount: Int { state.withLock { $0.waiting.count } }

  /// Blocks until `look` finds something, and checks again whenever something happens; nil if the deadline passes, the
  /// wait is cancelled, or the server ends.
  func wait<Value>(_ waiter: EventWaiter, until deadline: Deadline, for look: () -> Value?) -> Value? {
    let number = state.withLock { state in
      state.added += 1
      state.waiting[state.added] = waiter.wakeUp
      audience.add(1, ordering: .relaxed)
      return state.added
    }
    defer {
      state.withLock { _ = $0.waiting.removeValue(forKey: number) }
      audience.subtract(1, ordering: .relaxed)
    }
    while true {
      waiter.wakeUp.reset()
      // Checked before `look`, so that something that happened before the server ended is still found.
      let isOver = isFinished || waiter.isCancelled || deadline.hasPassed
      if let found = look() { return found }
      if isOver { return nil }
      waiter.wakeUp.wait(deadline)
    }
  }

  private func removeListener(_ number: Int) {
    state.withLock { state in
      guard state.listeners.removeValue(forKey: number) != nil else { return }
      audience.subtract(1, ordering: .relaxed)
      listening.subtract(1, ordering: .relaxed)
    }
  }

  private func count(_ verdict: Verdict, _ session: Int) {
    state.withLock { state in
      let order = state.violations.count
      state.violations[
        verdict.requirement,
        default: (order, ClientViolation(count: 0, firstSession: session, example: verdict))
      ].violation.count += 1
    }
  }
}

/// A task that waits for something to happen, and that can be cancelled.
final class EventWaiter: Sendable {
  let wakeUp = WakeUp()
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() {
    cancelled.store(true, ordering: .releasing)
    wakeUp.signal()
  }
}
