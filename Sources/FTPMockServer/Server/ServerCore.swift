import FTPConversation
import FTPProtocol
import FTPTransport

/// State shared by the sessions of one server.
///
/// The threads hold this and not the `MockServer`, so that a released server ends.
final class ServerCore: Sendable {
  let configuration: MockServer.Configuration
  /// The tree in memory, even if it is not served.
  let memory: MemoryStorage
  let storage: any Storage
  let registry: HandlerRegistry
  /// Signalled once, when the server stops; every blocking call of every session also waits for it.
  let stopSignal = WakeUp()
  let threads = ThreadGroup(stackSize: 256 * 1024)
  /// Distributes the events of the sessions.
  let events = EventHub()
  private let state: Guarded<State>
  private let start = ContinuousClock.now
  /// Held by the session that makes a long computation.
  private let turn = Guarded<Void>(())

  private struct State {
    var sessions = SessionCensus()
    var commands: [ReceivedCommand] = []
    var recorders: [ConversationRecorder] = []
    /// The ports that ``Set<ServerHabit>/keepsPorts`` keeps open.
    var ports: [PassivePort] = []
    var hasDeparted: Bool
  }

  init(_ configuration: MockServer.Configuration) {
    var configuration = configuration
    for fault in configuration.faults { fault.hooks.configure?(&configuration) }
    self.configuration = configuration
    // Whether a change of the configuration, such as another certificate, affects a client is unknown here.
    state = Guarded(State(hasDeparted: configuration.faults.contains { $0.hooks.configure != nil }))
    registry = .obedient.without(configuration.disabledVerbs)
    memory = MemoryStorage(
      configuration.tree, capacity: configuration.limits.storage, clock: configuration.clock)
    storage = configuration.folder.map(FolderStorage.init) ?? memory
  }

  /// Whether a client has met, or may have met, something that an obedient server would not have done.
  var hasDeparted: Bool { state.withLock { $0.hasDeparted } }

  /// Records that a session deviates from what the obedient server would do.
  func noteDeparture() { state.withLock { $0.hasDeparted = true } }

  /// The number of sessions.
  var sessionCount: Int { state.withLock { $0.sessions.count } }

  var receivedCommands: [ReceivedCommand] { state.withLock { $0.commands } }

  /// The recordings of the sessions, the oldest first.
  var recorders: [ConversationRecorder] { state.withLock { $0.recorders } }

  /// Begins the recording of a session; nil if it is not recorded.
  func makeRecorder(_ session: Int) -> ConversationRecorder? {
    // Listeners also get events of sessions that are not kept.
    let nothing = RecordingLimits(dataBytes: 0, events: 0, totalBytes: 0)
    guard let limits = configuration.recording ?? (events.hasListeners ? nothing : nil) else { return nil }
    let offset = ContinuousClock.now - start
    let observer = configuration.recording == nil ? nil : configuration.observer
    let recorder = ConversationRecorder(limits: limits, diagram: configuration.diagram) { [events] event in
      observer?(session, event)
      events.publish(event, session: session, offset: offset)
    }
    guard configuration.recording != nil else { return recorder }
    let kept = max(1, configuration.limits.keptConversations)
    state.withLock { state in
      if state.recorders.count >= kept { state.recorders.removeFirst(state.recorders.count - kept + 1) }
      state.recorders.append(recorder)
    }
    return recorder
  }

  /// Keeps a command, without its secret.
  func record(_ command: Command, session: Int) {
    defer { events.wake() }
    let limit = configuration.limits.keptCommands
    // If thousands of threads needed one lock for each command, they would soon do nothing else.
    guard limit > 0 else { return }
    let received = ReceivedCommand(session: session, command: command, time: .now - start)
    state.withLock { state in
      // The oldest are removed in batches, so that the cost per command stays constant.
      if state.commands.count >= limit * 2 { state.commands.removeFirst(state.commands.count - limit) }
      state.commands.append(received)
    }
  }

  /// Accepts connections and gives each a thread, until the server stops.
  func acceptConnections(_ listener: borrowing TCPListener) {
    defer { finishIfOver() }
    while !stopSignal.isSignalled {
      do throws(TransportError) {
        let connection = try listener.accept(wakeUp: stopSignal)
        admit(connection)
      } catch {
        if error.isCancelled { return }
        // Probably out of descriptors: the connection waits, and a session may end meanwhile.
        stopSignal.wait(.after(.milliseconds(20)))
      }
    }
  }

  /// Takes one step of a long computation while no other session does.
  func inTurn(_ work: inout any Work) throws(StorageError) -> ServerReply? {
    try turn.withLock { (_) throws(StorageError) in try work.step() }
  }

  /// Closes a passive port that a session gives up, unless a habit keeps it open.
  func abandon(_ data: DataChannel) {
    guard configuration.habits.contains(.keepsPorts), case .passive(let port) = data else { return }
    state.withLock { state in if state.ports.count < 1_000 { state.ports.append(port) } }
  }

  /// Counts a login; false if this user has too many.
  func admit(_ user: User) -> Bool {
    guard let limit = configuration.limits.sessionsPerUser else { return true }
    return state.withLock { $0.sessions.admit(user.name, limit: limit) }
  }

  /// Records that the login of a user has ended.
  func leave(_ user: User) {
    guard configuration.limits.sessionsPerUser != nil else { return }
    state.withLock { $0.sessions.leave(user.name) }
  }

  private func admit(_ connection: consuming TCPConnection) {
    let host = connection.peerAddress.with(port: 0)
    let identity: Int
    switch state.withLock({ $0.sessions.admit(host, configuration.limits) }) {
    case .number(let number): identity = number
    case .refusal(let text): return Self.turnAway(connection, text)
    }
    let handover = Handover(connection)
    let started = try? threads.start {
      if let connection = handover.take() {
        ControlSession(core: self, identity: identity, connection: connection).run()
      }
      self.leave(host)
    }
    if started != true {
      leave(host)
      if let connection = handover.take() {
        Self.turnAway(connection, "No thread for a session, try again later.")
      }
    }
  }

  private func leave(_ host: SocketAddress) {
    let wasLast = state.withLock { $0.sessions.leave(host, configuration.limits) }
    if wasLast { stopSignal.signal() }
    finishIfOver()
    events.wake()
  }

  /// Ends the events if the server stops and no session is left.
  private func finishIfOver() {
    if stopSignal.isSignalled, sessionCount == 0 { events.finish() }
  }

  private static func turnAway(_ connection: consuming TCPConnection, _ text: String) {
    let bytes = ServerReply(421, text).bytes
    // The accepting thread must not wait; a new connection has buffer space for a line.
    _ = try? connection.writeAvailable(bytes.span)
    connection.prepareToClose()
  }
}
