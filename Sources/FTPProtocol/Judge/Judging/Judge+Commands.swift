extension Judge {
  /// Queues a command and judges when it comes.
  mutating func take(_ command: Command, _ judgement: inout Judgement) {
    let verb = command.verb
    // No client can pass for the connection, whatever it calls its command.
    let row = verb == CommandReplies.connection ? nil : VerbTable.index(of: verb)
    let role = row.flatMap { VerbTable.rows[$0].role }
    let traits = row.map { VerbTable.rows[$0].traits } ?? []
    var step = row.map { VerbTable.rows[$0].step } ?? .simple
    let ordinal = commandCount
    commandCount += 1
    judgement.command = command
    judgement.ordinal = ordinal
    if case .some = kept { kept = nil }
    if role != .account, case .some = putOff { putOff = nil }
    judgeMoment(role, command, &judgement)
    if traits.contains(.followsREST), order.restart.isOpen { step = .restarted }
    judgement.step = step
    var entry = CommandInFlight(
      ordinal: ordinal, command: command, row: row, role: role, step: step)
    entry.faults = judgeOrder(role, traits, command, &judgement)
    if entry.faults.contains(.isEPSVAll) {
      entry = entry.renamed(to: VerbTable.index(of: "EPSV ALL"))
    } else if role == .mode, command.argument.map({ Verb(bytes: $0) == "Z" }) ?? false {
      entry = entry.renamed(to: VerbTable.index(of: "MODE Z"))
    }
    guard end == nil else { return }
    guard queue.count < limits.commandsInFlight else {
      uncountedCommands += 1
      judgement.add(
        "959:5.4:wait-for-final", by: .client,
        expected: "no more than \(limits.commandsInFlight) commands ahead",
        received: "\(command.printable) with \(queue.count) commands unanswered")
      return
    }
    queue.append(entry)
  }

  /// Judges a command by what is going on: the greeting, and a transfer.
  private mutating func judgeMoment(_ role: VerbRow.Role?, _ command: Command, _ judgement: inout Judgement) {
    if !queue.isEmpty, queue[0].isGreeting {
      judgement.add(
        "959:5.4:wait-for-greeting", by: .client, expected: "no command before the greeting",
        received: command.printable)
    }
    guard case .some = transfer else { return }
    switch role {
    case .abort: transfer?.isAborted = true
    case .status, .quit: break
    case .noop: judgement.facts.append(.between(.transfer))
    default:
      judgement.add(
        "959:5.4:wait-for-final", by: .client, expected: "ABOR, STAT or QUIT alone during a transfer",
        received: command.printable)
    }
  }
}

extension CommandInFlight {
  /// The same command, judged by the codes of another row of the table.
  func renamed(to row: Int?) -> CommandInFlight {
    var entry = CommandInFlight(
      ordinal: ordinal, command: command, row: row ?? self.row, role: role, step: step)
    entry.faults = faults
    return entry
  }
}

extension Command {
  /// The verb in printable ASCII, short enough for a message; never the argument, which may be a secret.
  var printable: String { verb.printable }
}

extension Verb {
  /// The verb in printable ASCII, short enough for a message.
  var printable: String { packed == 0 ? Escaping.ascii(name.utf8, limit: 24) : Escaping.ascii(name.utf8) }
}
