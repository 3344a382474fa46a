import FTPProtocol

/// An address of a data connection that one side of a conversation has announced.
package struct AnnouncedData: Hashable, Sendable {
  package let address: DataAddress
  package let form: AddressForm
  /// True if the client will connect (227, 228, 229), false if the server will (PORT, EPRT, LPRT).
  package let isPassive: Bool

  /// Reads a command as leniently as a server may; nil if it announces no readable address.
  package init?(_ command: Command) {
    guard let form = AddressForm(verb: command.verb), form.activeVerb == command.verb,
      let argument = command.argument,
      let reading = try? form.read(argument: argument, .lenient)
    else { return nil }
    address = reading.value
    self.form = form
    isPassive = false
  }

  /// Reads a reply; nil if it announces no readable address.
  package init?(_ reply: Reply) {
    guard let form = AddressForm(announcedBy: reply.code),
      let announced = try? AnnouncedAddress(reply, askedFor: form)
    else { return nil }
    address = announced.address
    self.form = form
    isPassive = true
  }
}
