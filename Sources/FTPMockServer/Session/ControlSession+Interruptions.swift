import FTPProtocol
import FTPTransport

/// The control connection during a transfer: the session waits for both connections at once, so that it notices ABOR
/// and STAT while data flow.
extension ControlSession {
  /// Why a transfer stops before its end.
  enum Stop: Error {
    /// The client sent ABOR. It stays in line, and its own reply follows that of the transfer.
    case aborted
    /// The client closed the control connection, which acts as ABOR and QUIT (RFC 959, section 4.1.1).
    case hungUp
    /// There is no data connection.
    case noConnection
    /// Nothing moved for too long.
    case stalled
    /// TLS failed on the data connection.
    case unprotected
    /// TLS succeeded, but without the required resumption.
    case notResumed
    /// The client dropped the data connection.
    case dropped
    /// The client closed the data connection before the end of the file.
    case ended(ValueDeviation)
    /// The data is not in the agreed mode and structure.
    case malformed(ValueDeviation)
    /// The file could not be written.
    case storage(StorageError)
    /// A fault makes the transfer fail.
    case broken
    case session(End)
  }

  /// Waits for the data connection, and serves the control connection meanwhile.
  func wait<Data: Waitable & ~Copyable>(
    _ data: borrowing Data, _ events: SocketEvents, _ deadline: Deadline, _ transferred: UInt64,
    otherwise late: Stop
  ) throws(Stop) {
    while true {
      let isWatching = isWatchingCommands
      let onControl: SocketEvents
      let onData: SocketEvents
      do throws(TransportError) {
        if isWatching {
          (onControl, onData) = try waitForEither(
            connection, .readable, or: data, events, deadline: deadline, wakeUp: core.stopSignal)
        } else {
          onControl = []
          onData = try data.wait(for: events, deadline: deadline, wakeUp: core.stopSignal)
        }
      } catch {
        throw error.isCancelled ? .session(End(error)) : late
      }
      if !onControl.isEmpty { try attend(transferred) }
      if !onData.isEmpty { return }
    }
  }

  /// Delays a transfer, and serves the control connection meanwhile.
  func hold(_ duration: Duration, _ transferred: UInt64) throws(Stop) {
    let deadline = Deadline.after(duration)
    // A client that has sent its last command can no longer end anything.
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

  /// Reads commands that have arrived: one system call if there are none.
  func lookAtCommands(_ transferred: UInt64) throws(Stop) {
    if isWatchingCommands, !connection.ready(for: .readable).isEmpty { try attend(transferred) }
  }

  /// Whether an ABOR has arrived: a client that aborts sends it, then drops the data connection, and either may be
  /// seen first.
  func hasAbort() -> Bool {
    // A read stops at the mark of the Synch, before the ABOR.
    for _ in 0..<4 where isWatchingCommands && !connection.ready(for: .readable).isEmpty {
      try? readCommands(.after(.zero))
    }
    return queue.items.contains { $0.verb == .abor }
  }

  /// Whether more bytes may arrive from the client, and there is room for their commands.
  var isWatchingCommands: Bool {
    !isInputEnded && queue.items.count < core.configuration.limits.waitingCommands
  }

  /// Reads commands that arrive while a transfer is in progress.
  func attend(_ transferred: UInt64) throws(Stop) {
    if try takeCommands() { try reviewCommands(transferred) }
  }

  /// Reads commands that have arrived; false if there was nothing to read after all.
  private func takeCommands() throws(Stop) -> Bool {
    do throws(TransportError) {
      try readCommands(.after(.zero))
      return true
    } catch {
      if error.isTimeout { return false }
      throw error.isCancelled ? .session(End(error)) : .hungUp
    }
  }

  /// Checks the waiting commands: ABOR ends the transfer; STAT is answered immediately if no other command waits before
  /// it; all others continue to wait.
  func reviewCommands(_ transferred: UInt64) throws(Stop) {
    let isStatusPlayed = planner?.plays(.stat) ?? false
    if core.configuration.habits.contains(.failsWhenDisturbed), !queue.items.isEmpty { throw .broken }
    try checkForEnd()
    while !isStatusPlayed, case .command(let command)? = queue.items.first, command.verb == .stat,
      command.argument == nil
    {
      _ = queue.next()
      core.record(command, session: context.identity)
      try stopping { () throws(End) in
        try send(StatusHandlers.report(context, transferred: transferred), .between)
      }
    }
  }

  /// Checks whether the client has aborted the command in progress, or is gone.
  ///
  /// Other commands wait.
  func lookForEnd() throws(Stop) {
    if isWatchingCommands, !connection.ready(for: .readable).isEmpty { _ = try takeCommands() }
    try checkForEnd()
  }

  private func checkForEnd() throws(Stop) {
    let habits = core.configuration.habits
    // A command that a vector answers waits for its turn.
    let isAbortPlayed = planner?.plays(.abor) ?? false
    if !isAbortPlayed, !habits.contains(.overlooksAbort), queue.items.contains(where: { $0.verb == .abor }) {
      throw .aborted
    }
    if isInputEnded, !habits.contains(.overlooksEnd), !queue.items.contains(where: { $0.verb == .quit }) {
      throw .hungUp
    }
  }

  /// Does something on the control connection during a transfer, which stops if the session ends.
  func stopping(_ body: () throws(End) -> Void) throws(Stop) {
    do throws(End) { try body() } catch { throw .session(error) }
  }
}
