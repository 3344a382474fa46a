import FTPClient
import FTPProtocol

/// RFC 959, section 5.4: the order of commands and replies, and rules of sections 5.2 and 5.3 for every transfer.
enum RFC959Section5_4 {
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
      do {
        let final = try await probe.ftp.nextReply(within: probe.pause(10))
        try probe.expect(final, .completion, to: "RETR")
      } catch FTPClientError.timedOut {}
      _ = try await transfer.contents(atMost: 1_000)
    },
  ]
}
