import FTPProtocol

/// RFC 7151: HOST.
enum RFC7151 {
  static let bodies: [String: CaseBody] = [
    "rfc7151/3/host-220": { try await $0.sendOwnHost() },
    "rfc7151/3/host-last-counts": { probe in
      try await probe.sendHost("no-such-host.invalid")
      try await probe.sendOwnHost()
      try await probe.sendOwnHost()
      try await probe.logIn()
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
    "rfc7151/3.1/host-ipv6-brackets": { probe in
      let bracketed = try await probe.sendHost("[2001:db8::c000:201]")
      if bracketed.code == 220 { try probe.skip("the server accepts any address as its own") }
      try probe.expect(bracketed, 504, to: "HOST with an IPv6 address in brackets")
      let bare = try await probe.sendHost("2001:db8::c000:201")
      try probe.expect(bare, 501, 504, to: "HOST with an IPv6 address without brackets")
    },
    "rfc7151/3.2/host-unknown": { probe in
      let reply = try await probe.sendHost("no-such-host.invalid")
      if reply.code == 220 { try probe.skip("the server accepts any host as its own") }
      try probe.expect(reply, 504, to: "HOST with an unknown host")
      try await probe.logIn()
    },
    "rfc7151/3.2/rein-forgets-host": { probe in
      try await probe.sendOwnHost()
      try await probe.preparing("USER") { try await probe.logIn() }
      try await probe.sendOptional("REIN")
      try await probe.sendOwnHost()
      try await probe.logIn()
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

extension Probe {
  /// Sends HOST; ends the case as unsupported if the command does not exist.
  @discardableResult
  fileprivate func sendHost(_ name: String) async throws -> Reply {
    let reply = try await send("HOST \(name)")
    let isLoggedIn = try ftp.judge.login == .loggedIn
    try requirePresence(reply, of: "HOST", isLoggedIn: isLoggedIn)
    return reply
  }

  /// Sends HOST with the address that the tester is connected to or, after a 504, with the name of the host.
  ///
  /// A server that does not know it is for the case about that.
  fileprivate func sendOwnHost() async throws {
    let address = try ftp.peerAddress.host
    var reply = try await sendHost(address.contains(":") ? "[\(address)]" : address)
    if reply.code == 504, target.host != address { reply = try await sendHost(target.host) }
    if reply.code == 504, current.entry.id != "rfc7151/3/host-220" {
      try skip("the server knows neither its address nor its name (see rfc7151/3/host-220)")
    }
    try expect(reply, 220, to: "HOST \(address)")
  }
}
