import FTPClient
import FTPProtocol

/// RFC 959, sections 4.1.3 and 4.2: one reply to each line, whatever the line is like.
///
/// How odd lines are taken is left to the server; that both sides stay in step is not.
enum RFC959Section4_2Lines {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/line-ends", "An empty line, or one that ends in LF alone, gets at most one reply.",
      ["959:4.1.3:command-line-ends"], tags: ["syntax", "slow"],
      failsWith: ["reply-twice=500", "reply-twice=200"],
      traffic: .provoking, countsReplies: true
    ) { probe in
      let harmless = probe.facts.harmless.verb
      for (line, words) in [("\(harmless)\n", "a line that ends in LF alone"), ("\r\n", "an empty line")] {
        try await probe.requireStep(after: Array(line.utf8), words)
      }
    },
    ServerCase(
      "rfc959/4.1.3/odd-characters", "A line with a NUL or CR in it gets at most one reply.",
      ["959:4.1.3:command-line-ends"], tags: ["syntax", "slow"], failsWith: ["reply-twice=500"],
      traffic: .provoking,
      countsReplies: true
    ) { probe in
      for (line, words) in [
        ("HELP\0\r\n", "HELP and NUL"), ("HE\0LP\r\n", "HELP with NUL inside"),
        ("\0HELP\r\n", "NUL and HELP"),
        ("HELP \rNOOP\r\n", "HELP with CR inside"), ("HELP\r\r\n", "HELP with two CRs"),
      ] { try await probe.requireStep(after: Array(line.utf8), words) }
    },
    ServerCase(
      "rfc959/4.2/lengthy-lines", "A line of several hundred bytes is one command.",
      ["959:4.2:long-command-line"],
      tags: ["syntax", "slow"], failsWith: ["reply-twice=550", "code-answer=CWD:250"], traffic: .provoking,
      countsReplies: true
    ) { probe in
      for count in [250, 300, 600] {
        let before = try await probe.workingDirectory()
        try await probe.send("CWD " + String(repeating: "a", count: count), expecting: .negative)
        // The rest of a line that was cut in two.
        try await probe.expectNothing(because: "after the reply to a line of \(count + 4) bytes")
        let after = try await probe.workingDirectory()
        try probe.require(after.path == before.path, "\(before.text) as before", after.text)
      }
    },
  ]
}

extension Probe {
  /// Sends a line that is not as it should be, and ends the case unless it gets one reply or none and the command after
  /// it gets its own.
  fileprivate func requireStep(after line: [UInt8], _ words: String) async throws {
    var replies: [Reply] = []
    try await ftp.write(line)
    do { replies.append(try await ftp.nextReply(within: patience.quiet)) } catch FTPClientError.timedOut {}
    try await write("SYST\r\n")
    do {
      while replies.last?.code != 215 {
        // A server that waits for CR LF sees one line in both, and has one reply to it.
        let limit = replies.isEmpty ? patience.reply : patience.quiet * 10
        replies.append(try await ftp.nextReply(within: limit))
      }
    } catch FTPClientError.timedOut {}
    try require(!replies.isEmpty, "a reply to SYST after \(words)", "nothing")
    try require(
      replies.filter { $0.code != 215 }.count < 2, "at most one reply to \(words)",
      replies.map(Self.words).joined(separator: ", and "))
    try await expectNothing(because: "after the reply to SYST, which was sent after \(words)")
    try await send("PWD", expecting: 257)
  }
}
