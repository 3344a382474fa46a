import FTPClient
import FTPProtocol

/// RFC 2228: the security extensions, in clear and under TLS.
enum RFC2228 {
  static let bodies: [String: CaseBody] = [
    "rfc2228/3/auth-unsupported": { probe in
      let reply = try await probe.send(
        "AUTH X-FTPRAW-NONE", expecting: 500, 502, 504, 534, 431, 530, 503, 501)
      if reply.code == 530 || reply.code == 503 || reply.code == 501 {
        probe.warn("500 or 502, or 504 from a server that has AUTH", Probe.words(of: reply))
      }
    },
    "rfc2228/3/auth-unknown-mechanism": { probe in
      let reply = try await probe.sendInClear("AUTH X-FTPRAW-NONE")
      // 501 differs from 504 only in its last digit, and 534 is a refusal by policy, so both are warnings.
      try probe.expect(reply, 504, 501, 534, to: "AUTH with an unknown mechanism")
      if reply.code != 504 { probe.warn("504", Probe.words(of: reply)) }
    },
    "rfc2228/3/auth-case": { probe in
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
    "rfc2228/3/adat-after-auth": { try await $0.sendBefore("ADAT Zm9v", 503) },
    "rfc2228/3/pbsz-after-auth": { try await $0.sendBefore("PBSZ 0", 503) },
    "rfc2228/3/prot-after-pbsz": { try await $0.sendBefore("PROT P", 503) },
    "rfc2228/3/ccc-unprotected": { try await $0.sendBefore("CCC", 533) },
    "rfc2228/3/mic-before-auth": { try await $0.sendBefore("MIC Zm9v", 503) },
    "rfc2228/5.2/protected-replies": { probe in
      for command in ["MIC Zm9v", "CONF Zm9v", "ENC Zm9v"] {
        let reply = try await probe.send(command)
        try probe.require(reply.code.firstDigit != 6, "a reply in clear", Probe.words(of: reply))
      }
    },
    "rfc2228/3/auth-repeated": { probe in
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
    "rfc2228/6/transfer-protection-refused": { probe in
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
}

extension Probe {
  /// Sends a command that needs a security exchange, without one.
  fileprivate func sendBefore(_ command: String, _ code: ReplyCode) async throws {
    let reply = try await sendInClear(command)
    try expect(reply, .permanent, to: command)
    // Another code is acceptable if only its last digit differs.
    if reply.code.rawValue / 10 != code.rawValue / 10 { warn("\(code) to \(command)", Self.words(of: reply)) }
  }
}
