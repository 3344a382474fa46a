import FTPConversation
import FTPProtocol
import FTPTransport

/// What a rule has a session do for a command.
extension ControlSession {
  /// Does what a rule says.
  func perform(_ steps: [CommandStep], for command: Command) throws(End) {
    var rest = steps[...]
    var command = command
    // Whether the client was told to expect a data connection.
    var isUnderWay = false
    while let step = rest.popFirst() {
      switch step {
      case .obey: try obey(command)
      case .follow: follow(command)
      case .closeData, .resetData:
        guard isUnderWay else {
          context.releasePassivePort()
          continue
        }
        fallthrough
      case .openData, .data, .filler, .receive, .awaitCommand:
        let end = Self.endOfTransfer(rest)
        var moves = ([step] + rest[..<end])[...]
        let others = rest[end...]
        guard try transfer(&moves, &command) else {
          return try send(ServerReply(425, "Cannot open the data connection."), .completion)
        }
        rest = moves + others
      default:
        if case .reply(let reply) = step, reply.code.isPreliminary { isUnderWay = true }
        try performSimple(step, isUnderWay ? .completion : .single)
      }
    }
  }

  /// Does what needs no command and no data connection.
  func performSimple(_ step: CommandStep, _ stage: ReplyFacts.Stage) throws(End) {
    switch step {
    case .reply(let reply): try send(reply, reply.code.isPreliminary ? .preliminary : stage)
    case .bytes(let bytes):
      let steps = [ControlStep.bytes(bytes)]
      try perform(outgoing?.shaped(steps) ?? steps)
    case .line(let line): try perform(render(line))
    case .pause(let duration): context.pause(duration)
    case .releasePort: context.releasePassivePort()
    case .resetParameters: context.parameters = SessionParameters(core.configuration.habits)
    case .close: throw .finished
    case .reset: throw .reset
    case .obey, .follow, .openData, .data, .filler, .receive, .closeData, .resetData, .awaitCommand: break
    }
  }

  /// How far the steps go for which the data connection stays open: to its end, or to the last that needs it.
  private static func endOfTransfer(_ steps: ArraySlice<CommandStep>) -> Int {
    var end = steps.startIndex
    for (index, step) in zip(steps.indices, steps) {
      if step == .obey { break }
      if step.usesDataConnection { end = index + 1 }
      if step == .closeData || step == .resetData { break }
    }
    return end
  }

  /// Opens the data connection and does these steps while it is open; what is left of them comes behind its end, for the
  /// last command that was taken up. False where it cannot be opened.
  private func transfer(_ rest: inout ArraySlice<CommandStep>, _ command: inout Command) throws(End) -> Bool {
    var left = rest
    var current = command
    defer {
      rest = left
      command = current
    }
    do throws(Stop) {
      try withDataConnection { (data, identifier) throws(Stop) in
        var transferred: UInt64 = 0
        var filter = outgoing?.dataFilter()
        while let step = left.popFirst() {
          switch step {
          case .data(let bytes):
            let ending = try send(bytes[...], &filter, over: data, identifier, &transferred)
            if let ending { return ending }
          case .filler(let count):
            var source = FileSource(.pattern(count: count), isText: false)
            while true {
              let chunk = try withStorage { () throws(StorageError) in try source.next() }
              if chunk.isEmpty { break }
              let ending = try send(chunk, &filter, over: data, identifier, &transferred)
              if let ending { return ending }
            }
          case .receive: try drain(data, identifier, &transferred)
          case .pause(let duration): try hold(duration, transferred)
          case .resetData: return .resetByServer
          case .openData: break
          case .closeData:
            return try perform(filter?.end() ?? [], over: data, identifier, &transferred) ?? .closedByServer
          case .awaitCommand:
            current = try nextCommand()
            left = (outgoing?.begin(current) ?? [])[...] + left
            if !left.contains(where: \.endsDataConnection) { left.append(.awaitCommand) }
          case .obey, .follow, .reply, .bytes, .line, .releasePort, .resetParameters, .close, .reset:
            let command = current
            try stopping { () throws(End) in
              switch step {
              case .obey: try obey(command)
              case .follow: follow(command)
              default: try performSimple(step, .completion)
              }
            }
          }
        }
        return try perform(filter?.end() ?? [], over: data, identifier, &transferred) ?? .closedByServer
      }
    } catch {
      switch error {
      case .noConnection: return false
      case .session(let end): throw end
      case .hungUp: throw .disconnected
      // Whatever became of the data, the rule says what the client is told.
      default: left = left.filter { !$0.usesDataConnection }[...]
      }
    }
    return true
  }

  /// Sends what faults leave of bytes; returns how the data connection ends, where it does.
  private func send(
    _ bytes: ArraySlice<UInt8>, _ filter: inout FilterChain?, over data: borrowing TCPConnection,
    _ identifier: DataConnectionID?, _ transferred: inout UInt64
  ) throws(Stop) -> DataEnding? {
    try perform(filter?.take(bytes) ?? [.bytes(bytes)], over: data, identifier, &transferred)
  }

  private func drain(
    _ data: borrowing TCPConnection, _ identifier: DataConnectionID?, _ transferred: inout UInt64
  ) throws(Stop) {
    var buffer = [UInt8](repeating: 0, count: transferChunkSize)
    while true {
      try wait(data, .readable, idleDeadline, transferred, otherwise: .stalled)
      let count: Int
      do throws(TransportError) {
        count = try data.read(into: &buffer, deadline: idleDeadline)
      } catch {
        throw stop(error)
      }
      if count == 0 { return }
      if let identifier { recorder?.data(identifier, .upload, buffer.span.extracting(first: count)) }
      transferred += UInt64(count)
    }
  }

  private func stopping(_ body: () throws(End) -> Void) throws(Stop) {
    do throws(End) {
      try body()
    } catch {
      throw .session(error)
    }
  }
}

extension CommandStep {
  /// Whether it needs a data connection or ends it.
  var usesDataConnection: Bool {
    switch self {
    case .openData, .data, .filler, .receive, .closeData, .resetData, .awaitCommand: true
    default: false
    }
  }

  /// Whether nothing can go over the data connection behind it.
  var endsDataConnection: Bool {
    self == .closeData || self == .resetData || self == .close || self == .reset
  }

  /// Whether the handler of the command is called.
  var callsHandler: Bool { self == .obey || self == .follow }
}
