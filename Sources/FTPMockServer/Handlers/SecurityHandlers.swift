import FTPProtocol

/// AUTH, ADAT, PBSZ, PROT, CCC, MIC, CONF, ENC (RFC 2228, section 3; RFC 4217).
///
/// The only mechanism is TLS, if the server has it; otherwise each gets the reply that the RFCs define for a
/// server that knows the command but cannot protect anything.
enum SecurityHandlers {
  static let all = [
    CommandHandler(.auth, feature: feature("AUTH TLS"), offer: .withTLS, action: authenticate),
    refused(.adat, 503, "No security exchange is under way."),
    CommandHandler(.pbsz, feature: feature("PBSZ"), offer: .withTLS, action: setBufferSize),
    CommandHandler(.prot, feature: feature("PROT"), offer: .withTLS, action: setProtection),
    CommandHandler(.ccc, feature: feature("CCC"), offer: .withTLS, action: clear),
    refused(.mic, 537, "TLS protects commands by itself."),
    refused(.conf, 537, "TLS protects commands by itself."),
    refused(.enc, 537, "TLS protects commands by itself."),
  ]

  /// The mechanisms that RFCs define (RFC 2228, RFC 2773, RFC 4217); everything else is not a mechanism.
  private static let mechanisms: Set<String> = [
    "TLS", "TLS-C", "TLS-P", "SSL", "GSSAPI", "KERBEROS_V4", "KEA-SKIPJACK",
  ]

  /// The names of TLS; `TLS-C` means the same (RFC 4217, section 17).
  private static let namesOfTLS: Set<String> = ["TLS", "TLS-C"]

  /// A line of FEAT if the server has TLS.
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
    let habits = session.configuration.habits
    guard !session.isProtected else {
      return habits.contains(.takesAuthAgain)
        ? .reply(234, "TLS is already in use.") : .reply(534, "The control connection is protected already.")
    }
    // A login in the clear does not count under TLS, and neither does anything else that was sent before (RFC 4217,
    // section 4.2).
    if !habits.contains(.keepsLogin) {
      let host = session.host
      session.reinitialize()
      session.host = host
    }
    return .reply(ServerReply(234, "TLS, please."), then: .secure)
  }

  /// TLS needs no size, so any number is accepted and 0 counts (RFC 4217, section 9).
  @Sendable private static func setBufferSize(_ session: SessionContext, _ argument: Argument) -> Response {
    let flaws = session.configuration.flaws
    let isNumber = UInt32(String(decoding: argument.trimmed, as: UTF8.self)) != nil
    guard isNumber || session.configuration.habits.contains(.takesAnyBufferSize) else {
      return .reply(501, "A size is a number of 32 bits.")
    }
    session.protection.hasBufferSize = true
    return .reply(200, flaws.bufferSize)
  }

  @Sendable private static func setProtection(_ session: SessionContext, _ argument: Argument) -> Response {
    let habits = session.configuration.habits
    guard session.protection.hasBufferSize || habits.contains(.needsNoBufferSize) else {
      return .reply(503, "PBSZ comes first.")
    }
    let text = String(decoding: argument.trimmed, as: UTF8.self)
    switch habits.contains(.knowsUpperCaseLevelsOnly) ? text : text.uppercased() {
    case "P": return setLevel(true, session)
    case "C":
      guard session.configuration.tls?.mode != .required else {
        return .reply(534, "Data connections must be protected.")
      }
      return setLevel(false, session)
    case "S", "E":
      return habits.contains(.takesSafeLevels)
        ? setLevel(true, session) : .reply(536, "TLS knows C and P alone.")
    default:
      return habits.contains(.takesAnyLevel)
        ? .reply(200, "As you like.") : .reply(504, "There is no such level.")
    }
  }

  private static func setLevel(_ isPrivate: Bool, _ session: SessionContext) -> Response {
    session.protection.coversData = isPrivate
    session.protection.hasLevel = true
    return .reply(200, "Data connections are \(isPrivate ? "protected" : "clear").")
  }

  @Sendable private static func clear(_ session: SessionContext, _ argument: Argument) -> Response {
    let reply = ServerReply(200, "Clear from here on.")
    guard session.configuration.tls?.mode != .required else {
      return .reply(534, "The control connection stays protected.")
    }
    if session.configuration.habits.contains(.staysAfterCCC) { return .reply(reply) }
    session.protection.isCleared = true
    return .reply(reply, then: .clear)
  }

  /// Commands for which TLS has no use.
  private static func refused(_ verb: Verb, _ code: ReplyCode, _ text: String) -> CommandHandler {
    CommandHandler(verb, offer: .never) { _, _ in .reply(code, text) }
  }
}
