import FTPProtocol

/// RFC 959, section 5: connections, the syntax of commands, and the order of commands and replies.
enum RFC959Section5 {
  static let bodies: [String: CaseBody] = [
    "rfc959/5.4/greeting": { probe in
      let ftp = try await probe.connect(awaitingGreeting: false)
      try probe.expect(try await probe.greeting(of: ftp), 220, 421, to: "the connection")
    },
    "rfc959/5.2/final-after-close": { probe in
      try await probe.prepare(.store("few.txt", "a few bytes"))
      let transfer = try await probe.preparing("RETR few.txt") {
        let (reply, transfer) = try await probe.startPassive("RETR few.txt")
        return try probe.require(transfer, "a transfer", Probe.words(of: reply))
      }
      // When the reply comes, the judge checks whether the server has closed; the data need not be read for that. A
      // server that waits until everything is read cannot reply too early.
      if let final = try await probe.ftp.earlyReply(within: probe.pause(10)) {
        try probe.expect(final, .completion, to: "RETR")
      }
      _ = try await transfer.contents(atMost: 1_000)
    },
  ]
}

extension Reply {
  /// Whether the reply says that there is no such command.
  var saysMissing: Bool { code == 500 || code == 502 }
}

extension Probe {
  /// A PORT command with this end's address; nothing if PORT cannot express it.
  func portCommands() async throws -> [String] {
    guard try !ftp.localAddress.isIPv6 else { return [] }
    let address = try await ftp.listenForData()
    return ["PORT \(try HostPort.argument(for: address))"]
  }
}

extension Probe {
  /// Listens for a data connection on a port whose low octet is 0.
  func listenWithZeroOctet() async throws -> DataAddress {
    for high in Set(bytes(64)).sorted() where high >= 128 {
      if let address = try? await ftp.listenForData(on: UInt16(high) << 8) { return address }
    }
    try skip("every port with a zero octet is in use")
  }
}
