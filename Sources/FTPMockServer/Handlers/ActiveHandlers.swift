import FTPProtocol

/// PORT (RFC 959, section 4.1.2), EPRT (RFC 2428, section 2), LPRT (RFC 1639, section 2).
enum ActiveHandlers {
  static let all = [
    CommandHandler(
      .port
    ) { session, argument in
      take(session) { () throws(DataAddressError) in try HostPort.read(argument: argument.bytes).value }
    },
    CommandHandler(
      .eprt
    ) { session, argument in
      take(session) { () throws(DataAddressError) in try ExtendedAddress.read(argument: argument.bytes).value
      }
    },
    CommandHandler(
      .lprt
    ) { session, argument in
      take(session) { () throws(DataAddressError) in try LongAddress.read(argument: argument.bytes).value }
    },
  ]

  private static func take(
    _ session: SessionContext, _ read: () throws(DataAddressError) -> DataAddress
  ) -> Response {
    let family = session.localAddress.addressFamily
    do throws(DataAddressError) {
      let address = try read()
      return session.connectLater(to: address) ?? .reply(200, "Will connect there.")
    } catch {
      switch error.refusal {
      case 522: return .reply(522, "Network protocol not supported, use \(AddressFamily.list([family]))")
      case 521: return .reply(521, "Supported address families are (\(family.longNumber ?? 4))")
      default: return .reply(501, "That is no address: \(error.reason).")
      }
    }
  }
}
