extension Judge {
  /// Judges a command by the commands before it, and moves the sequences on.
  mutating func judgeOrder(
    _ role: VerbRow.Role?, _ traits: VerbRow.Traits, _ command: Command, _ judgement: inout Judgement
  ) -> CommandInFlight.Faults {
    var faults: CommandInFlight.Faults = []
    switch role {
    case .password: faults = judgePassword(&judgement)
    case .newName: faults = judgeNewName(&judgement)
    case .securityData:
      if order.exchange.stage == .none || order.exchange.stage == .refused { faults = .noPredecessor }
    case .bufferSize:
      if protection.exchange != .established { faults = .noPredecessor }
    case .protectionLevel: faults = judgeProtectionLevel(&judgement)
    case .host: faults = judgeHost(command, &judgement)
    case .activeSetup, .passiveSetup: faults = judgeSetup(role, command, &judgement)
    case .transfer: judgeTransferOrder(command, &judgement)
    default: break
    }
    interrupt(role, traits, command.verb, &judgement)
    begin(role)
    return faults
  }

  private mutating func judgePassword(_ judgement: inout Judgement) -> CommandInFlight.Faults {
    defer { order.login = CommandOrder.Sequence() }
    if let verb = order.login.interruption {
      judgement.add(
        "959:4.1.1:pass-directly-after", by: .client, expected: "PASS directly after USER",
        received: "\(verb.printable) between USER and PASS")
      return []
    }
    switch order.login.stage {
    case .sent, .accepted, .done: return []
    case .refused:
      judgement.add(
        "959:4.2:group-restarts", by: .client, expected: "USER again after a failed login", received: "PASS")
      return .noPredecessor
    case .none:
      judgement.add(
        "959:4.1.1:pass-after-user", by: .client, expected: "USER before PASS", received: "PASS alone")
      return .noPredecessor
    }
  }

  private mutating func judgeNewName(_ judgement: inout Judgement) -> CommandInFlight.Faults {
    defer { order.rename = CommandOrder.Sequence() }
    if let verb = order.rename.interruption {
      judgement.add(
        "959:4.1.3:rnto-directly-after", by: .client, expected: "RNTO directly after RNFR",
        received: "\(verb.printable) between RNFR and RNTO")
      return []
    }
    switch order.rename.stage {
    case .sent, .accepted, .done: return []
    case .refused:
      judgement.add(
        "959:4.2:group-restarts", by: .client, expected: "RNFR again after it was refused", received: "RNTO")
      return .noPredecessor
    case .none:
      judgement.add(
        "959:4.1.3:rnto-after-rnfr", by: .client, expected: "RNFR before RNTO", received: "RNTO alone")
      return .noPredecessor
    }
  }

  private func judgeProtectionLevel(_ judgement: inout Judgement) -> CommandInFlight.Faults {
    if order.bufferSize.isOpen || protection.hasBufferSize { return [] }
    judgement.add(
      "4217:9:pbsz-prot-order", by: .client, expected: "PBSZ before PROT", received: "PROT without PBSZ")
    return .noPredecessor
  }

  private func judgeHost(_ command: Command, _ judgement: inout Judgement) -> CommandInFlight.Faults {
    let argument = command.argument ?? []
    let afterHost = argument.lastIndex(of: 0x5D).map { argument[($0 + 1)...] } ?? argument[...]
    if afterHost.contains(0x3A) {
      judgement.add(
        "7151:3.1:client-sends-no-port", by: .client, expected: "a host name without a port",
        received: Escaping.ascii(argument, limit: 64))
    }
    guard order.hasUser else { return [] }
    judgement.add(
      "7151:3.2:host-before-user", by: .client, expected: "HOST before USER", received: "HOST after USER")
    return .noPredecessor
  }

  /// Lets a command break the sequences it has no place in.
  private mutating func interrupt(
    _ role: VerbRow.Role?, _ traits: VerbRow.Traits, _ verb: Verb, _ judgement: inout Judgement
  ) {
    if role == .noop {
      // The texts disagree on whether NOOP breaks a sequence, so it is only told.
      if order.rename.isOpen { judgement.facts.append(.between(.rnfr)) }
      if order.restart.isOpen { judgement.facts.append(.between(.rest)) }
      if order.login.isOpen { judgement.facts.append(.between(.user)) }
      return
    }
    if role != .newName, role != .oldName { order.rename.interrupt(with: verb) }
    if role != .password, role != .user { order.login.interrupt(with: verb) }
    if !traits.contains(.keepsREST) { order.restart.interrupt(with: verb) }
  }

  /// Begins the sequence that a command is the first of.
  private mutating func begin(_ role: VerbRow.Role?) {
    switch role {
    case .user:
      order.login.begin()
      order.hasUser = true
    case .oldName: order.rename.begin()
    case .restart, .range: order.restart.begin()
    case .mechanism: order.exchange.begin()
    case .bufferSize: order.bufferSize.begin()
    case .reinitialize: order.hasUser = false
    case .transfer: order.restart = CommandOrder.Sequence()
    default: break
    }
  }
}
