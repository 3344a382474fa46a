extension Judge {
  /// Takes the final reply to a command of RFC 2228.
  mutating func settleProtection(
    _ role: VerbRow.Role, _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch role {
    case .mechanism: settleMechanism(entry, code, &judgement)
    case .securityData: settleSecurityData(entry, code, &judgement)
    case .bufferSize: settleBufferSize(entry, code, &judgement)
    case .protectionLevel: settleLevel(entry, code, &judgement)
    case .clearing: settleClearing(code, &judgement)
    default:
      guard protection.exchange == .none, code.firstDigit == 2 else { return }
      judgement.add(
        "2228:3:mic-before-auth", by: .server,
        expected: "503 to \(entry.command.printable) before a security exchange",
        received: code.description)
    }
  }

  private mutating func settleMechanism(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    let mechanism = Verb(bytes: entry.command.argument ?? [])
    let isTLS = mechanism == "TLS" || mechanism == "TLS-C" || mechanism == "TLS-P" || mechanism == "SSL"
    guard code.firstDigit == 2 || code.firstDigit == 3, code != 332 else {
      order.exchange.settle(.refused)
      return
    }
    if isTLS, code == 334 {
      judgement.add(
        "4217:4.2:auth-tls-never-334", by: .server, expected: "234 to AUTH TLS", received: code.description)
    }
    order.exchange.settle(.accepted)
    reset()
    protection = ProtectionState()
    protection.mechanism = mechanism.printable
    protection.exchange = code.firstDigit == 2 && !isTLS ? .established : .negotiating
    protection.isControlProtected = protection.exchange == .established
  }

  private mutating func settleSecurityData(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    if code.firstDigit == 2 || code.firstDigit == 3, entry.faults.contains(.noPredecessor) {
      judgement.add(
        "2228:3:adat-after-auth", by: .server, expected: "503 to ADAT without AUTH",
        received: code.description)
    }
    switch code.firstDigit {
    case 2:
      protection.exchange = .established
      protection.isControlProtected = true
    case 4, 5:
      protection = ProtectionState()
      order.exchange.stage = .refused
    default: break
    }
  }

  private mutating func settleBufferSize(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    guard code.firstDigit == 2 else {
      order.bufferSize.settle(.refused)
      return
    }
    order.bufferSize.settle(.accepted)
    protection.hasBufferSize = true
    if protection.isCleared {
      judgement.add(
        "4217:5:ccc-no-prot", by: .server, expected: "no PBSZ after CCC", received: code.description)
    } else if protection.exchange == .none {
      judgement.add(
        "2228:3:pbsz-after-auth", by: .server, expected: "503 to PBSZ before a security exchange",
        received: code.description)
    }
  }

  private mutating func settleLevel(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement)
  {
    guard code.firstDigit == 2 else { return }
    if protection.isCleared {
      judgement.add(
        "4217:5:ccc-no-prot", by: .server, expected: "no PROT after CCC", received: code.description)
    } else if entry.faults.contains(.noPredecessor) {
      judgement.add(
        "2228:3:prot-after-pbsz", by: .server, expected: "503 to PROT before PBSZ", received: code.description
      )
    }
    let name = Verb(bytes: entry.command.argument ?? [])
    guard let level = ProtectionState.Level(rawValue: name.name) else {
      judgement.add(
        "2228:3:prot-unknown-level", by: .server, expected: "504 to a level that no text defines",
        received: "\(code) to PROT \(name.printable)")
      return
    }
    protection.dataLevel = level
  }

  private mutating func settleClearing(_ code: ReplyCode, _ judgement: inout Judgement) {
    guard code.firstDigit == 2 else { return }
    if !protection.isControlProtected {
      judgement.add(
        "2228:3:ccc-unprotected", by: .server, expected: "533 to CCC on an unprotected connection",
        received: code.description)
    }
    protection.isControlProtected = false
    protection.isCleared = true
  }
}
