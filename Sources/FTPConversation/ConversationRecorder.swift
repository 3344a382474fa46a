import FTPProtocol

/// Records one conversation from either side: keeps events, judges them, counts bytes, notifies listeners.
///
/// The owner of the connections calls the methods below in the order in which things happen; they may be called
/// from any thread. Secrets are replaced before anything is kept, and so are later repetitions.
package final class ConversationRecorder: Sendable {
  struct State: ~Copyable {
    var judge: Judge
    /// The session's state as last reported.
    var toldState: ConnectionState
    var lines = CommandLines()
    var events: [ConversationEvent] = []
    var omittedEvents = 0
    var keptBytes = 0
    var verdicts: [Verdict] = []
    var counters = ByteCounters()
    var dataConnections: [DataConnectionID: DataConnection] = [:]
    var openedDataConnections = 0
    /// The line that is being written, as far as it has been recorded.
    var partialLine: [UInt8] = []
    /// The secrets of the conversation so far.
    var secrets = KnownSecrets()
    var listeners: [Int: AsyncStream<ConversationEvent>.Continuation] = [:]
    var addedListeners = 0
    var isFinished = false

    init(_ diagram: StateDiagram) {
      judge = Judge(diagram: diagram)
      toldState = judge.state
    }
  }

  struct DataConnection {
    var byteCount = 0
    var keptBytes = 0
    /// Bytes that may be the beginning of a secret, until that is decided.
    var held: (direction: DataDirection, bytes: [UInt8])?
  }

  let limits: RecordingLimits
  let start = ContinuousClock.now
  let state: Guarded<State>

  private let observer: (@Sendable (ConversationEvent) -> Void)?
  /// The clock of a past conversation; nil for a live one.
  private let clock: (@Sendable () -> Duration)?

  /// Starts a recording, whose clock begins now.
  ///
  /// `observer` gets every event as it happens, on the thread on which it happens and before anything else can
  /// happen; it must be quick and must not call the recorder.
  package convenience init(
    limits: RecordingLimits = RecordingLimits(), observer: (@Sendable (ConversationEvent) -> Void)? = nil
  ) {
    self.init(limits: limits, diagram: .ftp, observer: observer)
  }

  /// The same, judged by a diagram that need not be that of FTP.
  package init(
    limits: RecordingLimits, diagram: StateDiagram, observer: (@Sendable (ConversationEvent) -> Void)?
  ) {
    self.limits = limits
    self.observer = observer
    clock = nil
    state = Guarded(State(diagram))
  }

  /// Starts a recording of a past conversation; `clock` returns the time since its beginning.
  package init(limits: RecordingLimits, clock: @escaping @Sendable () -> Duration) {
    self.limits = limits
    observer = nil
    self.clock = clock
    state = Guarded(State(.ftp))
  }

  deinit {
    state.withLock { $0.listeners.values.forEach { $0.finish() } }
  }

  /// The judge's present state.
  package var judge: Judge { state.withLock { $0.judge } }

  /// How the connections are protected at this moment; the judge as a whole is expensive to copy.
  package var protection: ProtectionState { state.withLock { $0.judge.protection } }

  /// The verdicts so far, in order.
  package var verdicts: [Verdict] { state.withLock { $0.verdicts } }

  /// Bytes so far.
  package var counters: ByteCounters { state.withLock { $0.counters } }

  /// How many events are kept so far.
  package var eventCount: Int { state.withLock { $0.events.count } }

  /// The events so far.
  package var transcript: Transcript {
    state.withLock { Transcript(events: $0.events, omittedEvents: $0.omittedEvents) }
  }

  /// Events from now on, until the control connection is closed.
  ///
  /// A listener that does not keep up loses the oldest events once 4,096 are buffered.
  package func events() -> AsyncStream<ConversationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConversationEvent.self, bufferingPolicy: .bufferingNewest(4_096))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.addedListeners += 1
      state.listeners[state.addedListeners] = continuation
      return state.addedListeners
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Changes the state under the lock; `body` adds the events at the given time.
  func change<Value>(_ body: (inout State, Duration) -> Value) -> Value {
    state.withLock { body(&$0, clock?() ?? start.duration(to: .now)) }
  }

  /// Keeps an event within the limits and gives it to the observer and the listeners.
  func add(
    _ content: consuming ConversationEvent.Content, at time: Duration, to state: inout State
  ) {
    let event = ConversationEvent(time: time, content)
    let cost = event.content.byteCount + RecordingLimits.eventOverhead
    observer?(event)
    if !state.listeners.isEmpty {
      for listener in state.listeners.values { listener.yield(event) }
    }
    // Last, so that it is moved into place: a copy would cost more than all that led to the event.
    if state.events.count < limits.events, state.omittedEvents == 0,
      state.keptBytes <= limits.totalBytes - cost
    {
      state.keptBytes += cost
      state.events.append(event)
    } else {
      state.omittedEvents += 1
    }
  }

  /// Keeps the result of a judgement after its event, and reports the session's new state.
  func add(_ found: [Verdict], at time: Duration, to state: inout State) {
    for verdict in found {
      if state.verdicts.count < limits.events { state.verdicts.append(verdict) }
      add(.verdict(verdict), at: time, to: &state)
    }
    let new = state.judge.state
    let old = state.toldState
    guard new != old else { return }
    state.toldState = new
    add(.stateChanged(from: old, to: new), at: time, to: &state)
  }
}
