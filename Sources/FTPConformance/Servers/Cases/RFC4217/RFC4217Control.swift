import FTPClient
import FTPProtocol

/// RFC 4217, sections 4, 5, 8, 9 and 12 to 15: the control connection under TLS, PBSZ and PROT.
enum RFC4217Control {
  static let bodies: [String: CaseBody] = [
    "rfc4217/4.2/auth-resets": { probe in
      let ftp = try await probe.connect(securing: false)
      let login = try await ftp.walkLogin(probe.target.login).reply
      if login.code.kind != .completion {
        try probe.skip("no login without TLS: \(Probe.words(of: login))")
      }
      try await probe.prepare(.send("TYPE I"))
      let home = try await probe.startingDirectory()
      let reply = try await ftp.send("AUTH TLS")
      // Some servers accept AUTH only before the login.
      if reply.code != 234 { throw CaseStop.unsupported(Probe.words(of: reply)) }
      try await probe.send("PWD", expecting: .negative)
      try await probe.prepare(.logInBare)
      let later = try await probe.workingDirectory()
      try probe.require(later.path == home.path, "\(home.text), where the login begins", later.text)
    },
    "rfc4217/4.2/no-clear-injection": { probe in
      for (ahead, inside) in [("NOOP\r\n", "SYST\r\n"), ("NO", "OP\r\n")] {
        let ftp = try await probe.connect(securing: false)
        try await ftp.write(Array("AUTH TLS\r\n\(ahead)".utf8))
        let reply: Reply
        do { reply = try await ftp.nextReply() } catch FTPClientError.transport {
          // Some servers take it for a part of the handshake, or refuse to talk to such a client.
          continue
        } catch FTPClientError.closedByServer {
          continue
        }
        if reply.code != 234 { try probe.skip("AUTH TLS got \(Probe.words(of: reply))") }
        do {
          try await ftp.write(Array(inside.utf8))
          let first = try await ftp.nextReply()
          try probe.require(
            first.code != probe.facts.harmless.code && first.code != 200,
            "no reply to NOOP, which was sent in clear", Probe.words(of: first))
        } catch FTPClientError.closedByServer {
          continue
        }
        ftp.close()
      }
    },
    "rfc4217/13/rein-ends-tls": { probe in
      do { try await probe.sendOptional("REIN") } catch FTPClientError.transport(let error) {
        try probe.fail(
          "the end of TLS after the reply to REIN, and a connection that stays open", "\(error)")
      }
      // Some servers refuse most commands before a login, which is fine.
      try await probe.requireOpen(after: "REIN") {
        try await probe.send("NOOP", expecting: 200, .negative)
      }
      try await probe.secure(probe.ftp)
      try await probe.logIn()
    },
    "rfc4217/15.1/names-in-certificate": { probe in
      let certificate = try await probe.certificate()
      try probe.require(
        certificate.isFor(probe.target.host), "a certificate for \(probe.target.host)",
        certificate.names.isEmpty ? certificate.subject : certificate.names.joined(separator: ", "))
    },
    "rfc4217/15.1/certificate-in-force": { probe in
      let certificate = try await probe.certificate()
      try probe.require(
        certificate.isInForce, "a certificate that is currently valid",
        "one that is valid from \(certificate.notBefore) to \(certificate.notAfter)")
    },
  ]

  /// The number after `PBSZ=` in a reply, if any.
  static func size(in reply: Reply) -> Int? {
    let text = reply.text.uppercased()
    guard let range = text.firstRange(of: "PBSZ=") else { return nil }
    return Int(text[range.upperBound...].prefix { ("0"..."9").contains($0) })
  }
}
