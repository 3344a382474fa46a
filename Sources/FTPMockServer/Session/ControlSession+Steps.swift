import FTPConversation
import FTPProtocol
import FTPTransport

/// The remaining steps for a command, or for a client that has connected, and their state.
private struct StepProgram: ~Copyable {
  var steps: ArraySlice<ServerStep>
  /// The last command begun; nil before the first.
  var command: Command?
  /// Whether the client expects a data connection.
  var isUnderWay = false
  /// Whether a reply of a rule has logged the client in.
  var hasAdmitted = false
  /// Whether the rule's reply affects later commands.
  let holds: Bool
  /// The data connection, while it is open.
  var data: DataLink?

  init(_ steps: [ServerStep], _ command: Command?) {
    self.steps = steps[...]
    self.command = command
    holds = command == nil || steps.contains(.obeyQuietly)
  }

  /// Removes the next step; after the last, an open data connection is closed.
  mutating func next() -> ServerStep? { steps.popFirst() ?? (data == nil ? nil : .closeData) }

  /// Removes the steps for a data connection that has ended early, up to its close.
  mutating func dropDataSteps() {
    let close = steps.firstIndex(where: \.endsDataConnection)
    let end = close.map { $0 + 1 } ?? steps.endIndex
    steps = (steps[..<end].filter { !$0.usesDataConnection } + steps[end...])[...]
  }

  /// The place of a reply.
  func stage(of reply: ServerReply) -> ReplyFacts.Stage {
    if reply.code.isPreliminary { return .preliminary }
    if command == nil { return .greeting }
    return isUnderWay || data != nil ? .completion : .single
  }
}

/// The interpreter of steps.
extension ControlSession {
  /// Takes the steps of a rule, a vector or a fault one after the other, for a command or, if that is nil, for a
  /// client that has connected.
  func perform(_ steps: [ServerStep], for command: Command?) throws(End) {
    var program = StepProgram(steps, command)
    while let step = program.next() {
      do throws(Stop) {
        try perform(step, &program)
      } catch {
        switch error {
        case .session(let end): throw end
        case .hungUp: throw .disconnected
        case .noConnection:
          return try send(ServerReply(425, "Cannot open the data connection."), .completion)
        // Whatever happened to the data, the rule determines the reply.
        case .aborted, .stalled, .unprotected, .notResumed, .dropped, .ended, .malformed, .storage, .broken:
          if !step.endsDataConnection { program.dropDataSteps() }
        }
      }
    }
  }

  private func perform(_ step: ServerStep, _ program: inout StepProgram) throws(Stop) {
    switch step {
    case .obey: try obey(program.command)
    case .obeyQuietly:
      if let command = program.command { obeyQuietly(command) }
      admit(program)
    case .also(let command): obeyQuietly(command)
    case .obeyAs(let command): try stopping { () throws(End) in try obey(command) }
    case .awaitCommand: try takeNextCommand(&program)
    case .resetParameters: context.parameters = SessionParameters(core.configuration.habits)
    case .reply(let reply):
      let stage = program.stage(of: reply)
      if stage == .preliminary { program.isUnderWay = true }
      try stopping { () throws(End) in try send(reply, stage) }
      if reply.code == 230 { program.hasAdmitted = true }
      // A command that is obeyed after the reply may log in the user that the client named.
      if !program.steps.contains(.obeyQuietly) { admit(program) }
    case .line(let line): try stopping { () throws(End) in try write(render(line)) }
    case .wire(.pause(let duration)) where program.data != nil:
      try overData(&program) { (link) throws(Stop) in
        try hold(duration, link.transferred)
        return nil
      }
    case .wire(let step): try stopping { () throws(End) in try write([step]) }
    case .openData: try overData(&program) { _ in nil }
    case .data(let bytes):
      let isOver = try overData(&program) { (link) throws(Stop) in try send(bytes, over: &link) }
      if isOver { program.dropDataSteps() }
    case .filler(let count):
      let isOver = try overData(&program) { (link) throws(Stop) in
        try send(FileSource(.pattern(count: count), isText: false), over: &link)
      }
      if isOver { program.dropDataSteps() }
    case .receive:
      try overData(&program) { (link) throws(Stop) in
        try drain(&link)
        return nil
      }
    case .store:
      guard let command = program.command, let sink = sink(for: command) else {
        return try perform(.receive, &program)
      }
      try keep(in: sink, &program)
    case .closeData, .resetData:
      guard program.data != nil || program.isUnderWay else { return context.releasePassivePort() }
      try overData(&program) { (link) throws(Stop) in
        step == .closeData ? try finish(&link) ?? link.ending : .resetByServer
      }
    }
  }

  /// Uses the data connection, which is opened if necessary.
  ///
  /// It stays open unless an error occurs or `body` returns how it ends; true if it stays open.
  @discardableResult
  private func overData(
    _ program: inout StepProgram, _ body: (inout DataLink) throws(Stop) -> DataEnding?
  ) throws(Stop) -> Bool {
    var link: DataLink
    if let open = program.data.take() { link = open } else { link = try openDataLink() }
    if try use(&link, body) { return true }
    program.data = consume link
    return false
  }

  private func obey(_ command: Command?) throws(Stop) {
    try stopping { () throws(End) in
      if let command { try obey(command) } else { try sendGreeting() }
    }
  }

  /// Logs the client in, under any name, if an effective reply of a rule says so.
  private func admit(_ program: borrowing StepProgram) {
    if program.hasAdmitted, program.holds, context.user == nil { context.login = .loggedIn(.anonymous) }
  }

  /// Where the obedient server would store the client's data; nil if it would refuse it.
  private func sink(for command: Command) -> (any DataSink)? {
    let response = core.registry.respond(to: command, context)
    if let code = response.code { context.settle(command, code) }
    guard case .transfer(let transfer) = response, case .receive(let sink) = transfer.direction else {
      return nil
    }
    return sink
  }

  /// Writes everything that the client sends to a file.
  private func keep(in sink: any DataSink, _ program: inout StepProgram) throws(Stop) {
    var sink = sink
    var outcome: Stop?
    do throws(Stop) {
      try overData(&program) { (link) throws(Stop) in
        link.ending = try receive(into: &sink, from: &link)
        return nil
      }
    } catch {
      outcome = error
    }
    try settle(&sink, outcome)
  }

  /// Waits for the next command while the data connection is open; its steps follow.
  private func takeNextCommand(_ program: inout StepProgram) throws(Stop) {
    guard program.data != nil else { return }
    var next: Command?
    try overData(&program) { (_) throws(Stop) in
      next = try nextCommand()
      return nil
    }
    guard let next else { return }
    program.command = next
    program.steps = ((planner?.steps(for: next) ?? []) + program.steps)[...]
    let isClosed = program.steps.contains { $0.endsDataConnection || $0.endsSession }
    if !isClosed { program.steps.append(.awaitCommand) }
  }

  /// Reads everything that the client sends, and discards it.
  private func drain(_ link: inout DataLink) throws(Stop) {
    var buffer = [UInt8](repeating: 0, count: transferChunkSize)
    while true {
      try wait(link.connection, .readable, idleDeadline, link.transferred, otherwise: .stalled)
      let count = try moving { () throws(TransportError) in
        try link.connection.read(into: &buffer, deadline: idleDeadline)
      }
      if count == 0 {
        link.ending = .closedByClient
        return
      }
      link.moved(buffer.span.extracting(first: count), .upload)
    }
  }
}
