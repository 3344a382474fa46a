extension Judge {
  /// Queues a command and judges when it comes.
  mutating func take(_ command: Command, _ judgement: inout Judgement) {
    let verb = command.verb
    // No client can pass for the connection, whatever it calls its command.
    let profile = verb == CommandReplies.connection ? nil : CommandReplies.profileIndex(of: verb)
    let known = profile.flatMap { CommandReplies.profiles[$0].known }
    var step = profile.map { CommandReplies.profiles[$0].step } ?? .simple
    let ordinal = commandCount
    commandCount += 1
    judgement.command = command
    judgement.ordinal = ordinal
    if case .some = kept { kept = nil }
    if known != .acct, case .some = putOff { putOff = nil }
    judgeMoment(known, command, &judgement)
    if known.map(Judge.canBeRestarted) ?? false, order.restart.isOpen { step = .restarted }
    judgement.step = step
    var entry = CommandInFlight(
      ordinal: ordinal, command: command, profile: profile, known: known, step: step)
    entry.faults = judgeOrder(known, command, &judgement)
    if entry.faults.contains(.isEPSVAll) {
      entry = entry.renamed(to: CommandReplies.profileIndex(of: "EPSV ALL"))
    } else if known == .mode, command.argument.map({ Verb(bytes: $0) == "Z" }) ?? false {
      entry = entry.renamed(to: CommandReplies.profileIndex(of: "MODE Z"))
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
  private mutating func judgeMoment(_ known: KnownVerb?, _ command: Command, _ judgement: inout Judgement) {
    if !queue.isEmpty, queue[0].isGreeting {
      judgement.add(
        "959:5.4:wait-for-greeting", by: .client, expected: "no command before the greeting",
        received: command.printable)
    }
    guard case .some = transfer else { return }
    switch known {
    case .abor: transfer?.isAborted = true
    case .stat, .quit: break
    case .noop: judgement.facts.append(.between(.transfer))
    default:
      judgement.add(
        "959:5.4:wait-for-final", by: .client, expected: "ABOR, STAT or QUIT alone during a transfer",
        received: command.printable)
    }
  }

  /// The verbs whose effect a restart changes (RFC 959, section 6).
  static func canBeRestarted(_ verb: KnownVerb) -> Bool { verb == .retr || verb == .stor || verb == .appe }
}

extension CommandInFlight {
  /// The same command, judged by the codes of another entry of the tables.
  func renamed(to profile: Int?) -> CommandInFlight {
    var entry = CommandInFlight(
      ordinal: ordinal, command: command, profile: profile ?? self.profile, known: known, step: step)
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
