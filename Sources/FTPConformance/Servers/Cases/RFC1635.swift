import FTPProtocol

/// RFC 1635: how to use anonymous FTP.
enum RFC1635 {
  static let bodies: [String: CaseBody] = [
    "rfc1635/3/anonymous-login": { probe in
      var reply = try await probe.send("USER anonymous", expecting: 331, 230)
      if reply.code == 331 { reply = try await probe.send("PASS guest@example.com", expecting: 230) }
      try await probe.send("PWD", expecting: .completion)
    }
  ]
}
