import FTPProtocol

/// AUTH, ADAT, PBSZ, PROT, CCC, MIC, CONF, ENC (RFC 2228, section 3; RFC 4217), without any mechanism yet: each gets
/// the answer that the texts have for a server that knows the command and cannot protect anything.
enum SecurityHandlers {
  static let all = [
    CommandHandler(
      .auth, .required("mechanism-name"), needs: [], help: "Begins the protection of the connection.",
      isOffered: false, action: authenticate),
    needingProtection(.adat, .required("base64data"), help: "Carries on with the security exchange.", 503),
    needingProtection(
      .pbsz, .required("decimal-integer"), help: "Sets the largest protected block of data.", 503),
    needingProtection(.prot, .required("prot-code"), help: "Sets the protection of data connections.", 503),
    needingProtection(.ccc, .none, help: "Takes the protection from the control connection.", 533),
    needingProtection(.mic, .required("base64data"), help: "Carries a command under integrity.", 503),
    needingProtection(.conf, .required("base64data"), help: "Carries a confidential command.", 503),
    needingProtection(.enc, .required("base64data"), help: "Carries a private command.", 503),
  ]

  /// What AUTH may name according to some text (RFC 2228, RFC 2773, RFC 4217); everything else is no mechanism at all.
  private static let mechanisms: Set<String> = [
    "TLS", "TLS-C", "TLS-P", "SSL", "GSSAPI", "KERBEROS_V4", "KEA-SKIPJACK",
  ]

  @Sendable private static func authenticate(_ session: SessionContext, _ argument: Argument) -> Response {
    mechanisms.contains(String(decoding: argument.trimmed, as: UTF8.self).uppercased())
      ? .reply(502, "Security extensions are not implemented.") : .reply(504, "There is no such mechanism.")
  }

  private static func needingProtection(
    _ verb: Verb, _ grammar: CommandHandler.Grammar, help: String, _ code: ReplyCode
  ) -> CommandHandler {
    CommandHandler(verb, grammar, needs: [.protection(otherwise: code)], help: help, isOffered: false) {
      _, _ in
      .reply(502, "Security extensions are not implemented.")
    }
  }
}
