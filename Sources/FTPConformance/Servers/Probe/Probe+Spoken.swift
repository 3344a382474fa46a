import FTPProtocol

extension Probe {
  /// What takes more than a command, by the words that stand for it, and returns the reply that counts.
  static let spoken: [String: @Sendable (Probe, CaseConnection?) async throws -> Reply] = [
    "an announced port": { try await $0.announcement(over: $1) },
    "a login": { try await $0.logIn(over: $1) },
    "another login": { probe, _ in try await probe.logInAgain() },
    "the password": { probe, _ in
      let reply = try await probe.ftp.send(Command(.pass, bytes: probe.target.login.password))
      try probe.expect(reply, .completion, to: "PASS")
      try await probe.protectData(of: probe.ftp)
      return reply
    },
    "a wrong password": { probe, _ in try await probe.sendWrongPassword() },
    "the password without its end": { probe, _ in try await probe.sendWrongPassword(isShorter: true) },
    "REIN and TLS again": { probe, _ in try await probe.reinitialize() },
    "CCC and the end of TLS": { probe, _ in try await probe.clearControl() },
    "HOST with the server's own name": { probe, _ in try await probe.sendOwnHost() },
  ]

  /// Sends REIN and waits until it is done; 120 may come first.
  ///
  /// Under TLS, AUTH TLS follows. If REIN is refused, the case is not supported.
  private func reinitialize() async throws -> Reply {
    var reply = try await sendOptional("REIN")
    if reply.code.isNegative { throw CaseStop.unsupported(Self.words(of: reply)) }
    if reply.code.isPreliminary { reply = try await nextReply(expecting: .completion, to: "REIN") }
    try await secureAgain(ftp)
    return reply
  }

  /// Sends HOST with the address that the tester is connected to or, after a 504, with the name of the host.
  ///
  /// A server that does not know it is for the case about that.
  private func sendOwnHost() async throws -> Reply {
    let address = try ftp.peerAddress.host
    var reply = try await sendHost(address.contains(":") ? "[\(address)]" : address)
    if reply.code == 504, target.host != address { reply = try await sendHost(target.host) }
    if reply.code == 504, current.entry.id != "rfc7151/3/host-220" {
      try skip("the server knows neither its address nor its name (see rfc7151/3/host-220)")
    }
    try expect(reply, 220, to: "HOST \(address)")
    return reply
  }

  private func sendHost(_ name: String) async throws -> Reply {
    let reply = try await send("HOST \(name)")
    try requirePresence(reply, of: "HOST", isLoggedIn: try ftp.judge.login == .loggedIn)
    return reply
  }
}
