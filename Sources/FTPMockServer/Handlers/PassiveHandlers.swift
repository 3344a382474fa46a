import FTPProtocol

/// PASV (RFC 959, section 4.1.2), EPSV (RFC 2428, section 3), LPSV (RFC 1639, section 3).
enum PassiveHandlers {
  static let all = [
    CommandHandler(
      .pasv
    ) { session, _ in
      guard !session.localAddress.isIPv6 else {
        return .reply(522, "PASV cannot announce an IPv6 address, use EPSV \(AddressFamily.list([.ipv6]))")
      }
      return listen(session, 227) { address throws(DataAddressError) in try HostPort.replyText(for: address) }
    },
    CommandHandler(
      .epsv, action: extended),
    CommandHandler(
      .lpsv
    ) { session, _ in
      listen(session, 228) { address throws(DataAddressError) in try LongAddress.replyText(for: address) }
    },
  ]

  @Sendable private static func extended(_ session: SessionContext, _ argument: Argument) -> Response {
    let request: ExtendedPassiveRequest
    do throws(Departure) {
      request = try ExtendedPassiveRequest(argument: argument.isPresent ? argument.bytes : nil)
    } catch {
      return .reply(501, "Syntax: EPSV [<SP> <net-prt> | ALL]")
    }
    switch request {
    case .all:
      session.isExtendedPassiveOnly = true
      return .reply(200, "EPSV ALL is in force.")
    // The port must be at the address of the control connection, so only its family is possible.
    case .family(let family) where family != session.localAddress.addressFamily:
      return .reply(
        522, "Network protocol not supported, use \(AddressFamily.list([session.localAddress.addressFamily]))"
      )
    case .family, .sameFamily:
      return listen(session, 229) { address throws(DataAddressError) in
        try ExtendedAddress.replyText(for: address)
      }
    }
  }

  private static func listen(
    _ session: SessionContext, _ code: ReplyCode, _ text: (DataAddress) throws(DataAddressError) -> String
  ) -> Response {
    do {
      return .reply(code, try text(try session.listen()))
    } catch {
      return .reply(425, "No port to listen on.")
    }
  }
}
