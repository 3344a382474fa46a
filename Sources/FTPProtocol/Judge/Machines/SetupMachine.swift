// The set-up of a data connection: PASV, PORT and their kind (RFC 959, RFC 1639, RFC 2428), one for each transfer
// (RFC 1123, sections 4.1.2.5 and 4.1.2.6).
//
//     none ── set-up command ─▶ sent ──┬─ success ───────▶ ready ── transfer ─▶ used
//                                      └─ anything else ─▶ refused
//
// The client may send the transfer without waiting for the reply, so `sent` serves as well as `ready`. A set-up used
// for a transfer that was refused before it began is ready again. In block and compressed mode a connection outlives its
// transfer, so later ones need no set-up. After EPSV ALL, only EPSV may set up data connections
// (RFC 2428, section 4).

/// How the next data connection will be opened.
package struct DataSetup: Hashable, Sendable {
  /// The command that set it up: PASV, EPSV, LPSV, SPSV, PORT, EPRT or LPRT.
  package let verb: Verb
  /// Its argument, if any.
  package let argument: [UInt8]?
  /// Where to connect; nil if no readable address was given.
  ///
  /// A passive address is as the server announced it: its host is nil for the peer of the control connection, and
  /// whether to believe another host is up to an ``AddressPolicy``.
  package internal(set) var address: DataAddress?

  /// True if the server listens and the client connects.
  package var isPassive: Bool { verb.row?.role == .passiveSetup }
}

/// The state of the set-up, and how commands and replies change it.
struct SetupMachine: Sendable {
  /// How the client last set a data connection up.
  private enum Stage: Sendable {
    case none
    case sent
    case ready
    case refused(Verb)
    case usedPassive
    case usedActive
  }

  /// How the next data connection will be opened; nil if nothing was agreed on.
  private(set) var agreed: DataSetup?
  /// Whether `EPSV ALL` is in force.
  private(set) var isEPSVAll = false
  /// Whether `EPSV ALL` was sent and not refused.
  private var hasEPSVAll = false
  private var stage = Stage.none
  /// Whether the command that was sent last makes the server listen.
  private var isPassive = false
}

// What the client sends.
extension SetupMachine {
  mutating func send(
    _ role: VerbRow.Role, _ command: Command, _ judgement: inout Judgement
  ) -> CommandInFlight.Faults {
    if command.verb == .epsv, command.argument.map({ Verb(bytes: $0) == "ALL" }) ?? false {
      hasEPSVAll = true
      return .isEPSVAll
    }
    Self.judgeArgument(of: command, role, &judgement)
    stage = .sent
    isPassive = role == .passiveSetup
    guard hasEPSVAll, command.verb != .epsv else { return [] }
    judgement.add(
      "2428:4:epsv-all-client", by: .client, expected: "EPSV alone after EPSV ALL",
      received: command.printable)
    return .afterEPSVAll
  }

  /// A transfer is sent, which uses the set-up.
  mutating func use(by command: Command, _ judgement: inout Judgement) {
    let name = command.printable
    switch stage {
    case .sent, .ready: stage = isPassive ? .usedPassive : .usedActive
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

  /// Judges the argument of PORT, EPRT, LPRT and EPSV.
  private static func judgeArgument(
    of command: Command, _ role: VerbRow.Role, _ judgement: inout Judgement
  ) {
    if command.verb == .epsv {
      do {
        _ = try ExtendedPassiveRequest(argument: command.argument)
      } catch {
        judgement.verdicts.append(error.verdict(on: .client, expected: "a family or ALL after EPSV"))
      }
    } else if role == .activeSetup, let form = AddressForm(verb: command.verb) {
      do {
        let reading = try form.read(argument: command.argument ?? [], .lenient)
        judgement.verdicts += reading.verdicts(
          on: .client, expected: "an address in the form of \(form.activeVerb)")
      } catch {
        judgement.verdicts.append(error.verdict)
      }
    }
  }
}

// What the server answers.
extension SetupMachine {
  /// A set-up command led to a box; true if it agreed on a new connection.
  ///
  /// `server` is the address of the server's end of the control connection, to be compared with an announced host, or
  /// nil.
  mutating func settle(
    _ entry: CommandInFlight, _ box: ReplyOutcome, _ reply: Reply, server: IPAddress?,
    _ judgement: inout Judgement
  ) -> Bool {
    let isAccepted = box == .success
    if entry.faults.contains(.isEPSVAll) {
      isEPSVAll = isAccepted
      hasEPSVAll = isAccepted
      return false
    }
    let command = entry.command
    guard isAccepted else {
      if case .sent = stage { stage = .refused(command.verb) }
      agreed = nil
      return false
    }
    if entry.faults.contains(.afterEPSVAll), isEPSVAll {
      judgement.add(
        "2428:3:epsv-all-refuses", by: .server, expected: "5yz to \(command.printable) after EPSV ALL",
        received: reply.code.description)
    }
    let address =
      entry.role == .activeSetup
      ? Self.acceptedAddress(command, reply.code, &judgement)
      : Self.announcedAddress(command, reply, server, &judgement)
    agreed = DataSetup(verb: command.verb, argument: command.argument, address: address)
    if case .sent = stage { stage = .ready }
    return true
  }

  /// ABOR that is carried out releases the listener or the address of the next transfer.
  mutating func settleAbort() {
    agreed = nil
    if case .ready = stage { stage = .none }
  }

  /// A transfer was refused before it began: the set-up of its data connection is still valid.
  mutating func takeBack() {
    switch stage {
    case .usedPassive, .usedActive: if agreed != nil { stage = .ready }
    case .none, .sent, .ready, .refused: break
    }
  }

  /// Nothing is agreed on any more: a transfer has ended, or the control connection.
  mutating func forget() { agreed = nil }

  /// The address that a server has accepted with PORT, EPRT or LPRT.
  private static func acceptedAddress(
    _ command: Command, _ code: ReplyCode, _ judgement: inout Judgement
  ) -> DataAddress? {
    guard let form = AddressForm(verb: command.verb) else { return nil }
    do {
      return try form.read(argument: command.argument ?? [], .lenient).value
    } catch {
      // What a client must write in EPRT is not all that a server may understand.
      if ["2428:2:eprt-fields", "2428:2:eprt-family-address"].contains(error.requirement) { return nil }
      judgement.add(
        error.requirement == "2428:2:eprt-port" ? "2428:2:eprt-errors" : error.requirement, by: .server,
        expected: "\(error.refusal) to an argument that cannot be read",
        received: "\(code), though \(error.reason)")
      return nil
    }
  }

  /// The address that a server announces in answer to PASV, EPSV or LPSV.
  private static func announcedAddress(
    _ command: Command, _ reply: Reply, _ server: IPAddress?, _ judgement: inout Judgement
  ) -> DataAddress? {
    guard let form = AddressForm(verb: command.verb) else { return nil }
    do {
      let announced = try AnnouncedAddress(reply, askedFor: form)
      let expected = "an address in the form of \(form.replyCode)"
      judgement.verdicts += announced.reading.verdicts(on: .server, expected: expected)
      judgement.facts.append(.address(announced.address))
      if let server {
        let decision = AddressPolicy.use.resolve(
          announced.address, controlPeer: server, form: announced.form)
        if let verdict = decision.verdict {
          judgement.cite(verdict.requirement, expected: verdict.expected, received: verdict.received)
        }
      }
      return announced.address
    } catch {
      // The form of 229 is not what another code breaks.
      let isForm = reply.code == form.replyCode
      judgement.verdicts.append(
        Verdict(
          isForm ? error.requirement : form.codeRequirement, by: .server,
          expected: "an address in the form of \(form.replyCode)",
          received: isForm ? "\(error.reason)" : "\(reply.code)"))
      return nil
    }
  }
}
