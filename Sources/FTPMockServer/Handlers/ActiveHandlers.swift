import FTPProtocol

/// PORT (RFC 959, section 4.1.2), EPRT (RFC 2428, section 2), LPRT (RFC 1639, section 2).
enum ActiveHandlers {
  static let all = AddressForm.allCases.map { form in
    CommandHandler(form.activeVerb) { session, argument in take(session, argument, form) }
  }

  private static func take(
    _ session: SessionContext, _ argument: Argument, _ form: AddressForm
  ) -> Response {
    let family = session.localAddress.addressFamily
    do throws(DataAddressError) {
      let address = try form.read(argument: argument.bytes).value
      return session.connectLater(to: address) ?? .reply(200, "Will connect there.")
    } catch {
      switch error.refusal {
      case 522: return .reply(522, "Network protocol not supported, use \(AddressFamily.list([family]))")
      case 521: return .reply(521, "Supported address families are (\(family.longNumber ?? 4))")
      default: return .reply(501, "That is not an address: \(error.reason).")
      }
    }
  }
}
