import FTPProtocol

/// PORT (RFC 959, section 4.1.2), EPRT (RFC 2428, section 2), LPRT (RFC 1639, section 2).
enum ActiveHandlers {
  static let all = [
    CommandHandler(
      .port, .required("host-port"), needs: [.login, .freeSetUp], help: "Names where to connect to (IPv4)."
    ) { session, argument in
      take(session) { () throws(DataAddressError) in try HostPort.read(argument: argument.bytes).value }
    },
    CommandHandler(
      .eprt, .required("|net-prt|net-addr|tcp-port|"), needs: [.login, .freeSetUp],
      help: "Names where to connect to.", feature: { _ in "EPRT" }
    ) { session, argument in
      take(session) { () throws(DataAddressError) in try ExtendedAddress.read(argument: argument.bytes).value
      }
    },
    CommandHandler(
      .lprt, .required("long-host-port"), needs: [.login, .freeSetUp],
      help: "Names where to connect to, as a long address."
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
