import FTPProtocol

/// RFC 1635: how to use anonymous FTP.
enum RFC1635 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc1635/3/anonymous-login", "USER anonymous with an e-mail address as the password logs a guest in.",
      needs: [.anonymous], tags: ["anonymous"],
      failsWith: ["login-user-code=530", "login-refused"]
    ) { probe in
      var reply = try await probe.send("USER anonymous", expecting: 331, 230)
      if reply.code == 331 { reply = try await probe.send("PASS guest@example.com", expecting: 230) }
      try await probe.send("PWD", expecting: .completion)
    }
  ]
}
