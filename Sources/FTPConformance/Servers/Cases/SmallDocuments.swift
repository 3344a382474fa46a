import FTPClient
import FTPProtocol

/// Documents of which few cases have to compute: RFC 2228, 7151, 7301 and 8446.
enum SmallDocuments {
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
    },
    "rfc7151/3.1/host-case": { probe in
      let name = probe.target.host.contains(":") ? "[\(probe.target.host)]" : probe.target.host
      var codes: [ReplyCode] = []
      for command in ["HOST \(name.lowercased())", "hOsT \(name.uppercased())"] {
        let reply = try await probe.send(command)
        try probe.requirePresence(reply, of: "HOST", isLoggedIn: false)
        try probe.expect(reply, 220, 504, to: command)
        codes.append(reply.code)
      }
      try probe.require(codes[0] == codes[1], "\(codes[0]) both times", "\(codes[1])")
    },
    "rfc7151/3.2/host-matches-sni": { probe in
      let plain = try await probe.connect(securing: false)
      let own = plain.peerAddress.host.contains(":") ? "[\(plain.peerAddress.host)]" : plain.peerAddress.host
      let reply = try await plain.send("HOST \(own)")
      try probe.requirePresence(reply, of: "HOST", isLoggedIn: false)
      if reply.code != 220 {
        try probe.skip("the server does not know its own address: \(Probe.words(of: reply))")
      }
      // The name goes into the handshake, the address into HOST.
      let name = IPAddress(probe.target.host) == nil ? probe.target.host : "localhost"
      let named: CaseConnection
      do { named = try await probe.connect(naming: name) } catch CaseStop.impossible(let reason, _) {
        try probe.skip("no handshake with \(name): \(reason)")
      }
      let answer = try await named.send("HOST \(own)")
      // The server may know that the address and the name are the same host.
      if !answer.code.isNegative {
        probe.warn("a refusal of HOST \(own) after a handshake with \(name)", Probe.words(of: answer))
      }
    },
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
    },
    "rfc8446/6.1/close-notify": { probe in
      let reply = try await probe.ftp.send("QUIT")
      do { _ = try await probe.ftp.nextReply(within: probe.patience.closing) } catch {
        switch error {
        case FTPClientError.closedByServer: break
        // Other cases report a missing end or a reset.
        default: try probe.skip("\(Sanity.words(of: error)) (see rfc959/4.1.1/quit-221-close)")
        }
      }
      try await probe.require(
        !probe.ftp.lacksCloseAlert(), "a close alert after \(reply.code)",
        "the end of the connection without one")
    },
  ]
}
