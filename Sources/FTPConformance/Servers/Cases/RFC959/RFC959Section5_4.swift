import FTPProtocol

/// RFC 959, section 5.4: the order of commands and replies.
enum RFC959Section5_4 {
  static let bodies: [String: CaseBody] = [
    "rfc959/5.4/greeting": { probe in
      let ftp = try await probe.connect(awaitingGreeting: false)
      try probe.expect(try await probe.greeting(of: ftp), 220, 421, to: "the connection")
    },
    "rfc959/5.4/pass-codes": { try await $0.logIn() },
    "send PORT": { probe in
      let address = try await probe.ftp.listenForData()
      try await probe.send("PORT \(try AddressForm.hostPort.argument(for: address))")
    },
  ]
}
