import FTPProtocol

/// RFC 7301: ALPN, as far as FTP uses it.
enum RFC7301 {
  static let bodies: [String: CaseBody] = [
    "rfc7301/3.2/alpn-offered": { probe in
      let client: CaseConnection
      do { client = try await probe.connect(offering: ["ftp"]) } catch CaseStop.impossible(
        let words, let reason)
      {
        // The same handshake works without the offer; otherwise, the case would not have begun.
        let expected = "a handshake with a client that offers ftp by ALPN"
        switch reason {
        case .noApplicationProtocol: try probe.fail(expected, words, citing: "7301:3.2:alpn-ftp")
        // Some TLS libraries of clients reject a choice by the server that was not offered.
        case .badExtension: try probe.fail(expected, words)
        default: throw CaseStop.impossible(words)
        }
      }
      let chosen = try await client.controlHandshake()?.applicationProtocol
      try probe.require(chosen == nil || chosen == "ftp", "ftp, or nothing", chosen ?? "")
    }
  ]
}
