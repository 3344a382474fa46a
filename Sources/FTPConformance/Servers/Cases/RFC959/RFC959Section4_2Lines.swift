import FTPClient
import FTPProtocol

/// RFC 959, sections 4.1.3 and 4.2: one reply to each line, whatever it contains.
enum RFC959Section4_2Lines {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/line-ends": { probe in
      let harmless = probe.facts.harmless.verb
      for (line, words) in [("\(harmless)\n", "a line that ends in LF alone"), ("\r\n", "an empty line")] {
        try await probe.requireOpen(after: words, citing: "959:2.3:user-requests-close") {
          try await probe.requireStep(after: Array(line.utf8), words)
        }
      }
    },
    "rfc959/4.1.3/odd-characters": { probe in
      for (line, words) in [
        ("HELP\0\r\n", "HELP and NUL"), ("HE\0LP\r\n", "HELP with NUL inside"),
        ("\0HELP\r\n", "NUL and HELP"),
        ("HELP \rNOOP\r\n", "HELP with CR inside"), ("HELP\r\r\n", "HELP with two CRs"),
      ] {
        try await probe.requireOpen(after: words, citing: "959:4.2:every-command-answered") {
          try await probe.requireStep(after: Array(line.utf8), words)
        }
      }
    },
    "rfc959/4.2/lengthy-lines": { probe in
      for count in [250, 300, 600] {
        let before = try await probe.preparing("PWD") { try await probe.workingDirectory() }
        try await probe.send("CWD " + String(repeating: "a", count: count), expecting: .negative)
        // A reply would be for the rest of a line that was cut in two.
        try await probe.expectNothing(because: "after the reply to a line of \(count + 4) bytes")
        let after = try await probe.workingDirectory()
        try probe.require(after.path == before.path, "\(before.text) as before", after.text)
      }
    },
  ]
}

extension Probe {
  /// Sends a malformed line, and ends the case unless it gets at most one reply and the next command gets its own.
  fileprivate func requireStep(after line: [UInt8], _ words: String) async throws {
    var replies: [Reply] = []
    do {
      try await ftp.write(line)
      replies.append(try await ftp.nextReply(within: pause()))
    } catch FTPClientError.timedOut {
    } catch FTPClientError.closedByServer {
      try fail("a reply to \(words), or none", "a close", citing: "959:2.3:user-requests-close")
    }
    try await write("SYST\r\n")
    do {
      while replies.last?.code != 215 {
        // A server that waits for CR LF takes both for one line, and sends one reply.
        let limit = replies.isEmpty ? patience.reply : pause(10)
        replies.append(try await ftp.nextReply(within: limit))
      }
    } catch FTPClientError.timedOut {}
    try require(!replies.isEmpty, "a reply to SYST after \(words)", "nothing")
    try require(
      replies.filter { $0.code != 215 }.count < 2, "at most one reply to \(words)",
      replies.map(Self.words).joined(separator: ", and "))
    try await expectNothing(because: "after the reply to SYST, which was sent after \(words)")
    try await send("PWD", expecting: .completion)
  }
}
