import FTPProtocol

extension ConversationRecorder {
  /// How many secrets are looked for in a reply, for a client that sends many before it reads one.
  static let mostSecrets = 16

  /// The control connection is open; both ends as `host:port`.
  package func controlOpened(local: String, peer: String) {
    change { state, time in add(.controlOpened(local: local, peer: peer), at: time, to: &state) }
  }

  /// The client wrote one segment; returns the numbers of the commands whose lines it completes.
  @discardableResult
  package func commandBytes(_ segment: some Collection<UInt8>) -> [Int] {
    change { state, time in record(Array(segment), at: time, in: &state) }
  }

  /// The same, for who wants no more than the number of the last command: a client that writes one line at a time
  /// need not be given a list.
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
      let (shown, judgement) = judged(reply, at: time, in: &state)
      add(shown, judgement, cuts: cuts, at: time, to: &state)
      return judgement
    }
  }

  /// The same, for who wants no more than the number of the command that the reply answers: nil for a greeting and
  /// for a reply to nothing.
  @discardableResult
  package func answeredCommand(by reply: Reply, cuts: [Int] = []) -> Int? {
    change { state, time in
      let (shown, judgement) = judged(reply, at: time, in: &state)
      let ordinal = judgement.ordinal
      add(shown, judgement, cuts: cuts, at: time, to: &state)
      return ordinal
    }
  }

  /// The server sent bytes of which no reply will be made; a part of them is kept, as of a data connection.
  package func unfinishedReply(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    change { state, time in
      flushCommand(at: time, in: &state)
      state.counters.controlReceived += bytes.count
      let kept = state.secrets.reduce(Array(bytes.prefix(max(0, limits.dataBytes)))) {
        $0.redacting($1.bytes)
      }
      add(
        .unfinishedReply(kept, omitted: max(0, bytes.count - limits.dataBytes)), at: time, bytes: kept.count,
        to: &state)
    }
  }

  /// A data connection is open; returns the number that later calls name it by.
  package func dataOpened(_ opening: DataOpening) -> DataConnectionID {
    change { state, time in
      state.openedDataConnections += 1
      let identifier = DataConnectionID(rawValue: state.openedDataConnections)
      state.dataConnections[identifier] = DataConnection()
      let judgement = state.judge.observe(data: .opened)
      add(.dataOpened(identifier, opening), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      return identifier
    }
  }

  /// Bytes went over a data connection.
  package func data(_ identifier: DataConnectionID, _ direction: DataDirection, _ bytes: Span<UInt8>) {
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
      let found = isFirst ? state.judge.observe(data: .firstByte).verdicts : []
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
  package func dataEnded(_ identifier: DataConnectionID) {
    change { state, time in
      guard state.dataConnections[identifier] != nil else { return }
      let judgement = state.judge.observe(data: .ended)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A data connection is closed.
  package func dataClosed(_ identifier: DataConnectionID, _ ending: DataEnding) {
    change { state, time in
      guard let connection = state.dataConnections.removeValue(forKey: identifier) else { return }
      let judgement = state.judge.observe(data: .closed(byteCount: UInt64(connection.byteCount)))
      add(.dataClosed(identifier, byteCount: connection.byteCount, ending), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// A departure that only the owner of the connections can see, such as a refused address.
  package func verdict(_ verdict: Verdict) {
    change { state, time in add([verdict], at: time, to: &state) }
  }

  /// Something worth keeping, in words of our own.
  package func note(_ text: String) {
    change { state, time in add(.note(text), at: time, to: &state) }
  }

  /// The control connection is closed; the listeners' streams end here.
  package func controlClosed(_ ending: ControlEnd) {
    change { state, time in
      guard !state.isFinished else { return }
      flushCommand(at: time, in: &state)
      let judgement = state.judge.observe(end: ending)
      add(.controlClosed(ending), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
      state.isFinished = true
    }
    // A listener that ends takes itself off the list, which needs the lock.
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
    _ reply: Reply, at time: Duration, in state: inout State
  ) -> (shown: Reply, judgement: Judgement) {
    flushCommand(at: time, in: &state)
    state.counters.controlReceived += reply.bytes.count
    let shown = state.secrets.isEmpty ? reply : state.secrets.reduce(reply) { $0.redacting($1.bytes) }
    let judgement = state.judge.observe(reply: shown)
    // A password may still be echoed by the reply to the account that was asked for behind it.
    if !state.secrets.isEmpty, judgement.isFinal, let answered = judgement.ordinal,
      state.judge.login != .awaitingAccount
    {
      state.secrets.removeAll { $0.ordinal.map { $0 <= answered } ?? false }
    }
    return (shown, judgement)
  }

  private func add(
    _ reply: Reply, _ judgement: Judgement, cuts: [Int], at time: Duration, to state: inout State
  ) {
    let verdicts = judgement.verdicts
    add(.reply(reply, cuts: cuts, judgement), at: time, bytes: reply.bytes.count, to: &state)
    add(verdicts, at: time, to: &state)
  }

  private func flushCommand(at time: Duration, in state: inout State) {
    guard let part = state.lines.flush() else { return }
    record(part, at: time, in: &state)
  }

  @discardableResult
  private func record(_ line: CommandLines.Line, at time: Duration, in state: inout State) -> Int? {
    var line = line
    if let secret = line.secret, secret.count >= 4 {
      if state.secrets.count == Self.mostSecrets { state.secrets.removeFirst() }
      state.secrets.append((nil, secret))
    }
    line.secret = nil
    let judgement = judged(line, in: &state)
    if !state.secrets.isEmpty, let ordinal = judgement?.ordinal {
      for index in state.secrets.indices where state.secrets[index].ordinal == nil {
        state.secrets[index].ordinal = ordinal
      }
    }
    let verdicts = judgement?.verdicts ?? []
    let ordinal = judgement?.ordinal
    let count = line.bytes.count
    add(.command(line, judgement), at: time, bytes: count, to: &state)
    add(verdicts, at: time, to: &state)
    return ordinal
  }

  /// Judges a line with the parts of it that were recorded before; nil until it ends.
  private func judged(_ line: CommandLines.Line, in state: inout State) -> Judgement? {
    if line.endsLine, state.partialLine.isEmpty { return state.judge.observe(commandLine: line.bytes) }
    if state.partialLine.count < CommandLines.longestHeld { state.partialLine += line.bytes }
    guard line.endsLine else { return nil }
    defer { state.partialLine.removeAll(keepingCapacity: true) }
    return state.judge.observe(commandLine: state.partialLine)
  }
}

extension [UInt8] {
  /// The bytes with every occurrence of a secret replaced by `****`.
  fileprivate func redacting(_ secret: [UInt8]) -> [UInt8] {
    guard !secret.isEmpty, count >= secret.count else { return self }
    var result: [UInt8] = []
    var rest = self[...]
    while let first = rest.first {
      if rest.starts(with: secret) {
        result += "****".utf8
        rest = rest.dropFirst(secret.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
