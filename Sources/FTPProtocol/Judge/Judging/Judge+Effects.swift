extension Judge {
  /// Lets a final reply change what the judge knows.
  mutating func settle(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    let code = reply.code
    guard let role = entry.role else {
      if entry.isGreeting, code.isNegative { login = .refused }
      return
    }
    switch role {
    case .user, .password, .account, .reinitialize, .host: settleLogin(role, entry, code, &judgement)
    case .mechanism, .securityData, .bufferSize, .protectionLevel, .clearing, .protected:
      settleProtection(role, entry, code, &judgement)
    case .activeSetup, .passiveSetup: settleSetup(entry, reply, &judgement)
    case .type, .structure, .mode: settleParameter(role, entry, code, &judgement)
    case .restart, .range: settleRestart(role, entry, code)
    case .oldName, .newName: settleRename(role, entry, code, &judgement)
    case .abort: settleAbort(code)
    case .quit: if code.firstDigit == 2 { farewell = code }
    case .transfer, .status, .noop: break
    }
  }

  private mutating func settleParameter(
    _ role: VerbRow.Role, _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    guard code.firstDigit == 2 else { return }
    let argument = entry.command.argument ?? []
    var isKnown = true
    switch role {
    case .type:
      if let type = RepresentationType(argument: argument) { parameters.type = type } else { isKnown = false }
    case .structure:
      if let structure = FileStructure(argument: argument) {
        parameters.structure = structure
      } else {
        isKnown = false
      }
    default:
      if let mode = TransmissionMode(argument: argument) { parameters.mode = mode } else { isKnown = false }
    }
    guard !isKnown else { return }
    judgement.add(
      role == .type ? "959:4.1.2:type-unknown" : "959:4.1.2:mode-stru-unknown", by: .server,
      expected: "a refusal of a parameter that no text defines",
      received: "\(code) to \(entry.command.printable) \(Escaping.ascii(argument, limit: 32))")
  }

  private mutating func settleRestart(_ role: VerbRow.Role, _ entry: CommandInFlight, _ code: ReplyCode) {
    guard code.firstDigit == 3, code != 332 else {
      order.restart.settle(.refused)
      return
    }
    let argument = entry.command.argument ?? []
    if role == .range {
      let numbers = argument.split(separator: 0x20).map { slice($0).decimal(as: UInt64.self) }
      if numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last {
        restart = .range(first, last)
      } else {
        restart = nil
      }
    } else if let offset = slice(argument).decimal(as: UInt64.self) {
      restart = offset == 0 ? nil : .offset(offset)
    } else {
      restart = .marker(argument)
    }
    order.restart.settle(restart == nil ? .none : .accepted)
  }

  private mutating func settleRename(
    _ role: VerbRow.Role, _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    if role == .oldName {
      let isAccepted = code.firstDigit == 3 && code != 332
      order.rename.settle(isAccepted ? .accepted : .refused)
      pendingRename = isAccepted ? entry.command.argument ?? [] : nil
      return
    }
    pendingRename = nil
    guard entry.faults.contains(.noPredecessor), code.firstDigit == 2 else { return }
    judgement.add(
      "959:4.1.3:rnto-after-rnfr", by: .server, expected: "503 to RNTO without RNFR",
      received: code.description)
  }

  /// ABOR that is carried out releases the listener or the address of the next transfer.
  private mutating func settleAbort(_ code: ReplyCode) {
    guard code.firstDigit == 2 else { return }
    dataSetup = nil
    if case .ready = order.setup { order.setup = .none }
  }

  /// Returns to what holds for a new connection, as REIN and AUTH do; the control connection stays.
  mutating func reset() {
    login = .none
    parameters = TransferParameters()
    restart = nil
    pendingRename = nil
    dataSetup = nil
    data = DataConnectionState()
    isEPSVAll = false
    let open = order
    order = CommandOrder()
    // What was sent behind the command that resets belongs to the new state already.
    if hasUserInFlight {
      order.login = open.login
      order.hasUser = true
    }
    order.exchange = open.exchange
  }
}
