import FTPProtocol

/// RFC 2228: the security extensions, as far as they can be asked without any security.
enum RFC2228 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc2228/3/auth-unsupported", "A server without AUTH answers it 500 or 502.",
      ["2228:3:auth-unsupported"], needs: [.clear], tags: ["security"],
      failsWith: ["code-answer=AUTH:200", "code-answer=AUTH:331"]
    ) { probe in
      let reply = try await probe.send(
        "AUTH X-FTPRAW-NONE", expecting: 500, 502, 504, 534, 431, 530, 503, 501)
      if reply.code == 530 || reply.code == 503 || reply.code == 501 {
        probe.warn("500 or 502, or 504 from a server that has AUTH", Probe.words(of: reply))
      }
    },
    ServerCase(
      "rfc2228/3/auth-unknown-mechanism", "A security mechanism that is not known is answered 504.",
      ["2228:3:auth-unknown-mechanism"], needs: [.clear], tags: ["security"],
      failsWith: ["code-answer=AUTH:234", "code-answer=AUTH:503"]
    ) { probe in
      let reply = try await probe.send("AUTH X-FTPRAW-NONE")
      if !probe.facts.features.contains("AUTH") {
        try probe.requirePresence(reply, of: "AUTH", isLoggedIn: false)
      }
      // Another code may stand for it if only its last digit differs.
      try probe.expect(reply, 504, 501, 534, to: "AUTH of a mechanism that nobody has")
      if reply.code != 504 { probe.warn("504", Probe.words(of: reply)) }
    },
    ServerCase(
      "rfc2228/3/auth-case", "The case of a mechanism's name has no meaning.", ["2228:3:auth-case"],
      needs: [.clear, .secondLogin], start: .greeted, tags: ["security"], failsWith: ["code-answer=AUTH:200"]
    ) { probe in
      var codes: [ReplyCode] = []
      for name in ["TLS", "tls"] {
        let connection = try await probe.connect()
        codes.append(try await connection.send("AUTH \(name)").code)
        // What follows a 234 would have to be a handshake.
        connection.close()
      }
      // Which refusal it is, other cases ask.
      try probe.require(codes[0] == codes[1], "\(codes[0]) to AUTH tls, as to AUTH TLS", "\(codes[1])")
      try probe.require(
        codes[0] == 234 || codes[0].isNegative, "234 to AUTH TLS, or a refusal", "\(codes[0])")
    },
    before("adat-after-auth", "ADAT", "ADAT Zm9v", 503),
    before("pbsz-after-auth", "PBSZ", "PBSZ 0", 503),
    before("prot-after-pbsz", "PROT", "PROT P", 503),
    before("ccc-unprotected", "CCC", "CCC", 533),
    before("mic-before-auth", "MIC", "MIC Zm9v", 503),
    ServerCase(
      "rfc2228/5.2/protected-replies", "There are no 6yz replies without a security exchange.",
      ["2228:5.2:protected-replies"], needs: [.clear], scope: .everything, tags: ["security"],
      failsWith: ["code-answer=MIC:631", "code-answer=ENC:632"]
    ) { probe in
      for command in ["MIC Zm9v", "CONF Zm9v", "ENC Zm9v"] {
        let reply = try await probe.send(command)
        try probe.require(reply.code.firstDigit != 6, "a reply in clear", Probe.words(of: reply))
      }
    },
  ]

  /// A command that needs a security exchange, without one.
  private static func before(
    _ slug: String, _ verb: String, _ command: String, _ code: ReplyCode
  ) -> ServerCase {
    ServerCase(
      CaseID(rawValue: "rfc2228/3/\(slug)"),
      "\(verb) without a security exchange is answered \(code).", [RequirementID(rawValue: "2228:3:\(slug)")],
      needs: [.login, .clear], tags: ["security"],
      failsWith: ["code-answer=\(verb):200", "code-answer=\(verb):450"]
    ) { probe in
      // To refuse in clear what only works under a security exchange proves nothing about what FEAT lists.
      let reply = try await probe.send(command)
      if Probe.isAbsent(reply), !probe.facts.features.contains(verb) {
        throw CaseStop.unsupported(Probe.words(of: reply))
      }
      try probe.expect(reply, .permanent, to: command)
      // Another code may stand for it if only its last digit differs.
      if reply.code.rawValue / 10 != code.rawValue / 10 {
        probe.warn("\(code) to \(command)", Probe.words(of: reply))
      }
    }
  }
}
