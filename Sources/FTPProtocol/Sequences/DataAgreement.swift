/// The agreement on the next data connection that commands and replies make.
///
/// Six commands set one up, in three forms of address: PASV and PORT (RFC 959), EPSV and EPRT (RFC 2428), LPSV and
/// LPRT (RFC 1639). After a passive one the client connects to the announced address; after an active one the
/// server connects to the client's. This value makes the command, takes its reply, and then says which of
/// the two applies, and the address.
///
/// ```swift
/// var agreement = DataAgreement.none
/// let command = DataAgreement.command(asking: .extended)   // EPSV
/// agreement.take(try send(command), to: command)
/// if case .passive(let reply) = agreement { try connect(to: AnnouncedAddress(reply).address) }
/// ```
package enum DataAgreement: Hashable, Sendable {
  /// Nothing has been agreed on.
  case none
  /// The client connects to the address that this reply announces.
  case passive(Reply)
  /// The server connects to this address, where the client listens.
  case active(DataAddress)

  /// The command that asks the server to listen.
  package static func command(asking form: AddressForm) -> Command { Command(form.passiveVerb) }

  /// The command that tells the server where the client listens.
  ///
  /// - Throws: if the form cannot carry the address, as PORT cannot carry one of IPv6.
  package static func command(
    telling address: DataAddress, in form: AddressForm
  ) throws(DataAddressError) -> Command {
    Command(form.activeVerb, try form.argument(for: address))
  }

  /// The code that agrees to a command that sets up a data connection; nil for any other command.
  package static func code(agreeingTo verb: Verb) -> ReplyCode? {
    AddressForm(verb: verb).map { $0.passiveVerb == verb ? $0.replyCode : 200 }
  }

  /// The agreement that a reply makes by itself: its code shows that it announces an address, whatever the command was.
  package init?(announcedBy reply: Reply) {
    guard AddressForm(announcedBy: reply.code) != nil else { return nil }
    self = .passive(reply)
  }

  /// Takes the final reply to a command, and returns where it leads.
  ///
  /// A reply that announces an address makes the connection passive, whatever the command was; comparing the two is the
  /// judge's task. Any other reply to one of the six commands ends the earlier agreement, and the success
  /// of an active one agrees on the address of its argument.
  @discardableResult
  package mutating func take(_ reply: Reply, to command: Command) -> ReplyOutcome {
    let diagram = StateDiagram.ftp
    let box = diagram.box(diagram.step(for: command.verb), reply.code)
    if let announced = DataAgreement(announcedBy: reply) {
      self = announced
    } else if let form = AddressForm(verb: command.verb) {
      let address = box == .success && command.verb == form.activeVerb ? command.argument : nil
      let reading = address.flatMap { try? form.read(argument: $0, .lenient) }
      self = reading.map { .active($0.value) } ?? .none
    }
    return box
  }
}
