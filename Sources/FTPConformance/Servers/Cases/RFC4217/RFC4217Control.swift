import FTPClient
import FTPProtocol

/// RFC 4217, sections 4, 5, 12 to 15: the control connection under TLS.
enum RFC4217Control {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc4217/4.2/user-after-tls", "After the handshake, no user is logged in.",
      needs: [.secured], tags: ["security", "tls"], failsWith: ["auth-enough", "code-answer=PWD:257"],
      .send("PWD", .negative),
      .prepare(.logInBare, .send("PWD"))),
    ServerCase(
      "rfc4217/4.2/auth-resets", "AUTH ends an earlier login.",
      needs: [.clear, .auth, .secured], start: .unconnected, tags: ["login", "security", "tls"],
      failsWith: ["auth-kept"]
    ) { probe in
      let ftp = try await probe.connect(securing: false)
      let login = try await ftp.walkLogin(probe.target.login, within: probe.patience.refusal).reply
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
    ServerCase(
      "rfc4217/4.2/no-clear-injection",
      "Commands sent in clear after AUTH TLS are not executed under TLS.", needs: [.auth, .secured],
      start: .unconnected,
      tags: ["security", "tls"], failsWith: ["auth-ahead"], traffic: .provoking
    ) { probe in
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
    ServerCase(
      "rfc4217/5/ccc-continues-clear", "After 200 to CCC, TLS ends and the session continues in clear.",
      needs: [.secured, .login], tags: ["ccc", "security", "tls"],
      failsWith: ["ccc-encrypted", "ccc-closed", "ccc-abrupt"],
      .compute { try await $0.clearControl() },
      .stayOpen(after: "CCC", .harmless, .send("PWD", .completion))),
    ServerCase(
      "rfc4217/5/ccc-no-prot", "After CCC, PBSZ and PROT are refused.",
      needs: [.secured, .login], tags: ["ccc", "security", "tls"], failsWith: ["ccc-prot"],
      .compute { try await $0.clearControl() },
      .sendEach(["PBSZ 0", "PROT C"], .negative)),
    ServerCase(
      "rfc4217/5/ccc-keeps-prot", "After CCC, data connections keep the protection that PROT set.",
      needs: [.secured, .data], tags: ["ccc", "security", "tls"],
      failsWith: ["ccc-data"],
      .compute { try await $0.clearControl() },
      .listing(isProtected: true)),
    ServerCase(
      "rfc4217/12/control-inside-tls", "Under TLS, every reply is sent inside TLS.",
      needs: [.secured, .data], tags: ["security", "tls"],
      failsWith: ["auth-reply=STAT", "auth-reply=SYST", "auth-reply=LIST"]
    ) { probe in
      do {
        for command in ["NOOP", "SYST", "STAT", "HELP", "NOOP", "PWD"] {
          try await probe.send(command)
        }
        try await probe.download("LIST", type: "A")
        try await probe.send("PWD", expecting: 257)
      } catch FTPClientError.transport(let error) {
        try probe.fail("replies inside TLS", "\(error)")
      }
    },
    ServerCase(
      "rfc4217/13/rein-ends-tls",
      "The reply to REIN is sent inside TLS; then the control connection returns to clear.",
      needs: [.auth, .secured, .login], tags: ["rein", "security", "tls"],
      failsWith: ["rein-encrypted", "rein-clear"]
    ) { probe in
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
    ServerCase(
      "rfc4217/13/rein-no-resumption", "After REIN, a data connection need not resume an earlier session.",
      needs: [.auth, .secured, .data], tags: ["rein", "security", "tls"],
      failsWith: ["rein-reuse"]
    ) { probe in
      try await probe.sendOptional("REIN")
      try await probe.beginAgain()
      try await probe.preparing("USER") { try await probe.logIn() }
      let transfer = try await probe.list(.under(try await probe.freshLayer()))
      try probe.require(
        transfer.isComplete, "a listing over a new TLS session after REIN", transfer.words)
    },
    ServerCase(
      "rfc4217/14/no-urgent-data",
      "The server notices ABOR during a transfer under TLS, without urgent data.",
      needs: [.secured, .writeAccess, .data],
      tags: ["abort", "security", "slow", "tls"], failsWith: ["abor-waits"], traffic: .apart
    ) { probe in
      try await probe.sendOptional("ABOR")
      let upload = try await probe.beginUpload("cut.bin", probe.bytes(1_000))
      try await probe.write("ABOR\r\n")
      do {
        let reply = try await probe.ftp.nextReply(within: probe.patience.closing)
        try probe.expect(reply, .completion, .negative, to: "ABOR in the middle of a transfer")
      } catch FTPClientError.timedOut {
        try probe.fail("an answer to ABOR while the transfer goes on", "nothing")
      }
      await upload.close()
    },
    ServerCase(
      "rfc4217/15.1/names-in-certificate", "The certificate names the host that the client connected to.",
      needs: [.secured], tags: ["certificate", "security", "tls"],
      failsWith: ["tls-name=192.0.2.1", "tls-sni-ignored=192.0.2.1"]
    ) { probe in
      let certificate = try await probe.certificate()
      try probe.require(
        certificate.isFor(probe.target.host), "a certificate for \(probe.target.host)",
        certificate.names.isEmpty ? certificate.subject : certificate.names.joined(separator: ", "))
    },
    ServerCase(
      "rfc4217/15.1/certificate-in-force", "The certificate is currently valid.",
      needs: [.secured], tags: ["certificate", "security", "tls"], failsWith: ["tls-expired", "tls-future"]
    ) { probe in
      let certificate = try await probe.certificate()
      try probe.require(
        certificate.isInForce, "a certificate that is currently valid",
        "one that is valid from \(certificate.notBefore) to \(certificate.notAfter)")
    },
  ]
}
