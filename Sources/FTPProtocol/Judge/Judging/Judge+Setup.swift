extension Judge {
  /// Judges PORT, PASV and their kind where they are sent.
  mutating func judgeSetup(
    _ role: VerbRow.Role?, _ command: Command, _ judgement: inout Judgement
  ) -> CommandInFlight.Faults {
    if command.verb == .epsv, command.argument.map({ Verb(bytes: $0) == "ALL" }) ?? false {
      order.hasEPSVAll = true
      return .isEPSVAll
    }
    judgeAddressArgument(role, command, &judgement)
    order.setup = .sent
    order.isPassiveSetup = role == .passiveSetup
    guard order.hasEPSVAll, command.verb != .epsv else { return [] }
    judgement.add(
      "2428:4:epsv-all-client", by: .client, expected: "EPSV alone after EPSV ALL",
      received: command.printable)
    return .afterEPSVAll
  }

  /// Judges a transfer command by the set-up and the restart before it.
  mutating func judgeTransferOrder(_ command: Command, _ judgement: inout Judgement) {
    judgeRestarted(command, &judgement)
    guard parameters.mode.endsByClosing else { return }
    let name = command.printable
    switch order.setup {
    case .sent, .ready: order.setup = order.isPassiveSetup ? .usedPassive : .usedActive
    case .none:
      judgement.add(
        "1123:4.1.2.5:setup-per-transfer", by: .client, expected: "PORT or PASV before every transfer",
        received: "\(name) on the default data port")
    case .refused(let verb):
      judgement.add(
        "1123:4.1.2.5:setup-per-transfer", by: .client, expected: "PORT or PASV before every transfer",
        received: "\(name) after \(verb.printable) was refused")
    case .usedPassive:
      judgement.add(
        "1123:4.1.2.6:pasv-per-transfer", by: .client, expected: "a new PASV for every transfer",
        received: "\(name) on the address of an earlier transfer")
    case .usedActive:
      judgement.add(
        "1123:4.1.2.5:setup-per-transfer", by: .client, expected: "PORT or PASV before every transfer",
        received: "\(name) on the address of an earlier transfer")
    }
  }

  private func judgeRestarted(_ command: Command, _ judgement: inout Judgement) {
    guard order.restart.isOpen else { return }
    if let verb = order.restart.interruption {
      judgement.add(
        "3659:5.3:rest-last-before-transfer", by: .client,
        expected: "REST as the last command before the transfer",
        received: "\(verb.printable) between REST and \(command.printable)")
    }
    guard let row = command.verb.row, row.data != .upload, !row.traits.contains(.followsREST) else { return }
    judgement.add(
      "959:6:rest-command", by: .client, expected: "APPE, STOR or RETR after REST",
      received: command.printable)
  }

  /// Takes the reply to a set-up command.
  mutating func settleSetup(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    let isAccepted = reply.code.firstDigit == 2
    if entry.faults.contains(.isEPSVAll) {
      isEPSVAll = isAccepted
      order.hasEPSVAll = isAccepted
      return
    }
    guard isAccepted else {
      if case .sent = order.setup { order.setup = .refused(entry.command.verb) }
      dataSetup = nil
      return
    }
    if entry.faults.contains(.afterEPSVAll), isEPSVAll {
      judgement.add(
        "2428:3:epsv-all-refuses", by: .server, expected: "5yz to \(entry.command.printable) after EPSV ALL",
        received: reply.code.description)
    }
    dataSetup = DataSetup(verb: entry.command.verb, argument: entry.command.argument)
    data = DataConnectionState()
    let address =
      entry.role == .activeSetup
      ? acceptedAddress(entry, reply.code, &judgement) : announcedAddress(entry, reply, &judgement)
    dataSetup?.address = address
    if case .sent = order.setup { order.setup = .ready }
  }
}
