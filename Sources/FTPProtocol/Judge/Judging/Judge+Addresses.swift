extension Judge {
  /// Judges the argument of PORT, EPRT, LPRT and EPSV.
  func judgeAddressArgument(_ role: VerbRow.Role?, _ command: Command, _ judgement: inout Judgement) {
    switch role {
    case .activeSetup:
      guard let form = AddressForm(verb: command.verb) else { return }
      do {
        let reading = try form.read(argument: command.argument ?? [], .lenient)
        judgement.verdicts += reading.verdicts(
          on: .client, expected: "an address in the form of \(form.activeVerb)")
      } catch {
        judgement.verdicts.append(error.verdict)
      }
    case .passiveSetup where command.verb == .epsv:
      do {
        _ = try ExtendedPassiveRequest(argument: command.argument)
      } catch {
        judgement.verdicts.append(error.verdict(on: .client, expected: "a family or ALL behind EPSV"))
      }
    default: break
    }
  }

  /// The address that a server has accepted with PORT, EPRT or LPRT.
  func acceptedAddress(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) -> DataAddress? {
    guard let form = AddressForm(verb: entry.command.verb) else { return nil }
    do {
      return try form.read(argument: entry.command.argument ?? [], .lenient).value
    } catch {
      judgement.add(
        error.requirement, by: .server, expected: "\(error.refusal) to an argument that cannot be read",
        received: "\(code), though \(error.reason)")
      return nil
    }
  }

  /// The address that a server announces in answer to PASV, EPSV or LPSV.
  func announcedAddress(
    _ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement
  ) -> DataAddress? {
    guard let form = AddressForm(verb: entry.command.verb) else { return nil }
    do {
      let announced = try AnnouncedAddress(reply, askedFor: form)
      let expected = "an address in the form of \(form.replyCode)"
      judgement.verdicts += announced.reading.verdicts(on: .server, expected: expected)
      judgement.facts.append(.address(announced.address))
      judgeHost(announced, &judgement)
      return announced.address
    } catch {
      judgement.verdicts.append(
        Verdict(
          error.requirement, by: .server, expected: "an address in the form of \(form.replyCode)",
          received: reply.code == form.replyCode ? "\(error.reason)" : "\(reply.code)"))
      return nil
    }
  }

  /// Compares the announced host with the server's own.
  private func judgeHost(_ announced: AnnouncedAddress, _ judgement: inout Judgement) {
    guard let serverAddress else { return }
    let decision = AddressPolicy.use.resolve(
      announced.address, controlPeer: serverAddress, form: announced.form)
    guard let verdict = decision.verdict else { return }
    cite(verdict.requirement, expected: verdict.expected, received: verdict.received, &judgement)
  }
}
