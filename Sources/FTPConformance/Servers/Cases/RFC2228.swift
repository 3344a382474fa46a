import FTPClient
import FTPProtocol

/// RFC 2228: the security extensions, in clear and under TLS.
enum RFC2228 {
  static let cases: [ServerCase] = inClear + underTLS

  private static let inClear: [ServerCase] = [
    ServerCase(
      "rfc2228/3/auth-unsupported", "If the server does not implement AUTH, it replies 500 or 502.",
      needs: [.clear], tags: ["security"],
      failsWith: ["code-answer=AUTH:200", "code-answer=AUTH:331"]
    ) { probe in
      let reply = try await probe.send(
        "AUTH X-FTPRAW-NONE", expecting: 500, 502, 504, 534, 431, 530, 503, 501)
      if reply.code == 530 || reply.code == 503 || reply.code == 501 {
        probe.warn("500 or 502, or 504 from a server that has AUTH", Probe.words(of: reply))
      }
    },
    ServerCase(
      "rfc2228/3/auth-unknown-mechanism", "An unknown security mechanism gets 504.", needs: [.clear],
      tags: ["security"],
      failsWith: ["code-answer=AUTH:234", "code-answer=AUTH:503"]
    ) { probe in
      let reply = try await probe.sendInClear("AUTH X-FTPRAW-NONE")
      // 501 differs from 504 only in its last digit, and 534 is a refusal by policy, so both are warnings.
      try probe.expect(reply, 504, 501, 534, to: "AUTH with an unknown mechanism")
      if reply.code != 504 { probe.warn("504", Probe.words(of: reply)) }
    },
    ServerCase(
      "rfc2228/3/auth-case", "The name of a mechanism is not case-sensitive.",
      needs: [.clear, .secondLogin], start: .greeted, tags: ["security"], failsWith: ["code-answer=AUTH:200"]
    ) { probe in
      var codes: [ReplyCode] = []
      for name in ["TLS", "tls"] {
        let connection = try await probe.connect()
        codes.append(try await connection.send("AUTH \(name)").code)
        // After 234 a handshake would have to follow.
        connection.close()
      }
      // Other cases check the code of the refusal.
      try probe.require(codes[0] == codes[1], "\(codes[0]) to AUTH tls, as to AUTH TLS", "\(codes[1])")
      if codes[0].isNegative { throw CaseStop.unsupported("AUTH TLS got \(codes[0])") }
      try probe.require(codes[0] == 234, "234 to AUTH TLS", "\(codes[0])", citing: "4217:4.2:auth-tls-234")
    },
    before("adat-after-auth", "ADAT", "ADAT Zm9v", 503),
    before("pbsz-after-auth", "PBSZ", "PBSZ 0", 503),
    before("prot-after-pbsz", "PROT", "PROT P", 503),
    before("ccc-unprotected", "CCC", "CCC", 533),
    before("mic-before-auth", "MIC", "MIC Zm9v", 503),
    ServerCase(
      "rfc2228/5.2/protected-replies", "The server sends no 6yz replies without a security exchange.",
      needs: [.clear], scope: .everything, tags: ["security"],
      failsWith: ["code-answer=MIC:631", "code-answer=ENC:632"]
    ) { probe in
      for command in ["MIC Zm9v", "CONF Zm9v", "ENC Zm9v"] {
        let reply = try await probe.send(command)
        try probe.require(reply.code.firstDigit != 6, "a reply in clear", Probe.words(of: reply))
      }
    },
  ]

  private static let underTLS: [ServerCase] = [
    ServerCase(
      "rfc2228/3/auth-repeated", "A second AUTH is refused or ends the login.", needs: [.secured, .login],
      tags: ["security", "tls"],
      failsWith: ["auth-again"], traffic: .apart
    ) { probe in
      let reply = try await probe.send("AUTH TLS")
      guard reply.code.kind == .completion else {
        return try probe.expect(reply, .negative, to: "AUTH under TLS")
      }
      // A handshake inside TLS would have to follow; a plain command instead of it shows whether the server waits for
      // one.
      do {
        try await probe.write("PWD\r\n")
        let answer = try await probe.ftp.nextReply(within: probe.patience.closing)
        try probe.expect(answer, .negative, to: "PWD after a second AUTH")
      } catch let error as FTPClientError {
        switch error {
        case .timedOut, .closedByServer, .transport: return (try probe.ftp).close()
        default: throw error
        }
      }
    },
    ServerCase(
      "rfc2228/3/pbsz-number", "PBSZ with anything but a 32-bit number gets 501.", needs: [.secured, .login],
      tags: ["prot", "security", "tls"],
      failsWith: ["prot-size-any", "code-swap=501:550"],
      // Most servers ignore the argument, because TLS uses only 0.
      .sendEach(["PBSZ x", "PBSZ 4294967296", "PBSZ -1"], 501, tolerating: [200])),
    ServerCase(
      "rfc2228/3/pbsz-answer", "PBSZ gets 200, and a size in the reply is not larger.",
      needs: [.secured, .login], tags: ["prot", "security", "tls"],
      failsWith: ["prot-size=99999", "code-answer=PBSZ:250"],
      .send("PBSZ 16384", 200),
      .claim("PBSZ=16384, or a smaller size") { (RFC4217Levels.size(in: $0) ?? 0) <= 16_384 },
      .send("PBSZ 0", 200),
      .claim("PBSZ=0") { (RFC4217Levels.size(in: $0) ?? 0) == 0 }),
    ServerCase(
      "rfc2228/3/prot-unknown-level", "A protection level that no RFC defines gets 504 and changes nothing.",
      needs: [.secured, .data], tags: ["prot", "security", "tls"],
      failsWith: ["prot-any", "code-swap=504:501"],
      .sendEach(["PROT X", "PROT PP"], 504),
      .listing(isProtected: true)),
    ServerCase(
      "rfc2228/3/prot-unsupported-level", "A protection level that TLS does not support gets 536.",
      needs: [.secured, .login], tags: ["prot", "security", "tls"],
      failsWith: ["prot-safe", "code-swap=536:550"],
      // Not knowing S and E, or not accepting them, is just as good.
      .sendEach(["PROT S", "PROT E"], 536, 504, 534)),
    ServerCase(
      "rfc2228/3/ccc-refused", "CCC gets 200 under TLS, or 534 if the server does not allow it.",
      needs: [.secured, .login], tags: ["ccc", "security", "tls"],
      failsWith: ["ccc-refused=550", "ccc-refused=533"],
      // 500 and 502 are for servers that do not implement CCC.
      .send("CCC", 200, 534, 500, 502)),
    ServerCase(
      "rfc2228/6/transfer-protection-refused",
      "A refusal for lack of protection covers every command that moves data.", needs: [.secured, .data],
      start: .unconnected,
      tags: ["prot", "security", "tls"], failsWith: ["prot-gap", "prot-demanded=550"]
    ) { probe in
      try await probe.prepare(.logInBare)
      let listing = try await probe.list(.clear)
      if listing.isComplete || listing.opening != nil {
        throw CaseStop.unsupported("transfers in clear are allowed")
      }
      let final = try probe.require(listing.final, "534 to LIST without PROT P", listing.words)
      try probe.expect(final, 534, 521, 522, to: "LIST without PROT P")
      for command in ["NLST", "MLSD"] {
        let transfer = try await probe.list(.clear, command: command)
        try probe.require(
          !transfer.isComplete, "a refusal of \(command), since LIST is refused", transfer.words)
      }
    },
  ]

  /// A command that needs a security exchange, without one.
  private static func before(
    _ slug: String, _ verb: String, _ command: String, _ code: ReplyCode
  ) -> ServerCase {
    ServerCase(
      CaseID(rawValue: "rfc2228/3/\(slug)"),
      "\(verb) without a security exchange gets \(code).", [RequirementID(rawValue: "2228:3:\(slug)")],
      needs: [.login, .clear], tags: ["security"],
      failsWith: ["code-answer=\(verb):200", "code-answer=\(verb):450"]
    ) { probe in
      let reply = try await probe.sendInClear(command)
      try probe.expect(reply, .permanent, to: command)
      // Another code is acceptable if only its last digit differs.
      if reply.code.rawValue / 10 != code.rawValue / 10 {
        probe.warn("\(code) to \(command)", Probe.words(of: reply))
      }
    }
  }
}
