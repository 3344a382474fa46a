import FTPProtocol

/// RFC 959, section 5.4: the order of commands and replies.
enum RFC959Section5_4 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/5.4/greeting", "A new connection is greeted with 220, or 120 and then 220, or 421.",
      ["959:5.4:greeting"], needs: [], start: .unconnected, scope: .everything, tags: ["minimum"],
      failsWith: ["greeting-none", "greeting-closed", "greeting-code=200"]
    ) { probe in
      let ftp = try await probe.connect(awaitingGreeting: false)
      try probe.expect(try await ftp.awaitGreeting(), 220, 421, to: "the connection")
    },
    ConformanceCase(
      "rfc959/5.4/nothing-spontaneous", "Nothing is said that is no answer.",
      ["959:5.4:nothing-spontaneous"], scope: .everything,
      failsWith: ["session-stray=4", "transfer-double-226+session-stray=4"]
    ) { probe in
      try await probe.send("PWD")
      try await probe.send("NOOP")
      try await probe.expectNothing(because: "behind the answer to the last command")
    },
    ConformanceCase(
      "rfc959/5.4/success-needs-preliminary", "A transfer that succeeds has had a preliminary reply.",
      ["959:5.4:success-needs-preliminary"], needs: [.data], scope: .everything,
      failsWith: ["transfer-no-150"]
    ) { probe in
      let (_, transfer) = try await probe.startPassive("LIST")
      _ = try await transfer?.readToEnd(limit: 1 << 24)
      _ = try await transfer?.finish()
    },
  ]
}
