import FTPProtocol

/// RFC 7151: HOST.
enum RFC7151 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc7151/3/host-220", "HOST with the server's own address gets 220.",
      needs: [.clear], tags: ["host"], failsWith: ["code-answer=HOST:200", "argument-taken=HOST:192.0.2.1"],
      .compute { try await $0.sendOwnHost() }),
    ServerCase(
      "rfc7151/3/host-last-counts", "HOST can be repeated before the login, and the last one counts.",
      needs: [.clear], start: .greeted, tags: ["host"],
      failsWith: ["code-answer=HOST:503"]
    ) { probe in
      try await probe.sendHost("no-such-host.invalid")
      try await probe.sendOwnHost()
      try await probe.sendOwnHost()
      try await probe.logIn()
    },
    ServerCase(
      "rfc7151/3/host-after-login", "HOST after the login gets 503.",
      tags: ["host"], failsWith: ["code-answer=HOST:220", "code-answer=HOST:504"],
      .sendOptional("HOST no-such-host.invalid", 503)),
    ServerCase(
      "rfc7151/3.1/host-case", "HOST and its argument are not case-sensitive.",
      needs: [.clear],
      tags: ["host"], failsWith: ["code-answer=HOST:503"]
    ) { probe in
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
    ServerCase(
      "rfc7151/3.1/host-foreign-literal", "HOST with an address that is not the server's gets 504.",
      needs: [.clear], tags: ["host"],
      failsWith: ["code-answer=HOST:220", "argument-taken=HOST:localhost"],
      .sendEach(["HOST 192.0.2.1", "HOST [2001:db8::c000:201]"], 504, isOptional: true)),
    ServerCase(
      "rfc7151/3.1/host-with-port", "HOST with a port gets 501.",
      needs: [.clear], tags: ["host"], failsWith: ["code-answer=HOST:504", "argument-taken=HOST:localhost"],
      .sendEach(["HOST 192.0.2.1:2112", "HOST [2001:db8::c000:201]:2112"], 501, isOptional: true)),
    ServerCase(
      "rfc7151/3.1/host-ipv6-brackets", "An IPv6 address in HOST must be in brackets.", needs: [.clear],
      tags: ["host", "ipv6"],
      failsWith: ["code-answer=HOST:503"]
    ) { probe in
      let bracketed = try await probe.sendHost("[2001:db8::c000:201]")
      if bracketed.code == 220 { try probe.skip("the server accepts any address as its own") }
      try probe.expect(bracketed, 504, to: "HOST with an IPv6 address in brackets")
      let bare = try await probe.sendHost("2001:db8::c000:201")
      try probe.expect(bare, 501, 504, to: "HOST with an IPv6 address without brackets")
    },
    ServerCase(
      "rfc7151/3.2/host-unknown", "An unknown host gets 504, and the connection stays open.", needs: [.clear],
      start: .greeted, tags: ["host"],
      failsWith: ["code-answer=HOST:501", "session-421=1"]
    ) { probe in
      let reply = try await probe.sendHost("no-such-host.invalid")
      if reply.code == 220 { try probe.skip("the server accepts any host as its own") }
      try probe.expect(reply, 504, to: "HOST with an unknown host")
      try await probe.logIn()
    },
    ServerCase(
      "rfc7151/3.2/rein-forgets-host", "After REIN, HOST is accepted again, as at the start.",
      needs: [.clear], start: .greeted, tags: ["host"],
      failsWith: ["code-answer=HOST:503"]
    ) { probe in
      try await probe.sendOwnHost()
      try await probe.preparing("USER") { try await probe.logIn() }
      try await probe.sendOptional("REIN")
      try await probe.sendOwnHost()
      try await probe.logIn()
    },
    ServerCase(
      "rfc7151/3.2/host-matches-sni", "HOST must name the same host as the handshake.",
      needs: [.auth, .secured], start: .unconnected,
      tags: ["host", "security", "tls"], failsWith: ["auth-host"]
    ) { probe in
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
    ServerCase(
      "rfc7151/3.3/host-unimplemented", "If the server does not implement HOST, it replies 500 or 502.",
      needs: [.clear], tags: ["host"],
      failsWith: ["code-answer=HOST:530", "code-answer=HOST:200"],
      .send("HOST no-such-host.invalid", 500, 502, 504, 220, 421)),
    ServerCase(
      "rfc7151/3.3/host-malformed", "An invalid host name gets 501.",
      needs: [.clear], tags: ["host"], failsWith: ["code-answer=HOST:504", "argument-taken=HOST:localhost"],
      .sendEach(["HOST two..dots", "HOST under_score.example", "HOST -"], 501, isOptional: true)),
    ServerCase(
      "rfc7151/3.3/user-without-host", "USER is not refused because HOST is missing.", needs: [],
      tags: ["host"],
      failsWith: ["login-user-code=503", "login-user-code=421"], traffic: .provoking,
      .send("USER {user}", 230, 331, 332, 530)),
    ServerCase(
      "rfc7151/3.4/host-in-feat", "FEAT has the line HOST if the server has HOST.",
      tags: ["feat", "host"], failsWith: ["feat-hides=HOST", "feat-extra"],
      .feature("HOST", of: "HOST no-such-host.invalid")),
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
