import FTPProtocol

/// `auth-…`: AUTH, and how TLS begins on the control connection.
///
/// They require a server with TLS.
enum AuthFaults {
  static let bodies: [String: FaultBody] = [
    "auth-refused": FaultBody(.code("504")) { code in
      .answering(.auth, with: .reply(code, "There is no TLS today."))
    },
    "auth-code": FaultBody(.code("334")) { code in .recoding(code) { $0.verb == .auth && $0.code == 234 } },
    "auth-clear": FaultBody(.answering(.auth, with: .reply(234, "TLS, please."))),
    "auth-closed": FaultBody(.answering(.auth, with: .reply(234, "TLS, please."), .close)),
    "auth-synonym": FaultBody(
      .answering(.auth, with: .reply(504, "There is no such mechanism.")) {
        $0.command.text.uppercased() == "TLS-C"
      }),
    "auth-ssl": FaultBody(
      FaultHooks(
        configure: { $0.habits.insert(.beginsPrivate) },
        onArgument: { verb, argument in
          let name = argument.map { String(decoding: $0, as: UTF8.self).uppercased() }
          if verb == .auth, name == "SSL" || name == "TLS-P" { argument = Array("TLS".utf8) }
        })),
    "auth-replies-ahead": FaultBody(
      .resending(if: { $0.verb == .auth && $0.code == 234 }) { bytes in
        [.bytes(bytes + Array("331 Password, please.\r\n230 Logged in.\r\n".utf8))]
      }),
    "auth-disturbed": FaultBody(.configure { $0.flaws.control.handshake = .disturbed }),
    "auth-stray": FaultBody(.configure { $0.flaws.control.clearLine = Array("200 By the way.\r\n".utf8) }),
    "auth-reply": FaultBody(.verb("STAT")) { verb in
      .resending(if: { $0.answeredVerb == verb }) { [.around($0)] }
    },
  ]
}
