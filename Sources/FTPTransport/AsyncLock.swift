import FTPSystem

/// The queue in which calls wait for the thread of an actor that blocks: one has the turn, the others wait for theirs.
///
/// An actor's own queue is not enough, because nothing can leave it. Here a call leaves the queue as soon as its task
/// is cancelled, and the one that has the turn is woken by ``wakeUp``, which is signalled only for it: no call ever
/// gets, or loses, the signal that was meant for another.
///
/// ```swift
/// switch await line.takingTurn({ await actor.blockingStep() }) {
/// case .done(let value): ...
/// case .cancelled, .interrupted: ...
/// }
/// ```
package final class AsyncLock: Sendable {
  /// The outcome of a call.
  package enum Outcome<Value: Sendable>: Sendable {
    /// It had its turn.
    case done(Value)
    /// Its task was cancelled before its turn, and it did nothing.
    case cancelled
    /// The queue was cleared before its turn, and it did nothing.
    case interrupted
  }

  private enum Admission {
    case admitted, cancelled, interrupted
  }

  private struct Entry {
    var continuation: CheckedContinuation<Admission, Never>
    var isUrgent: Bool
  }

  private struct State {
    var current: Int?
    var taken = 0
    /// The waiting calls, by number.
    var waiting: [Int: Entry] = [:]
    /// The numbers in line, in the order of their turns; one that has left is no longer in ``waiting``.
    var order: ArraySlice<Int> = []
    var urgent: ArraySlice<Int> = []
    var staysSignalled = false

    mutating func next() -> (number: Int, entry: Entry)? {
      while let number = urgent.popFirst() ?? order.popFirst() {
        if let entry = waiting.removeValue(forKey: number) { return (number, entry) }
      }
      return nil
    }
  }

  /// Ends a wait of the call that has the turn.
  package let wakeUp: WakeUp
  private let state = Monitor(State())

  /// Makes an empty queue.
  package init(wakeUp: WakeUp = WakeUp()) { self.wakeUp = wakeUp }

  /// How many calls wait for their turn.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Whether a call has the turn.
  package var isTaken: Bool { state.withLock { $0.current != nil } }

  /// Waits for the turn and runs `body` with it.
  ///
  /// Cancelling the task removes the call from the queue, or signals ``wakeUp`` if it has the turn.
  package func takingTurn<Value: Sendable>(_ body: () async -> Value) async -> Outcome<Value> {
    let number = takeNumber()
    return await withTaskCancellationHandler {
      switch await admission(of: number, isUrgent: false) {
      case .cancelled: return .cancelled
      case .interrupted: return .interrupted
      case .admitted: break
      }
      let value = await body()
      leave(number)
      return .done(value)
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends the call that has the turn and the waiting ones, and runs `body` next, whether the task is cancelled or not.
  ///
  /// If it is, ``wakeUp`` is signalled, so that `body` waits for nothing.
  package func interrupting<Value: Sendable>(_ body: () async -> Value) async -> Value {
    let number = takeNumber()
    return await withTaskCancellationHandler {
      interrupt()
      _ = await admission(of: number, isUrgent: true)
      if Task.isCancelled { cancel(number) }
      let value = await body()
      leave(number)
      return value
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends the call that has the turn and the waiting ones; later ones are not affected.
  package func interrupt() {
    for entry in cleared() { entry.continuation.resume(returning: .interrupted) }
  }

  /// Like ``interrupt()``, and takes the turn if it is free.
  ///
  /// - Returns: the number to ``leave(_:)`` with; nil if a call has the turn, which ends now.
  package func interruptAndSeize() -> Int? {
    let (entries, number) = state.withLock { state -> ([Entry], Int?) in
      let entries = clear(&state)
      guard state.current == nil else { return (entries, nil) }
      state.taken += 1
      state.current = state.taken
      return (entries, state.taken)
    }
    for entry in entries { entry.continuation.resume(returning: .interrupted) }
    return number
  }

  /// Takes the turn if it is free; nil if a call has it.
  ///
  /// - Returns: the number to ``leave(_:)`` with.
  package func seize() -> Int? {
    state.withLock { state in
      guard state.current == nil else { return nil }
      state.taken += 1
      begin(state.taken, &state)
      return state.taken
    }
  }

  /// Signals ``wakeUp`` for good: every wait from now on ends at once.
  package func signalForGood() {
    state.withLock { state in
      state.staysSignalled = true
      wakeUp.signal()
    }
  }

  /// Gives the turn to the next in line.
  package func leave(_ number: Int) {
    let next = state.withLock { state -> Entry? in
      guard state.current == number else { return nil }
      state.current = nil
      guard let (next, entry) = state.next() else { return nil }
      begin(next, &state)
      return entry
    }
    next?.continuation.resume(returning: .admitted)
  }

  private func takeNumber() -> Int {
    state.withLock { state in
      state.taken += 1
      return state.taken
    }
  }

  private func cleared() -> [Entry] { state.withLock { clear(&$0) } }

  private func clear(_ state: inout State) -> [Entry] {
    let left = state.waiting.filter { !$0.value.isUrgent }
    state.waiting = state.waiting.filter { $0.value.isUrgent }
    state.order = []
    wakeUp.signal()
    return Array(left.values)
  }

  /// Passes the turn on; the signal for the previous call is cleared.
  private func begin(_ number: Int, _ state: inout State) {
    state.current = number
    if wakeUp.isSignalled, !state.staysSignalled { wakeUp.reset() }
  }

  private func admission(of number: Int, isUrgent: Bool) async -> Admission {
    if let now = state.withLock({ admitted(number, isUrgent, &$0) }) { return now }
    return await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Admission? in
        if let now = admitted(number, isUrgent, &state) { return now }
        state.waiting[number] = Entry(continuation: continuation, isUrgent: isUrgent)
        if isUrgent { state.urgent.append(number) } else { state.order.append(number) }
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
  }

  /// The immediate answer: the task is cancelled before its handler is called, so no cancellation is missed.
  private func admitted(_ number: Int, _ isUrgent: Bool, _ state: inout State) -> Admission? {
    if !isUrgent, Task.isCancelled { return .cancelled }
    guard state.current == nil else { return nil }
    begin(number, &state)
    return .admitted
  }

  private func cancel(_ number: Int) {
    let left = state.withLock { state -> Entry? in
      if state.current == number {
        wakeUp.signal()
        return nil
      }
      guard let entry = state.waiting[number], !entry.isUrgent else { return nil }
      state.waiting[number] = nil
      return entry
    }
    left?.continuation.resume(returning: .cancelled)
  }
}
