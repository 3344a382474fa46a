import FTPConversation
import FTPProtocol
import FTPTransport

/// Replies, and what faults and rules have a session do in place of one.
extension ControlSession {
  /// Greets the client, or does what a rule or a vector has in place of that.
  func greet() throws(End) {
    guard let planner else { return try sendGreeting() }
    try perform(planner.stepsForConnection(), for: nil)
  }

  /// Sends the greeting of the obedient server.
  func sendGreeting() throws(End) { try send(ServerReply(220, core.configuration.greeting), .greeting) }

  /// Sends the reply in front of a transfer; false where a fault leaves the transfer out.
  func announce(_ transfer: Transfer) throws(End) -> Bool {
    guard let planner else {
      try send(transfer.preliminary)
      return true
    }
    var isEmpty = false
    if planner.facts?.isListing == true, case .send(var source) = transfer.direction {
      isEmpty = (try? source.next().isEmpty) ?? false
    }
    let steps = planner.steps(for: transfer.preliminary, .preliminary, isEmpty: isEmpty)
    try write(steps)
    guard steps.contains(.releasePort) else { return true }
    if case .receive(var sink) = transfer.direction { sink.cancel() }
    context.releasePassivePort()
    return false
  }

  /// Sends the reply behind a transfer, unless a fault has sent it in advance.
  func conclude(_ final: ServerReply) throws(End) {
    guard !hasConcluded else { return }
    try send(final, .completion)
  }

  /// Does what faults have left of a reply.
  func write(_ steps: [ServerStep]) throws(End) {
    for step in steps {
      switch step {
      case .reply(let reply): try writeRecording(reply.bytes)
      case .bytes(let bytes): try writeRecording(bytes)
      case .pause(let duration): context.pause(duration)
      case .close: throw .finished
      case .reset: throw .reset
      // `announce` sees to the port; all else is no part of a reply.
      case .releasePort, .obey, .obeyQuietly, .awaitCommand, .resetParameters, .line, .openData, .data,
        .filler,
        .receive, .closeData, .failData, .resetData:
        break
      }
    }
  }

  private func writeRecording(_ bytes: [UInt8]) throws(End) {
    record(bytes)
    try sendBytes(bytes)
  }

  /// Records bytes as the replies that they make.
  func record(_ bytes: [UInt8]) {
    guard let planner, let recorder else { return }
    planner.parser.append(bytes)
    while let reply = try? planner.parser.next() { recorder.reply(reply) }
  }

  /// Records what was sent and made no reply.
  func recordUnfinished() {
    if let planner { recorder?.unfinishedReply(planner.parser.unfinished) }
  }
}
