import FTPProtocol

extension ConversationRecorder {
  /// The control connection is open; both ends as `host:port`.
  package func controlOpened(local: String, peer: String) {
    change { state, time in add(.mark(.controlOpened(to: peer, from: local)), at: time, to: &state) }
  }

  /// The client wrote one segment; returns the numbers of the commands whose lines it completes.
  @discardableResult
  package func commandBytes(_ segment: some Collection<UInt8>) -> [Int] {
    change { state, time in record(Array(segment), at: time, in: &state) }
  }

  /// The same, for callers that need only the number of the last command: a client that writes one line at a time
  /// needs no list.
  @discardableResult
  package func lastCommand(in segment: [UInt8]) -> Int? {
    change { state, time in
      guard let line = state.lines.wholeLine(segment) else {
        return record(segment, at: time, in: &state).last
      }
      state.counters.controlSent += segment.count
      return record(line, at: time, in: &state)
    }
  }

  /// The server sent a reply, in segments that ended at `cuts`.
  @discardableResult
  package func reply(_ reply: Reply, cuts: [Int] = []) -> Judgement {
    change { state, time in
      let (shown, cuts, judgement) = judged(reply, cuts, at: time, in: &state)
      add(shown, judgement, cuts: cuts, at: time, to: &state)
      return judgement
    }
  }

  /// The same, for callers that need only the number of the command that the reply answers: nil for a greeting and
  /// for a reply to nothing.
  @discardableResult
  package func answeredCommand(by reply: Reply, cuts: [Int] = []) -> Int? {
    change { state, time in
      let (shown, cuts, judgement) = judged(reply, cuts, at: time, in: &state)
      let ordinal = judgement.ordinal
      add(shown, judgement, cuts: cuts, at: time, to: &state)
      return ordinal
    }
  }

  /// The server sent bytes that will never become a reply; a part of them is kept, as for a data connection.
  package func unfinishedReply(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    change { state, time in
      flushCommand(at: time, in: &state)
      state.counters.controlReceived += bytes.count
      let kept = state.secrets.redacting(Array(bytes), keeping: max(0, limits.dataBytes))
      add(
        .unfinishedReply(kept, omitted: max(0, bytes.count - limits.dataBytes)), at: time, to: &state)
    }
  }

  /// A data connection is open; returns the number that later calls name it by.
  package func dataOpened(_ opening: ConversationMark.Opening) -> DataConnectionID {
    change { state, time in
      state.openedDataConnections += 1
      let identifier = DataConnectionID(rawValue: state.openedDataConnections)
      state.dataConnections[identifier] = DataConnection()
      let judgement = state.judge.observe(data: .opened)
      add(.mark(.dataOpened(identifier, opening)), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      return identifier
    }
  }

  /// Bytes were transferred over a data connection.
  package func data(_ identifier: DataConnectionID, _ direction: DataDirection, _ bytes: Span<UInt8>) {
    change { state, time in
      guard bytes.count > 0 else { return }
      if !state.secrets.isEmpty { release(identifier, unless: direction, at: time, in: &state) }
      guard var connection = state.dataConnections[identifier] else { return }
      let isFirst = connection.byteCount == 0
      let kept = min(bytes.count, max(0, limits.dataBytes - connection.keptBytes))
      connection.byteCount += bytes.count
      connection.keptBytes += kept
      var piece = bytes.extracting(first: kept).withUnsafeBufferPointer { Array($0) }
      if !state.secrets.isEmpty {
        let after = bytes.extracting(droppingFirst: kept).extracting(first: 4_096)
          .withUnsafeBufferPointer { Array($0) }
        piece = connection.redacting(piece, direction, before: after, state.secrets)
      }
      state.dataConnections[identifier] = connection
      switch direction {
      case .download: state.counters.downloaded += bytes.count
      case .upload: state.counters.uploaded += bytes.count
      }
      let found = isFirst ? state.judge.observe(data: .firstByte).verdicts : []
      if !piece.isEmpty {
        add(.data(identifier, direction, piece, omitted: bytes.count - kept), at: time, to: &state)
      }
      add(found, at: time, to: &state)
    }
  }

  /// The server has closed its side of a data connection, which may still have unread bytes.
  ///
  /// Record it before a later reply; otherwise that reply looks early.
  package func dataEnded(_ identifier: DataConnectionID) {
    change { state, time in
      guard state.dataConnections[identifier] != nil else { return }
      let judgement = state.judge.observe(data: .ended)
      if limits.earlyEnds { add(.mark(.dataHalfClosed(identifier, by: .server)), at: time, to: &state) }
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  package func dataClosed(_ identifier: DataConnectionID, _ ending: DataEnding) {
    change { state, time in
      release(identifier, at: time, in: &state)
      guard let connection = state.dataConnections.removeValue(forKey: identifier) else { return }
      let judgement = state.judge.observe(data: .closed(byteCount: UInt64(connection.byteCount)))
      let closing = ConversationMark.Closing(byteCount: connection.byteCount, ending: ending)
      add(.mark(.dataClosed(identifier, closing)), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A violation that only the owner of the connections can see, such as a refused address.
  package func verdict(_ verdict: Verdict) {
    change { state, time in add([verdict], at: time, to: &state) }
  }

  /// A note in words of our own.
  package func note(_ text: String) {
    change { state, time in add(.mark(.note(state.secrets.redacting(text))), at: time, to: &state) }
  }

  /// The control connection is closed; the listeners' streams end here.
  package func controlClosed(_ ending: ControlEnd) {
    change { state, time in
      guard !state.isFinished else { return }
      flushCommand(at: time, in: &state)
      let judgement = state.judge.observe(end: ending)
      add(.mark(.controlClosed(ending)), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      state.isFinished = true
    }
    // A listener that ends removes itself from the list, which needs the lock.
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    listeners.forEach { $0.finish() }
  }

  private func record(_ segment: [UInt8], at time: Duration, in state: inout State) -> [Int] {
    state.counters.controlSent += segment.count
    var completed: [CommandLines.Line] = []
    state.lines.append(segment) { completed.append($0) }
    return completed.compactMap { record($0, at: time, in: &state) }
  }

  /// Judges a reply, and says how it may be shown.
  private func judged(
    _ reply: Reply, _ cuts: [Int], at time: Duration, in state: inout State
  ) -> (shown: Reply, cuts: [Int], judgement: Judgement) {
    flushCommand(at: time, in: &state)
    state.counters.controlReceived += reply.byteCount
    let secrets = state.secrets.isEmpty ? [] : state.secrets.ranges(in: reply.bytes)
    guard !secrets.isEmpty else { return (reply, cuts, state.judge.observe(reply: reply)) }
    // The server's bytes are judged, and described in the words of the redacted ones.
    let shown = reply.masking(secrets)
    var judge = state.judge
    let words = judge.observe(reply: shown)
    var judgement = state.judge.observe(reply: reply)
    judgement.facts = words.facts
    judgement.verdicts = state.secrets.redacting(judgement.verdicts, preferring: words.verdicts)
    return (shown, secrets.masked(cuts), judgement)
  }

  func add(
    _ reply: Reply, _ judgement: Judgement, cuts: [Int], at time: Duration, to state: inout State
  ) {
    let verdicts = judgement.verdicts
    add(.reply(reply, cuts: cuts, judgement), at: time, to: &state)
    add(verdicts, at: time, to: &state)
  }

  private func flushCommand(at time: Duration, in state: inout State) {
    guard let part = state.lines.flush() else { return }
    record(part, at: time, in: &state)
  }

  @discardableResult
  func record(_ line: CommandLines.Line, at time: Duration, in state: inout State) -> Int? {
    var line = line
    let earlier = state.secrets.isEmpty ? [] : state.secrets.ranges(in: line.bytes, isWhole: line.endsLine)
    if !line.secrets.isEmpty {
      state.secrets.learn(line.secrets, from: line.bytes)
      line.secrets = []
    }
    var verdicts: [Verdict] = []
    let judgement: Judgement?
    if earlier.isEmpty {
      judgement = judged(line, in: &state)
      verdicts = judgement?.verdicts ?? []
    } else {
      let shown = line.bytes.masking(earlier)
      // The verb is recorded with each reply to it, the argument never.
      if let verbEnd = line.bytes.firstIndex(of: 0x20), earlier[0].lowerBound > verbEnd {
        judgement = judged(line, in: &state)
        verdicts = state.secrets.redacting(judgement?.verdicts ?? [])
        line.bytes = shown
      } else {
        line.bytes = shown
        judgement = judged(line, in: &state)
        verdicts = judgement?.verdicts ?? []
      }
      line.cuts = earlier.masked(line.cuts)
    }
    if judgement?.command?.verb == .user { state.secrets.user = judgement?.command?.argument }
    let ordinal = judgement?.ordinal
    add(.command(line, judgement), at: time, to: &state)
    add(verdicts, at: time, to: &state)
    return ordinal
  }

  /// Judges a line with its parts recorded earlier; nil until it ends.
  private func judged(_ line: CommandLines.Line, in state: inout State) -> Judgement? {
    if line.endsLine, state.partialLine.isEmpty { return state.judge.observe(commandLine: line.bytes) }
    if state.partialLine.count < CommandLines.longestHeld { state.partialLine += line.bytes }
    guard line.endsLine else { return nil }
    defer { state.partialLine.removeAll(keepingCapacity: true) }
    return state.judge.observe(commandLine: state.partialLine)
  }
}
