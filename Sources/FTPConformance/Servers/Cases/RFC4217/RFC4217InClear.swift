import FTPClient
import FTPProtocol

/// RFC 4217, as far as it can be tested in clear.
enum RFC4217InClear {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc4217/4.2/auth-tls", "AUTH TLS gets 234 if FEAT lists it, and never 334.",
      ["4217:4.2:auth-tls-234", "4217:4.2:auth-tls-never-334"], needs: [.clear, .secondLogin],
      tags: ["security", "tls"],
      failsWith: ["feat-promises=AUTH TLS", "code-answer=AUTH:334", "code-answer=AUTH:200"]
    ) { probe in
      let isListed = try await listsTLS(probe)
      let code = try await answer("TLS", probe)
      // The cases of RFC 2228 check the code of the refusal. 431 means that something is missing at the moment.
      if isListed, code == 431 {
        probe.warn("234, since FEAT lists AUTH TLS", "\(code)", citing: "2389:3.2:feat-honest")
      } else if isListed, code.isNegative {
        try probe.fail("234, since FEAT lists AUTH TLS", "\(code)", citing: "2389:3.2:feat-honest")
      }
      try probe.require(code == 234 || code.isNegative, "234, or a refusal", "\(code)")
    },
    ServerCase(
      "rfc4217/6/tls-in-feat", "FEAT lists AUTH TLS, PBSZ and PROT if the server has AUTH TLS.",
      needs: [.clear, .secondLogin], tags: ["feat", "security", "tls"],
      failsWith: ["feat-promises=AUTH TLS", "code-answer=AUTH:234"]
    ) { probe in
      let features = try await probe.features()
      let isListed = try await listsTLS(probe)
      guard try await answer("TLS", probe) == 234 || isListed else { return }
      let missing = ["PBSZ", "PROT"].filter { !features.contains($0) } + (isListed ? [] : ["AUTH TLS"])
      try probe.require(
        missing.isEmpty, "AUTH TLS, PBSZ and PROT in FEAT", "no \(missing.joined(separator: ", no "))")
    },
    ServerCase(
      "rfc4217/17/auth-tls-c", "AUTH TLS-C gets the same reply as AUTH TLS.",
      needs: [.clear, .secondLogin], start: .greeted, tags: ["security", "tls"],
      failsWith: ["code-answer=AUTH:200"]
    ) { probe in
      let (code, other) = (try await answer("TLS", probe), try await answer("TLS-C", probe))
      try probe.require(
        code.firstDigit == 5 || code == 234, "234, or a refusal", "\(code)", citing: "4217:4.2:auth-tls-234")
      try probe.require(code == other, "\(code) to AUTH TLS-C too", "\(other)")
    },
    ServerCase(
      "rfc4217/5/ccc-codes", "CCC without TLS gets 533, or 500 if it is not implemented.",
      needs: [.login, .clear], tags: ["security", "tls"],
      failsWith: ["code-answer=CCC:200", "code-answer=CCC:450"]
    ) { probe in
      let reply = try await probe.sendInClear("CCC")
      try probe.expect(reply, 533, 500, 502, 503, 534, 530, to: "CCC")
      if ![533, 534, 500, 502].contains(reply.code) {
        probe.warn("533, or 500 if it is not implemented", Probe.words(of: reply))
      }
    },
    ServerCase(
      "rfc4217/9/pbsz-prot-order", "PBSZ is refused before a handshake, and PROT before PBSZ.",
      needs: [.login, .clear, .tls], tags: ["security", "tls"],
      failsWith: ["code-answer=PBSZ:200", "code-answer=PROT:200"],
      .sendEach(["PROT P", "PBSZ 0", "PROT P"], .permanent)),
    ServerCase(
      "rfc4217/10.1/failed-handshake", "After 234, the server accepts only a handshake.",
      needs: [.clear, .tls], tags: ["security", "tls"],
      failsWith: ["code-answer=AUTH:234"]
    ) { probe in
      let reply = try await probe.send("AUTH TLS")
      guard reply.code == 234 else { return }
      try await probe.write("NOOP\r\n")
      do {
        let next = try await probe.ftp.nextReply(within: probe.patience.closing)
        try probe.expect(next, 421, to: "bytes that are not a handshake")
      } catch FTPClientError.closedByServer {
        return
      } catch FTPClientError.transport(let cause) where cause.isPeerGone {
        return
      } catch FTPClientError.malformedReply {
        // A TLS alert.
      } catch FTPClientError.timedOut {
        probe.warn("421 or a close", "nothing")
      }
      (try probe.ftp).close()
    },
  ]

  private static func listsTLS(_ probe: Probe) async throws -> Bool {
    try await probe.features().all("AUTH").contains { feature in
      feature.parameters.uppercased().split { ";, ".contains($0) }.contains("TLS")
    }
  }

  /// The code of the reply to AUTH on another connection, which is then closed: a handshake would have to follow.
  private static func answer(_ mechanism: String, _ probe: Probe) async throws -> ReplyCode {
    let connection = try await probe.connect()
    let reply = try await connection.send("AUTH \(mechanism)")
    connection.close()
    return reply.code
  }
}
