import FTPProtocol

/// RFC 959, section 4.1.1: CWD, CDUP and SMNT.
enum RFC959Section4_1_1Directories {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.1/cwd-keeps-login": { probe in
      let home = try await probe.preparing("PWD") { try await probe.workingDirectory() }
      let reply = try await probe.change(to: home)
      try probe.require(reply.code != 530, "250 to CWD after the login", Probe.words(of: reply))
      try await probe.send("PWD", expecting: .completion)
    }
  ]
}
