import FTPProtocol

extension ConversationRecorder {
  /// The control connection is open; both ends as `host:port`.
  public func controlOpened(local: String, peer: String) {
    change { state, time in add(.controlOpened(local: local, peer: peer), at: time, to: &state) }
  }

  /// The client wrote one segment; returns the numbers of the commands whose lines it completes.
  @discardableResult
  public func commandBytes(_ segment: some Collection<UInt8>) -> [Int] {
    commandBytes(Array(segment))
  }

  /// The client wrote one segment, in an array; returns the numbers of the commands whose lines it completes.
  @discardableResult
  public func commandBytes(_ segment: [UInt8]) -> [Int] {
    change { state, time in
      state.counters.controlSent += segment.count
      if let line = state.lines.wholeLine(segment) {
        return record(line, at: time, in: &state).map { [$0] } ?? []
      }
      var completed: [CommandLines.Line] = []
      state.lines.append(segment) { completed.append($0) }
      return completed.compactMap { record($0, at: time, in: &state) }
    }
  }

  /// The server sent a reply, in segments that ended at `cuts`.
  @discardableResult
  public func reply(_ reply: Reply, cuts: [Int] = []) -> Judgement {
    change { state, time in
      flushCommand(at: time, in: &state)
      state.counters.controlReceived += reply.bytes.count
      let shown = state.secret.map { reply.redacting($0) } ?? reply
      let judgement = state.session.observe(reply: shown)
      if !reply.code.isPreliminary { state.secret = nil }
      add(.reply(shown, cuts: cuts, judgement), at: time, bytes: reply.bytes.count, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      return judgement
    }
  }

  /// The caller no longer waits for the reply to a command; one that still comes is a stray one.
  public func abandon(_ command: Int) {
    change { state, time in
      let judgement = state.session.abandon(command)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A data connection is open; returns the number that later calls name it by.
  public func dataOpened(_ opening: DataOpening) -> DataConnectionID {
    change { state, time in
      state.openedDataConnections += 1
      let identifier = DataConnectionID(rawValue: state.openedDataConnections)
      state.dataConnections[identifier] = DataConnection()
      let judgement = state.session.observe(data: .opened)
      add(.dataOpened(identifier, opening), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      return identifier
    }
  }

  /// Bytes went over a data connection.
  public func data(_ identifier: DataConnectionID, _ direction: DataDirection, _ bytes: Span<UInt8>) {
    change { state, time in
      guard var connection = state.dataConnections[identifier], bytes.count > 0 else { return }
      let isFirst = connection.byteCount == 0
      let kept = min(bytes.count, max(0, limits.dataBytes - connection.keptBytes))
      connection.byteCount += bytes.count
      connection.keptBytes += kept
      state.dataConnections[identifier] = connection
      switch direction {
      case .download: state.counters.downloaded += bytes.count
      case .upload: state.counters.uploaded += bytes.count
      }
      let found = isFirst ? state.session.observe(data: .firstByte).verdicts : []
      if kept > 0 {
        let piece = bytes.extracting(first: kept).withUnsafeBufferPointer { Array($0) }
        add(
          .data(identifier, direction, piece, omitted: bytes.count - kept), at: time, bytes: kept, to: &state)
      }
      add(found, at: time, to: &state)
    }
  }

  /// The server has closed its side of a data connection, which may still hold bytes that nobody has read.
  ///
  /// To be told before a reply that came after it; otherwise the reply looks early that was not.
  public func dataEnded(_ identifier: DataConnectionID) {
    change { state, time in
      guard state.dataConnections[identifier] != nil else { return }
      let judgement = state.session.observe(data: .ended)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A data connection is closed.
  public func dataClosed(_ identifier: DataConnectionID, _ ending: DataEnding) {
    change { state, time in
      guard let connection = state.dataConnections.removeValue(forKey: identifier) else { return }
      let judgement = state.session.observe(data: .closed(byteCount: UInt64(connection.byteCount)))
      add(.dataClosed(identifier, byteCount: connection.byteCount, ending), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A departure that only the owner of the connections can see, such as a refused address.
  public func verdict(_ verdict: Verdict) {
    change { state, time in add([verdict], at: time, to: &state) }
  }

  /// Something worth keeping, in words of our own.
  public func note(_ text: String) {
    change { state, time in add(.note(text), at: time, to: &state) }
  }

  /// The control connection is closed; the listeners' streams end here.
  public func controlClosed(_ ending: ControlEnd) {
    change { state, time in
      guard !state.isFinished else { return }
      flushCommand(at: time, in: &state)
      let judgement = state.session.observe(end: ending)
      add(.controlClosed(ending), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      state.isFinished = true
      state.listeners.values.forEach { $0.finish() }
      state.listeners = [:]
    }
  }

  private func flushCommand(at time: Duration, in state: inout State) {
    guard let part = state.lines.flush() else { return }
    record(part, at: time, in: &state)
  }

  @discardableResult
  private func record(_ line: CommandLines.Line, at time: Duration, in state: inout State) -> Int? {
    var line = line
    if let secret = line.secret, secret.count >= 4 { state.secret = secret }
    line.secret = nil
    let judgement: Judgement?
    if line.endsLine, state.partialLine.isEmpty {
      judgement = state.session.observe(commandLine: line.bytes)
    } else {
      if state.partialLine.count < CommandLines.longestHeld { state.partialLine += line.bytes }
      judgement = line.endsLine ? state.session.observe(commandLine: state.partialLine) : nil
      if line.endsLine { state.partialLine.removeAll(keepingCapacity: true) }
    }
    add(.command(line, judgement), at: time, bytes: line.bytes.count, to: &state)
    add(judgement?.verdicts ?? [], at: time, to: &state)
    return judgement?.ordinal
  }
}
