import FTPClient
import FTPProtocol

/// RFC 959, section 4.2: the form and the order of replies, one of them to each line, whatever it contains.
enum RFC959Section4_2 {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.2/passive-during-transfer": { probe in
      let halves = [probe.bytes(1_000), probe.bytes(1_000)]
      let upload = try await probe.beginUpload("whole.bin", halves[0])
      try await probe.write("\(probe.facts.passiveCommand.passiveVerb.name)\r\n")
      var replies = [try await probe.ftp.earlyReply(within: probe.pause(3))].compactMap(\.self)
      // The port specification has changed, so the server may close the connection (RFC 959, section 3.2).
      try await upload.offer(halves[1])
      await upload.close()
      while replies.count < 2 { replies.append(try await probe.nextReply()) }
      guard replies.contains(where: { $0.code == 226 || $0.code == 250 }) else { return }
      // Some servers answer nothing else until the connection that they asked for is made.
      if let port = replies.first(where: { $0.code == 227 || $0.code == 229 }) {
        try? await probe.ftp.connectData(announcedIn: port)
      }
      let copy = try await probe.download("RETR whole.bin")
      try probe.requireSame(
        copy, as: halves[0] + halves[1], "the whole file, since its transfer was confirmed",
        citing: "959:4.2:success-means-done")
    },
    "rfc959/4.2/long-command-line": { probe in
      let refusal: Reply
      do {
        refusal = try await probe.ftp.send("CWD " + String(repeating: "a", count: 10_000))
      } catch let error as FTPClientError {
        // How long a line a server must read, nothing says.
        if case .timedOut = error { throw error }
        return probe.warn(
          "a reply to a line of 10006 bytes", "\(error)", citing: "959:4.2:every-command-answered")
      }
      try probe.expect(refusal, .negative, to: "a line of 10006 bytes")
      do {
        let reply = try await probe.ftp.nextReply(within: probe.pause(10))
        // Nothing says how long a line a server must take, so this is a warning.
        probe.warn(
          "one reply per line", "another one, \(Probe.words(of: reply))",
          citing: "959:4.1.3:command-line-ends")
        return
      } catch FTPClientError.timedOut {
      } catch FTPClientError.closedByServer, FTPClientError.transport {
        // It has answered, and no sentence says how long a line it must bear.
        return
      }
      try await probe.send("PWD", expecting: .completion)
    },
    "rfc959/4.2/made-directory": { probe in
      if probe.target.isReadOnly { try probe.skip(Survey.leftOut) }
      let home = try await probe.preparing("PWD") { try await probe.workingDirectory() }
      let name = try await "ftpraw-\(probe.now())-\(probe.seed)"
      let made = try await probe.send("MKD \(name)")
      if made.code.isNegative { try probe.skip("no directory can be made here: \(Probe.words(of: made))") }
      let entered = try await probe.send("CWD \(name)")
      // What cannot be entered must not stay.
      if entered.code.isNegative { try await probe.send("RMD \(name)") }
      try probe.expect(entered, .completion, to: "CWD \(name)")
      if home.path.isEmpty {
        try probe.skip("PWD names no directory (see rfc959/appendix-ii/pwd-reply-form)")
      }
      let back = try await probe.ftp.send(bytes: Array("CWD ".utf8) + home.path)
      if back.code.isNegative { try probe.skip("CWD to where the session began: \(Probe.words(of: back))") }
      let removed = try await probe.send("RMD \(name)")
      if probe.facts.isAbsent(removed, to: "RMD") {
        try probe.skip("there is no RMD (see rfc1123/4.1.2.13/required-commands)")
      }
      if removed.code.isNegative {
        return probe.warn("2yz to RMD of an empty directory", Probe.words(of: removed))
      }
      try await probe.send("CWD \(name)", expecting: .negative)
    },
  ]
}

extension Probe {
  /// Sends a malformed line, and ends the case unless it gets at most one reply and the next command gets its own.
  func requireStep(after line: [UInt8], _ words: String) async throws {
    var replies: [Reply] = []
    do {
      try await ftp.write(line)
      replies += [try await ftp.earlyReply(within: pause())].compactMap(\.self)
    } catch FTPClientError.closedByServer {
      try fail("a reply to \(words), or none", "a close", citing: "959:2.3:user-requests-close")
    }
    try await write("SYST\r\n")
    // A server that waits for CR LF takes both for one line, and sends one reply.
    while replies.last?.code != 215,
      let reply = try await ftp.earlyReply(within: replies.isEmpty ? patience.reply : pause(10))
    {
      replies.append(reply)
    }
    try require(!replies.isEmpty, "a reply to SYST after \(words)", "nothing")
    try require(
      replies.filter { $0.code != 215 }.count < 2, "at most one reply to \(words)",
      replies.map(Self.words).joined(separator: ", and "))
    try await expectNothing(because: "after the reply to SYST, which was sent after \(words)")
    try await send("PWD", expecting: .completion)
  }
}
