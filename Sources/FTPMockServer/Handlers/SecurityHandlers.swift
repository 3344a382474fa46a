import FTPProtocol

/// AUTH, ADAT, PBSZ, PROT, CCC, MIC, CONF, ENC (RFC 2228, section 3; RFC 4217). The one mechanism is TLS, where the server
/// has it; elsewhere each gets the answer that the RFCs have for a server that knows the command and cannot protect anything.
enum SecurityHandlers {
  static let all = [
    CommandHandler(.auth, feature: feature("AUTH TLS"), offer: .withTLS, action: authenticate),
    refused(.adat),
    CommandHandler(.pbsz, feature: feature("PBSZ"), offer: .withTLS, action: setBufferSize),
    CommandHandler(.prot, feature: feature("PROT"), offer: .withTLS, action: setProtection),
    CommandHandler(.ccc, feature: feature("CCC"), offer: .withTLS) { session, _ in
      session.configuration.tls?.mode == .required
        ? .reply(534, "The control connection stays protected.")
        : .replyAndClear(ServerReply(200, "Clear from here on."))
    },
    refused(.mic), refused(.conf), refused(.enc),
  ]

  /// What AUTH may name according to some text (RFC 2228, RFC 2773, RFC 4217); everything else is no mechanism at all.
  private static let mechanisms: Set<String> = [
    "TLS", "TLS-C", "TLS-P", "SSL", "GSSAPI", "KERBEROS_V4", "KEA-SKIPJACK",
  ]

  /// The names of TLS: `TLS-C` is the same (RFC 4217, section 17).
  private static let namesOfTLS: Set<String> = ["TLS", "TLS-C"]

  /// A line of FEAT where there is TLS.
  private static func feature(_ line: String) -> @Sendable (SessionContext) -> String? {
    { session in session.configuration.tls == nil ? nil : line }
  }

  @Sendable private static func authenticate(_ session: SessionContext, _ argument: Argument) -> Response {
    let name = String(decoding: argument.trimmed, as: UTF8.self).uppercased()
    guard mechanisms.contains(name) else { return .reply(504, "There is no such mechanism.") }
    guard session.configuration.tls != nil else {
      return .reply(502, "Security extensions are not implemented.")
    }
    guard namesOfTLS.contains(name) else { return .reply(504, "TLS is the only mechanism.") }
    guard !session.isProtected else { return .reply(534, "The control connection is protected already.") }
    // A login that anyone could hear counts for nothing under TLS (RFC 2228, section 3).
    session.login = .none
    session.hasAccount = false
    return .replyAndSecure(ServerReply(234, "TLS, please."))
  }

  /// TLS needs no size, so that any that is a number is taken and 0 is what counts (RFC 4217, section 9).
  @Sendable private static func setBufferSize(_ session: SessionContext, _ argument: Argument) -> Response {
    guard UInt32(String(decoding: argument.trimmed, as: UTF8.self)) != nil else {
      return .reply(501, "A size is a number of 32 bits.")
    }
    session.protection.hasBufferSize = true
    return .reply(200, "PBSZ=0")
  }

  @Sendable private static func setProtection(_ session: SessionContext, _ argument: Argument) -> Response {
    guard session.protection.hasBufferSize else { return .reply(503, "PBSZ comes first.") }
    switch String(decoding: argument.trimmed, as: UTF8.self).uppercased() {
    case "P":
      session.protection.coversData = true
      return .reply(200, "Data connections are protected.")
    case "C":
      guard session.configuration.tls?.mode != .required else {
        return .reply(534, "Data connections have to be protected.")
      }
      session.protection.coversData = false
      return .reply(200, "Data connections are clear.")
    case "S", "E": return .reply(536, "TLS knows C and P alone.")
    default: return .reply(504, "There is no such level.")
    }
  }

  /// What TLS has no use for.
  private static func refused(_ verb: Verb) -> CommandHandler {
    CommandHandler(verb, offer: .never) { _, _ in
      .reply(502, "Security extensions are not implemented.")
    }
  }
}
