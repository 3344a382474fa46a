import FTPProtocol

/// RFC 7151: HOST.
enum RFC7151 {
  static let bodies: [String: CaseBody] = [
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
  ]
}
