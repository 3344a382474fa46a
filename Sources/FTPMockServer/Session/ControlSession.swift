import FTPConversation
import FTPProtocol
import FTPTransport

/// One session: reads commands, has them handled, sends the replies.
///
/// It lives on one thread and blocks there.
final class ControlSession {
  let core: ServerCore
  let context: SessionContext
  var connection: TCPConnection
  var queue: CommandQueue
  let recorder: ConversationRecorder?
  /// Sent bytes that do not form a reply yet.
  ///
  /// A rule may send a longer reply than an honest server, and it is recorded as such.
  private var sent = ReplyParser(
    .lenient, limits: ReplyLimits(lineLength: 32 << 20, lines: 4 << 20, bytes: 32 << 20))
  /// The changes to the session's steps; nil for an obedient server.
  let planner: StepPlanner?
  /// When the record layer is switched on and off; nil for never.
  private var layers: LayerSchedule?
  /// Whether the client has sent its last command.
  var isInputEnded = false
  /// A data connection that was opened before its transfer was announced.
  var early: TCPConnection?
  var earlyTLS: TLSLayer?
  /// Whether the final reply of the transfer in progress was sent before its end.
  var hasConcluded = false

  init(core: ServerCore, identity: Int, connection: consuming TCPConnection) {
    self.core = core
    // The Synch's data mark must be found at its place in the stream, not out of band.
    connection.setUrgentInline(true)
    context = SessionContext(
      core: core, identity: identity, localAddress: connection.localAddress,
      peerAddress: connection.peerAddress)
    planner = StepPlanner(
      core.configuration, at: connection.localAddress.ipAddress, session: identity,
      depart: { [core] in core.noteDeparture() })
    planner?.listen = { [context] in
      _ = try? context.listen()
      if case .passive(let port) = context.data { return port.listener.localAddress }
      return nil
    }
    recorder = core.makeRecorder(identity)
    recorder?.controlOpened(
      local: connection.localAddress.description, peer: connection.peerAddress.description)
    self.connection = connection
    layers = LayerSchedule(
      core.configuration.recordLayers, as: .server, limit: core.configuration.timeouts.reply)
    queue = CommandQueue(
      lineLimit: core.configuration.limits.commandLine, habits: core.configuration.habits)
  }

  /// Why a session ends.
  enum End: Error {
    /// The client is gone.
    case disconnected
    /// The last reply was sent.
    case finished
    /// The server dismisses the client with this text.
    case dismissed(String)
    /// A fault resets the connection.
    case reset

    init(_ error: TransportError) {
      self =
        error.isCancelled
        ? .dismissed("Server is shutting down.")
        : error.isTimeout ? .dismissed("Timed out, closing.") : .disconnected
    }

    /// Which side closed the control connection.
    func controlEnd(isInputEnded: Bool) -> ControlEnd {
      guard case .disconnected = self else { return .byServer }
      return isInputEnded ? .byClient : .lost
    }
  }

  /// Serves the client until one side ends the session.
  func run() {
    do throws(End) {
      try beginLayers()
      try greet()
      while true { try answer(try nextItem()) }
    } catch {
      if case .dismissed(let text) = error { say(goodbye: text) }
      // An orderly end would come before the reset.
      if case .reset = error { connection.resetWhenClosed() } else { connection.prepareToClose() }
      // Sent bytes that formed no reply.
      recorder?.unfinishedReply(sent.unfinished)
      recorder?.controlClosed(error.controlEnd(isInputEnded: isInputEnded))
    }
  }

  private func answer(_ item: CommandQueue.Item) throws(End) {
    guard case .command(let command) = item else {
      context.pending = nil
      return try send(ServerReply(500, "Command not understood, or too long."))
    }
    core.record(command, session: context.identity)
    guard let planner else { return try obey(command) }
    let understood = planner.understood(command)
    let steps = planner.steps(for: understood)
    // A command that is answered without its handler does not begin a sequence.
    if !steps.contains(where: \.callsHandler) { context.pending = nil }
    try perform(steps, for: understood)
  }

  /// Executes a command as the obedient server does.
  func obey(_ command: Command) throws(End) {
    let response = core.registry.respond(to: command, context)
    if let code = response.code { context.settle(command, code) }
    switch response {
    case .reply(let reply, let sequel):
      let isLate =
        sequel == .clear && command.verb == .rein
        && core.configuration.habits.contains(.answersREINInClear)
      if !isLate { try send(reply) }
      switch sequel {
      case .commands:
        // REIN does not end TLS that began before the first command.
        if command.verb == .rein, context.isProtected { recorder?.tls(nil, .established) }
      case .close: throw .finished
      case .secure: try secure(within: core.configuration.timeouts.reply)
      case .clear: try endProtection()
      }
      if isLate { try send(reply) }
    case .listing(let reply, let listing): try send(reply, around: listing)
    case .work(let work):
      let reply = try perform(work)
      context.settle(command, reply.code)
      try send(reply)
    case .transfer(let transfer): try perform(transfer)
    }
  }

  /// The next command; waits for it as long as an idle session may last.
  private func nextItem() throws(End) -> CommandQueue.Item {
    do throws(TransportError) {
      if let item = try nextItem(.after(context.idleTimeout ?? core.configuration.timeouts.idle)) {
        return item
      }
    } catch {
      if case .truncated = error.cause {
        recorder?.note("the control connection has ended without a close alert of TLS")
      }
      throw End(error)
    }
    throw .disconnected
  }

  /// The next command; nil if none will follow.
  func nextItem(_ deadline: Deadline) throws(TransportError) -> CommandQueue.Item? {
    while true {
      if let item = queue.next() { return item }
      if isInputEnded { return nil }
      try readCommands(deadline)
    }
  }

  /// Reads bytes of the client, and waits for them until the deadline.
  func readCommands(_ deadline: Deadline) throws(TransportError) {
    var bytes: [UInt8] = []
    let count = try connection.read(appendingTo: &bytes, limit: 4096, deadline: deadline, order: .waitFirst)
    isInputEnded = count == 0
    recorder?.commandBytes(bytes)
    queue.append(bytes)
    let refusals = queue.takeRefusals()
    if !refusals.isEmpty { try write(refusals) }
  }

  func send(_ reply: ServerReply, _ stage: ReplyFacts.Stage = .single) throws(End) {
    if let planner { return try write(planner.steps(for: reply, stage)) }
    try writeRecording(reply.bytes)
  }

  /// Writes bytes, which are recorded before the client can see them.
  func writeRecording(_ bytes: [UInt8]) throws(End) {
    record(bytes)
    try sendBytes(bytes)
  }

  /// Records bytes as the replies that they form.
  func record(_ bytes: [UInt8]) {
    guard let recorder else { return }
    sent.append(bytes)
    while let reply = try? sent.next() { recorder.reply(reply) }
  }

  /// Starts the record layer on the control connection if it is used from the start.
  private func beginLayers() throws(End) {
    do throws(TransportError) { try layers?.begin(&connection) } catch { throw End(error) }
    // The client has not sent anything yet, and may be as slow as any other.
    if core.configuration.tls?.mode == .implicit { try secure(within: core.configuration.timeouts.idle) }
  }

  /// Writes the recorded reply.
  func sendBytes(_ bytes: [UInt8]) throws(End) {
    do throws(TransportError) {
      try write(bytes)
    } catch {
      // A client that does not read its replies would not read a farewell either, and after half a line it would take
      // the farewell for the other half.
      throw error.isCancelled ? .finished : .disconnected
    }
    do throws(TransportError) {
      try layers?.pass(bytes, on: &connection)
    } catch {
      throw error.isCancelled ? End(error) : .disconnected
    }
  }

  /// Writes bytes to a client that may be slow, as long as it reads some of them now and then.
  ///
  /// If the server stops, it no longer waits for a client that reads nothing. Bytes that fit are still sent, so that
  /// the farewell begins on its own line.
  private func write(_ bytes: [UInt8]) throws(TransportError) {
    let wakeUp = connection.wakeUp
    connection.wakeUp = nil
    defer { connection.wakeUp = wakeUp }
    var rest = bytes[...]
    while true {
      rest = rest.dropFirst(try connection.writeAvailable(rest.span))
      if rest.isEmpty { return }
      let deadline = Deadline.after(core.configuration.timeouts.reply)
      _ = try connection.wait(for: .writable, deadline: deadline, wakeUp: wakeUp)
    }
  }

  /// The last reply of a session that the server ends, for a client that may have stopped reading.
  private func say(goodbye text: String) {
    connection.wakeUp = nil
    let bytes = ServerReply(421, text).bytes
    record(bytes)
    try? connection.write(bytes, deadline: .after(.milliseconds(200)))
  }
}
