import FTPProtocol
import FTPTransport

/// Replies, and the steps of faults and rules that replace them.
extension ControlSession {
  /// Greets the client, or takes the steps of a rule or a vector instead.
  func greet() throws(End) {
    guard let planner else { return try sendGreeting() }
    try perform(planner.stepsForConnection(), for: nil)
  }

  /// Sends the greeting of the obedient server.
  func sendGreeting() throws(End) { try send(ServerReply(220, core.configuration.greeting), .greeting) }

  /// Sends the reply before a transfer; false if a fault skips the transfer.
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
    return false
  }

  /// Sends the reply after a transfer, unless a fault has sent it in advance.
  func conclude(_ final: ServerReply) throws(End) {
    guard !hasConcluded else { return }
    try send(final, .completion)
  }

  /// Sends a listing between the first and the last line of a reply, while it is being made.
  ///
  /// A reply that is recorded, or changed by faults, must be complete in memory.
  func send(_ reply: ServerReply, around listing: ListingSource) throws(End) {
    var listing = listing
    guard planner == nil, recorder == nil else {
      var reply = reply
      var lines: [[UInt8]] = []
      while case let more = listing.nextLines(), !more.isEmpty { lines += more }
      reply.lines.insert(contentsOf: lines, at: 1)
      return try send(reply)
    }
    try sendBytes(reply.beginning)
    while case let lines = listing.nextLines(), !lines.isEmpty {
      try sendBytes(ServerReply.bytes(inside: lines))
    }
    try sendBytes(reply.end)
  }

  /// Runs a long computation step by step; ABOR or the end of the client stops it.
  ///
  /// All sessions of a server share one core for this, and none uses it for longer than the timeout.
  func perform(_ work: any Work) throws(End) -> ServerReply {
    var work = work
    let deadline = Deadline.after(core.configuration.timeouts.work)
    do throws(Stop) {
      while !core.stopSignal.isSignalled {
        try lookForEnd()
        if deadline.hasPassed { return ServerReply(450, "That takes too long.") }
        if let reply = try withStorage({ () throws(StorageError) in try core.inTurn(&work) }) { return reply }
      }
      throw .session(.dismissed("Server is shutting down."))
    } catch {
      switch error {
      case .aborted: return ServerReply(450, "Aborted.")
      case .storage(let error): return ServerReply(error.code(for: .hash), error.text + ".")
      case .session(let end): throw end
      default: throw .disconnected
      }
    }
  }

  /// Takes the steps that faults have made of a reply.
  func write(_ steps: [WireStep]) throws(End) {
    for step in steps {
      switch step {
      case .bytes(let bytes): try writeRecording(bytes)
      case .around(let bytes):
        record(bytes)
        if connection.carriesLayer { connection.writeAround(bytes) } else { try sendBytes(bytes) }
      case .dripped(let bytes, let pause):
        guard let records = connection.sealed(bytes) else {
          try writeRecording(bytes)
          continue
        }
        record(bytes)
        for byte in records {
          connection.writeAround([byte])
          context.pause(pause)
        }
      case .pause(let duration): context.pause(duration)
      case .close: throw .finished
      case .reset: throw .reset
      case .releasePort: context.releasePassivePort()
      }
    }
  }
}
