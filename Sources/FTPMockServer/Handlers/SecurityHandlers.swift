import FTPProtocol

/// AUTH, ADAT, PBSZ, PROT, CCC, MIC, CONF, ENC (RFC 2228, section 3; RFC 4217), without any mechanism yet: each gets
/// the answer that the RFCs have for a server that knows the command and cannot protect anything.
enum SecurityHandlers {
  static let all = [
    CommandHandler(
      .auth,
      isOffered: false, action: authenticate),
    refused(.adat), refused(.pbsz), refused(.prot), refused(.ccc), refused(.mic), refused(.conf),
    refused(.enc),
  ]

  /// What AUTH may name according to some text (RFC 2228, RFC 2773, RFC 4217); everything else is no mechanism at all.
  private static let mechanisms: Set<String> = [
    "TLS", "TLS-C", "TLS-P", "SSL", "GSSAPI", "KERBEROS_V4", "KEA-SKIPJACK",
  ]

  @Sendable private static func authenticate(_ session: SessionContext, _ argument: Argument) -> Response {
    mechanisms.contains(String(decoding: argument.trimmed, as: UTF8.self).uppercased())
      ? .reply(502, "Security extensions are not implemented.") : .reply(504, "There is no such mechanism.")
  }

  /// What comes after AUTH and never does here: without protection it is out of order.
  private static func refused(_ verb: Verb) -> CommandHandler {
    CommandHandler(verb, isOffered: false) { _, _ in
      .reply(502, "Security extensions are not implemented.")
    }
  }
}
