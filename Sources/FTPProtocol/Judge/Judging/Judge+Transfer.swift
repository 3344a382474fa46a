extension Judge {
  /// Takes the 1yz reply of a transfer.
  mutating func beginTransfer(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    guard entry.preliminaries == 0 else { return }
    judgeLogin(entry, reply.code, &judgement)
    if data.hasMoved, !data.isReported {
      judgement.add(
        "959:4.2:preliminary-before-data", by: .server,
        expected: "\(reply.code) before the first byte of data",
        received: "data, then \(reply.code)")
    }
    if data.isReported {
      // A connection that outlives its transfer, as in block mode, serves the next one.
      let isOpen = data.isOpen
      data = DataConnectionState()
      data.isOpen = isOpen
    }
    transfer = TransferState(
      command: entry.command, ordinal: entry.ordinal, preliminary: reply.code, restartOffset: restartOffset)
    transfer?.isAborted = queue.contains { $0.role == .abort && $0.ordinal > entry.ordinal }
  }

  /// Takes the final reply of a transfer.
  mutating func endTransfer(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    let code = reply.code
    if transfer?.ordinal == entry.ordinal { transfer = nil }
    // 332 keeps the command, and all that was agreed on for it, until the account has come.
    if code == 332 { return }
    restart = nil
    if code.firstDigit == 2 { judgeSuccess(entry, code, &judgement) }
    // A connection whose transfer was reported carried nothing for this one.
    if let count = data.byteCount, !data.isReported, entry.preliminaries > 0 || data.hasMoved {
      judgement.facts.append(.bytes(count))
    }
    if entry.preliminaries == 0, code.isNegative, !data.hasMoved {
      // Refused before it began: what was agreed on for the data connection still stands.
      switch order.setup {
      case .usedPassive, .usedActive: if dataSetup != nil { order.setup = .ready }
      default: break
      }
    } else {
      if parameters.mode.endsByClosing { dataSetup = nil }
      data.isReported = true
    }
  }

  private mutating func judgeSuccess(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    let isAborted = queue.contains { $0.role == .abort }
    let name = entry.command.printable
    if entry.preliminaries == 0 {
      judgeLogin(entry, code, &judgement)
      cite(
        "959:5.4:success-needs-preliminary", expected: "1yz to \(name) before its final reply",
        received: "\(code) at once", &judgement)
    } else if code != 226, code != 250 {
      cite(
        "959:3.2:close-reported-226-250", expected: "226 or 250 at the end of a transfer",
        received: code.description, &judgement)
    }
    if data.isOpen, !data.hasEnded, parameters.mode.endsByClosing, !isAborted {
      cite(
        "959:5.2:final-after-close", expected: "the close of the data connection before \(code)",
        received: "\(code) while it is open", &judgement)
    }
    if data.isRefused {
      cite(
        "959:4.2:success-means-done", expected: "425 without a data connection", received: code.description,
        &judgement)
    }
  }

  /// Judges a restart mark: `110 MARK yyyy = mmmm` from the receiver of the data.
  func judgeMark(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    guard judgement.box != .error, entry.standing(110) != .notListed else {
      judgement.box = .error
      judgement.add(
        "959:4.2:mark-reply", by: .server, expected: "110 during a transfer of a file alone",
        received: "110 to \(entry.command.printable)")
      return
    }
    let words = reply.firstLine.text.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 4, words[0].elementsEqual("MARK".utf8), words[2].elementsEqual("=".utf8),
      !words[1].isEmpty, !words[3].isEmpty
    else {
      judgement.add(
        "1123:4.1.3.4:mark-reply-form", by: .server, expected: "110 MARK ssss = rrrr",
        received: "another text")
      return
    }
  }

  /// Takes what is seen of the data connection.
  mutating func judge(_ event: DataEvent, _ judgement: inout Judgement) {
    if let transfer {
      judgement.command = transfer.command
      judgement.ordinal = transfer.ordinal
      judgement.step = queue.first { $0.ordinal == transfer.ordinal }?.step
    }
    switch event {
    case .opened:
      if data.byteCount != nil || data.isRefused || data.isReported { data = DataConnectionState() }
      data.isOpen = true
    case .firstByte:
      if data.isReported, !data.hasEnded, parameters.mode.endsByClosing, !data.hasMoved || !data.isOpen {
        judgement.add(
          "959:5.2:final-after-close", by: .server, expected: "the data before the final reply",
          received: "data after it")
      }
      data.hasMoved = true
    case .ended:
      data.hasEnded = true
    case .closed(let count):
      data.isOpen = false
      data.byteCount = count
      data.hasMoved = data.hasMoved || count > 0
      judgement.facts.append(.bytes(count))
    case .refused:
      data = DataConnectionState()
      data.isRefused = true
    }
  }
}
