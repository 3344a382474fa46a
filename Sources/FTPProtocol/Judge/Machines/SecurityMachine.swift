// The security exchange and what it agrees on: RFC 2228, sections 3 and 9; RFC 4217 for TLS.
//
//     none ── AUTH ──┬─ then(adat) ─▶ negotiating ── ADAT ──┬─ then(adat) ─▶ negotiating
//                    │                                      ├─ success ────▶ established
//                    │                                      └─ failure ────▶ none
//                    ├─ success, of TLS ─▶ negotiating ── the handshake ────▶ established, or none
//                    └─ success, else ──────────────────────────────────────▶ established
//
// An accepted AUTH resets everything, as REIN does. PBSZ belongs after the exchange and before PROT; CCC
// ends the protection of the control connection but not that of the data connections, which PROT set.

/// How the connections are protected (RFC 2228, RFC 4217).
package struct ProtectionState: Hashable, Sendable {
  package enum Exchange: String, Hashable, Sendable, CaseIterable {
    /// None was asked for.
    case none
    /// AUTH was accepted; the handshake or more ADAT must follow.
    case negotiating
    /// Complete.
    case established
  }

  /// The state of the exchange.
  package internal(set) var exchange: Exchange = .none
  /// The mechanism that AUTH named, in upper case; empty if there is none.
  package internal(set) var mechanism = ""
  /// Whether the control connection is protected: after the exchange, until CCC.
  package internal(set) var isControlProtected = false
  /// Whether CCC has cleared the control connection.
  package internal(set) var isCleared = false
  /// Whether PBSZ was accepted since the exchange.
  package internal(set) var hasBufferSize = false
  /// The level of data connections.
  package internal(set) var dataLevel: ProtectionLevel = .clear
}

/// The level that PROT sets for data connections.
public enum ProtectionLevel: String, Hashable, Sendable, CaseIterable {
  /// Clear: no protection. The level at first.
  case clear = "C"
  /// Safe: integrity.
  case safe = "S"
  /// Confidential.
  case confidential = "E"
  /// Private: integrity and confidentiality.
  case `private` = "P"
}

/// A TLS event on the control connection.
public enum SecurityEvent: Hashable, Sendable {
  /// The handshake is complete.
  case established
  /// The handshake failed.
  case failed
  /// TLS was shut down and the connection continues in clear, as after CCC or REIN.
  case ended
}

/// The state of the protection, and how commands and replies change it.
struct SecurityMachine: Sendable {
  private(set) var state = ProtectionState()
  /// AUTH, then ADAT, as the client has sent them.
  private var exchange = CommandSequence()
  /// PBSZ, then PROT.
  private var bufferSize = CommandSequence()

  /// Takes a TLS event.
  mutating func observe(_ event: SecurityEvent) {
    switch event {
    case .established:
      state.exchange = .established
      state.isControlProtected = true
    case .failed: state = ProtectionState()
    case .ended: state.isControlProtected = false
    }
  }

  /// Resets to the state after the greeting; an exchange that the client has begun continues.
  mutating func reset() {
    state = ProtectionState()
    bufferSize = CommandSequence()
  }
}

// What the client sends.
extension SecurityMachine {
  mutating func send(_ role: VerbRow.Role, _ judgement: inout Judgement) -> CommandInFlight.Faults {
    switch role {
    case .mechanism: exchange.begin()
    case .securityData where exchange.stage == .none || exchange.stage == .refused: return .noPredecessor
    case .bufferSize: bufferSize.begin()
    case .protectionLevel where !bufferSize.isOpen && !state.hasBufferSize:
      judgement.add(
        "4217:9:pbsz-prot-order", by: .client, expected: "PBSZ before PROT", received: "PROT without PBSZ")
      return .noPredecessor
    default: break
    }
    return []
  }
}

// What the server answers.
extension SecurityMachine {
  /// AUTH led to a box; true if the mechanism is accepted, which resets everything.
  mutating func settleMechanism(
    _ box: ReplyOutcome, _ command: Command, _ code: ReplyCode, _ judgement: inout Judgement
  ) -> Bool {
    guard box == .success || box == .then(.adat) else {
      exchange.settle(.refused)
      return false
    }
    let mechanism = Verb(bytes: command.argument ?? [])
    let isTLS = mechanism == "TLS" || mechanism == "TLS-C" || mechanism == "TLS-P" || mechanism == "SSL"
    if isTLS, code == 334 {
      judgement.add(
        "4217:4.2:auth-tls-never-334", by: .server, expected: "234 to AUTH TLS", received: code.description)
    }
    exchange.settle(.accepted)
    reset()
    state.mechanism = mechanism.printable
    state.exchange = box == .success && !isTLS ? .established : .negotiating
    state.isControlProtected = state.exchange == .established
    return true
  }

  /// ADAT, PBSZ, PROT, CCC or a protected command has led to a box.
  mutating func settle(
    _ role: VerbRow.Role, _ entry: CommandInFlight, _ box: ReplyOutcome, _ code: ReplyCode,
    _ judgement: inout Judgement
  ) {
    let isOutOfPlace = entry.faults.contains(.noPredecessor)
    switch role {
    case .securityData: settleData(box, isOutOfPlace, code, &judgement)
    case .bufferSize: settleBufferSize(box, code, &judgement)
    case .protectionLevel: settleLevel(box, isOutOfPlace, entry.command, code, &judgement)
    case .clearing: settleClearing(box, code, &judgement)
    default:
      guard state.exchange == .none, box == .success else { return }
      judgement.add(
        "2228:3:mic-before-auth", by: .server,
        expected: "503 to \(entry.command.printable) before a security exchange", received: code.description)
    }
  }

  private mutating func settleData(
    _ box: ReplyOutcome, _ isOutOfPlace: Bool, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch box {
    case .success:
      state.exchange = .established
      state.isControlProtected = true
    // A refused ADAT after the exchange does not change an established one.
    case .failure where state.exchange == .established: break
    case .failure:
      state = ProtectionState()
      exchange.refuse()
    case .wait, .error, .then: break
    }
    guard isOutOfPlace, box == .success || box == .then(.adat) else { return }
    judgement.add(
      "2228:3:adat-after-auth", by: .server, expected: "503 to ADAT without AUTH", received: code.description)
  }

  private mutating func settleBufferSize(_ box: ReplyOutcome, _ code: ReplyCode, _ judgement: inout Judgement)
  {
    guard box == .success else {
      bufferSize.settle(.refused)
      return
    }
    bufferSize.settle(.accepted)
    state.hasBufferSize = true
    if state.isCleared {
      judgement.add(
        "4217:5:ccc-no-prot", by: .server, expected: "no PBSZ after CCC", received: code.description)
    } else if state.exchange == .none {
      judgement.add(
        "2228:3:pbsz-after-auth", by: .server, expected: "503 to PBSZ before a security exchange",
        received: code.description)
    }
  }

  private mutating func settleLevel(
    _ box: ReplyOutcome, _ isOutOfPlace: Bool, _ command: Command, _ code: ReplyCode,
    _ judgement: inout Judgement
  ) {
    guard box == .success else { return }
    if state.isCleared {
      judgement.add(
        "4217:5:ccc-no-prot", by: .server, expected: "no PROT after CCC", received: code.description)
    } else if isOutOfPlace {
      judgement.add(
        "2228:3:prot-after-pbsz", by: .server, expected: "503 to PROT before PBSZ",
        received: code.description)
    }
    let name = Verb(bytes: command.argument ?? [])
    guard let level = ProtectionLevel(rawValue: name.name) else {
      judgement.add(
        "2228:3:prot-unknown-level", by: .server, expected: "504 to a level that no RFC defines",
        received: "\(code) to PROT \(name.printable)")
      return
    }
    state.dataLevel = level
  }

  private mutating func settleClearing(_ box: ReplyOutcome, _ code: ReplyCode, _ judgement: inout Judgement) {
    guard box == .success else { return }
    if !state.isControlProtected {
      judgement.add(
        "2228:3:ccc-unprotected", by: .server, expected: "533 to CCC on an unprotected connection",
        received: code.description)
    }
    state.isControlProtected = false
    state.isCleared = true
  }
}
