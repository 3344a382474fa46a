import FTPClient
import FTPProtocol

/// RFC 2228: the security extensions, in clear and under TLS.
enum RFC2228 {
  static let bodies: [String: CaseBody] = [
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
    }
  ]
}
