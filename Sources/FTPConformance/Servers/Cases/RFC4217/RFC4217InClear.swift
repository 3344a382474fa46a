import FTPClient
import FTPProtocol

/// RFC 4217, as far as it can be tested in clear.
enum RFC4217InClear {
  static let bodies: [String: CaseBody] = [
    "rfc4217/4.2/auth-tls": { probe in
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
    "rfc4217/6/tls-in-feat": { probe in
      let features = try await probe.features()
      let isListed = try await listsTLS(probe)
      guard try await answer("TLS", probe) == 234 || isListed else { return }
      let missing = ["PBSZ", "PROT"].filter { !features.contains($0) } + (isListed ? [] : ["AUTH TLS"])
      try probe.require(
        missing.isEmpty, "AUTH TLS, PBSZ and PROT in FEAT", "no \(missing.joined(separator: ", no "))")
    },
    "rfc4217/10.1/failed-handshake": { probe in
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
