import FTPProtocol

/// `auth-…`: AUTH, and how TLS begins on the control connection.
///
/// They require a server with TLS.
enum AuthFaults {
  static let all = [
    FaultKind(
      "auth-refused", .code("504"), "AUTH TLS is refused with this code, though FEAT lists it.",
      "4217:10.3:negotiation-completed"
    ) { code in .answering(.auth, with: .reply(code, "There is no TLS today.")) },
    FaultKind(
      "auth-code", .code("334"), "AUTH TLS gets this code, and the handshake follows.",
      "4217:4.2:auth-tls-never-334"
    ) { code in .recoding(code) { $0.verb == .auth && $0.code == 234 } },
    FaultKind(
      "auth-clear", "AUTH TLS gets 234, and the conversation continues in clear.",
      "4217:10.1:failed-handshake", .answering(.auth, with: .reply(234, "TLS, please."))),
    FaultKind(
      "auth-closed", "AUTH TLS gets 234, and the connection is closed.", "4217:10.3:negotiation-completed",
      .answering(.auth, with: .reply(234, "TLS, please."), .close)),
    FaultKind(
      "auth-synonym", "AUTH TLS-C gets 504.", "4217:17:auth-tls-c",
      .answering(.auth, with: .reply(504, "There is no such mechanism.")) {
        $0.command.text.uppercased() == "TLS-C"
      }),
    FaultKind(
      "auth-ssl", "AUTH SSL and AUTH TLS-P succeed, and data connections are private at once.",
      "4217:8:auth-leaves-data-clear",
      FaultHooks(
        configure: { $0.habits.insert(.beginsPrivate) },
        onArgument: { verb, argument in
          let name = argument.map { String(decoding: $0, as: UTF8.self).uppercased() }
          if verb == .auth, name == "SSL" || name == "TLS-P" { argument = Array("TLS".utf8) }
        })),
    FaultKind(
      "auth-private", "Data connections are private as soon as AUTH is done, without PBSZ and PROT.",
      "4217:9:prot-initially-clear", .habit(.beginsPrivate)),
    FaultKind(
      "auth-kept", "AUTH does not reset the login and the parameters.",
      "4217:4.2:auth-resets", .habit(.keepsLogin)),
    FaultKind(
      "auth-enough", "A client that has completed a handshake is logged in, without USER.",
      "4217:4.2:user-after-tls", .habit(.admitsWithoutUser)),
    FaultKind(
      "auth-again", "A second AUTH succeeds under TLS, and login and protection do not change.",
      "2228:3:auth-repeated", .habit(.takesAuthAgain)),
    FaultKind(
      "auth-ahead", "Commands that were sent in clear after AUTH TLS are carried out under TLS.",
      .field("Q59", "servers of SMTP and IMAP"), .habit(.keepsAhead)),
    FaultKind(
      "auth-replies-ahead", "Replies to USER and PASS come in clear in one segment with the 234.",
      .field("Q59", "servers of SMTP and IMAP as an attacker changes them"),
      .resending(if: { $0.verb == .auth && $0.code == 234 }) { bytes in
        [.bytes(bytes + Array("331 Password, please.\r\n230 Logged in.\r\n".utf8))]
      }),
    FaultKind(
      "auth-disturbed", "A line in clear comes before the server's part of the handshake.",
      "4217:12:control-inside-tls", .configure { $0.flaws.control.handshake = .disturbed }),
    FaultKind(
      "auth-stray", "A line in clear follows the handshake.", "4217:12:control-inside-tls",
      .configure { $0.flaws.control.clearLine = Array("200 By the way.\r\n".utf8) }),
    FaultKind(
      "auth-reply", .verb("STAT"), "The reply to a command comes in clear under TLS.",
      .field("Q57", "Pure-FTPd before July 2017")
    ) { verb in .resending(if: { $0.answeredVerb == verb }) { [.around($0)] } },
    FaultKind(
      "auth-host", "HOST is not compared with the host that the handshake has named.",
      "7151:3.2:host-matches-sni", .habit(.ignoresServerName)),
  ]
}
