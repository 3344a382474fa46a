import FTPConversation
import FTPProtocol
import FTPTransport

/// What faults and rules have a session do in place of the obedient thing.
extension ControlSession {
  /// Sends the greeting.
  func greet() throws(End) {
    let greeting = ServerReply(220, core.configuration.greeting)
    guard let outgoing else { return try send(greeting, .greeting) }
    for step in outgoing.greet() {
      if step == .obey { try send(greeting, .greeting) } else { try performSimple(step, .greeting) }
    }
  }

  /// Sends the reply in front of a transfer; false where a fault leaves the transfer out.
  func announce(_ transfer: Transfer) throws(End) -> Bool {
    guard let outgoing else {
      try send(transfer.preliminary)
      return true
    }
    var isEmpty = false
    if outgoing.facts?.isListing == true, case .send(var source) = transfer.direction {
      isEmpty = (try? source.next().isEmpty) ?? false
    }
    let steps = outgoing.steps(for: transfer.preliminary, .preliminary, isEmpty: isEmpty)
    try perform(steps)
    guard steps.contains(.noTransfer) else { return true }
    if case .receive(var sink) = transfer.direction { sink.cancel() }
    context.releasePassivePort()
    return false
  }

  /// Sends the reply behind a transfer, unless a fault has sent it in advance.
  func conclude(_ final: ServerReply) throws(End) {
    guard !hasConcluded else {
      hasConcluded = false
      return
    }
    try send(final, .completion)
  }

  /// Gives a reply in the way that the steps say.
  func perform(_ steps: [ControlStep]) throws(End) {
    for step in steps {
      switch step {
      case .reply(let reply): try sendRecording(reply.bytes)
      case .bytes(let bytes): try sendRecording(bytes)
      case .pause(let duration): context.pause(duration)
      case .close: throw .finished
      case .reset: throw .reset
      case .noTransfer: break
      }
    }
  }

  private func sendRecording(_ bytes: [UInt8]) throws(End) {
    record(bytes)
    try sendBytes(bytes)
  }

  /// Records bytes as the replies that they make.
  func record(_ bytes: [UInt8]) {
    guard let outgoing, let recorder else { return }
    outgoing.parser.append(bytes)
    while let reply = try? outgoing.parser.next() { recorder.reply(reply) }
  }

  /// Records what was sent and made no reply.
  func recordUnfinished() {
    if let outgoing { recorder?.unfinishedReply(outgoing.parser.unfinished) }
  }

  /// Holds a transfer up, and looks after the control connection meanwhile.
  func hold(_ duration: Duration, _ transferred: UInt64) throws(Stop) {
    let deadline = Deadline.after(duration)
    // A client that has said its last can end nothing any more.
    let limit = Deadline.after(min(duration, core.configuration.timeouts.dataIdle))
    while !deadline.hasPassed {
      guard isWatchingCommands else {
        core.stopSignal.wait(isInputEnded ? limit : deadline)
        if core.stopSignal.isSignalled { throw .session(.dismissed("Server is shutting down.")) }
        return
      }
      do throws(TransportError) {
        _ = try connection.wait(for: .readable, deadline: deadline, wakeUp: core.stopSignal)
      } catch {
        if error.isTimeout { return }
        throw error.isCancelled ? .session(End(error)) : .hungUp
      }
      try attend(transferred)
    }
  }

  /// Holds the data connection back.
  func delay(_ start: DataStart) throws(Stop) {
    switch start {
    case .late(let duration): try hold(duration, 0)
    case .never:
      try hold(core.configuration.timeouts.dataConnection, 0)
      context.releasePassivePort()
      throw .noConnection
    }
  }
}

/// The data connection.
extension ControlSession {
  /// Does what is left of a piece of a download; returns how the connection ends, where it does.
  func perform(
    _ steps: [DataStep], over data: borrowing TCPConnection, _ identifier: DataConnectionID?,
    _ transferred: inout UInt64
  ) throws(Stop) -> DataEnding? {
    for step in steps {
      if case .bytes(let bytes) = step {
        try send(bytes, over: data, identifier, &transferred)
      } else if let ending = try performSimple(step, transferred) {
        return ending
      }
    }
    return nil
  }

  /// Does what is left of a piece of an upload; returns how the connection ends, where it does.
  func perform(
    _ steps: [DataStep], into sink: inout any DataSink, _ transferred: UInt64
  ) throws(Stop) -> DataEnding? {
    for step in steps {
      if case .bytes(let bytes) = step {
        if !bytes.isEmpty { try withStorage { () throws(StorageError) in try sink.append(bytes) } }
      } else if let ending = try performSimple(step, transferred) {
        return ending
      }
    }
    return nil
  }

  private func performSimple(_ step: DataStep, _ transferred: UInt64) throws(Stop) -> DataEnding? {
    switch step {
    case .bytes: break
    case .pause(let duration): try hold(duration, transferred)
    case .finalReply:
      do throws(End) {
        try conclude(ServerReply(226, "Transfer complete."))
      } catch {
        throw .session(error)
      }
      hasConcluded = true
    case .close: return .closedByServer
    case .fail: throw .broken
    case .reset: return .resetByServer
    }
    return nil
  }
}
