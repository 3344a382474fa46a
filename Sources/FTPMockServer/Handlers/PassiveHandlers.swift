import FTPProtocol

/// PASV (RFC 959, section 4.1.2), EPSV (RFC 2428, section 3), LPSV (RFC 1639, section 3).
enum PassiveHandlers {
  static let all = [
    CommandHandler(.pasv) { session, _ in
      guard !session.localAddress.isIPv6 else {
        return .reply(522, "PASV cannot announce an IPv6 address, use EPSV \(AddressFamily.list([.ipv6]))")
      }
      return listen(session, .pasv)
    },
    CommandHandler(.epsv, action: extended),
    CommandHandler(.lpsv) { session, _ in listen(session, .lpsv) },
  ]

  @Sendable private static func extended(_ session: SessionContext, _ argument: Argument) -> Response {
    let request: ExtendedPassiveRequest
    do throws(ValueDeviation) {
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
    case .family, .sameFamily: return listen(session, .epsv)
    }
  }

  private static func listen(_ session: SessionContext, _ form: AddressForm) -> Response {
    do {
      return .reply(form.replyCode, try form.replyText(for: try session.listen()))
    } catch {
      return .reply(425, "No port to listen on.")
    }
  }
}
