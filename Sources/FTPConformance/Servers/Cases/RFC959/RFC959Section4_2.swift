import FTPClient
import FTPProtocol

/// RFC 959, section 4.2: the form and the order of replies, one of them to each line, whatever it contains.
enum RFC959Section4_2 {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.2/multiline-end": { _ = try await requireLines($0) },
    "rfc959/4.2/multiline-padding": { _ = try await requireLines($0) },
    "rfc959/4.2/multiline-not-nested": { probe in
      for (command, reply) in try await requireLines(probe) {
        let other = reply.lines.first {
          $0.code != nil && $0.code != reply.code && $0.bytes.dropFirst(3).first == 0x2D
        }
        try probe.require(
          other == nil, "no other reply inside the reply to \(command)",
          "one that begins with \(other?.code ?? 0)-")
      }
    },
    "rfc959/4.2/replies-in-order": { probe in
      let commands = ["PWD", "TYPE I", "CWD no-such-directory", "PWD"]
      try await probe.write(commands.map { $0 + "\r\n" }.joined())
      var replies: [Reply] = []
      do {
        for _ in commands { replies.append(try await probe.ftp.nextReply()) }
      } catch FTPClientError.timedOut where replies.count < 2 {
        try probe.skip(
          "\(commands.count) commands in one segment got \(replies.count) replies (see rfc1123/4.1.2.10/joined-commands)"
        )
      }
      let outcomes: [ReplyPattern] = [257, 200, .negative, 257]
      for (command, (reply, outcome)) in zip(commands, zip(replies, outcomes)) {
        try probe.expect(reply, outcome, to: command)
      }
    },
    "rfc959/4.2/commands-queued": { probe in
      try await probe.write(String(repeating: "PWD\r\n", count: 50))
      for number in 1...50 { try await probe.nextReply(expecting: 257, to: "PWD number \(number) of 50") }
    },
    "rfc959/4.2/passive-during-transfer": { probe in
      let halves = [probe.bytes(1_000), probe.bytes(1_000)]
      let upload = try await probe.beginUpload("whole.bin", halves[0])
      try await probe.write("\(probe.facts.passiveCommand.passiveVerb.name)\r\n")
      var replies: [Reply] = []
      do {
        replies.append(try await probe.ftp.nextReply(within: probe.pause(3)))
      } catch FTPClientError
        .timedOut
      {}
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
    "retrieve gone.txt": { probe in
      let (reply, transfer) = try await probe.startPassive("RETR gone.txt")
      if let transfer {
        // Or it fails because nothing reads the data.
        _ = try? await transfer.contents()
        try probe.expect(try await transfer.end(), .negative, to: "RETR after DELE")
      }
      try probe.expect(reply, .preliminary, .negative, to: "RETR after DELE")
    },
    "rfc959/4.2/unimplemented-parameter": { probe in
      var isTried = false
      for (command, usual) in [("STRU P", "STRU F"), ("MODE C", "MODE S"), ("TYPE E", "TYPE A")] {
        // 504 is for a command that exists.
        if try await probe.ftp.send(usual).saysMissing { continue }
        try await probe.send(command, expecting: 200, 504, tolerating: [500, 501, 502])
        isTried = true
      }
      if !isTried { throw CaseStop.unsupported("500 or 502 to STRU F, MODE S and TYPE A") }
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
      let back = try await probe.change(to: home)
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
        let (words, rule) = ("a line of \(count + 4) bytes", "959:4.1.3:command-line-ends" as RequirementID)
        let before = try await probe.preparing("PWD") { try await probe.workingDirectory() }
        if try await !probe.ftp.send("CWD " + String(repeating: "a", count: count)).code.isNegative {
          try probe.skip("a directory that does not exist was entered (see rfc959/4.1.1/cwd-missing)")
        }
        // A reply would be for the rest of a line that was cut in two.
        try await probe.expectNothing(because: "after the reply to \(words)", citing: rule)
        let next = try await probe.ftp.send("PWD")
        try probe.require(
          (try? PathReply.read(next).value.withoutLastSlash.path) == before.path,
          "\(before.text) after \(words), as before",
          Probe.words(of: next), citing: rule)
      }
    },
  ]

  /// Sends commands whose replies often have several lines; if none has, there is nothing to see.
  private static func requireLines(_ probe: Probe) async throws -> [(command: String, reply: Reply)] {
    var replies: [(command: String, reply: Reply)] = []
    for command in ["HELP", "STAT", "FEAT", "NOOP"] {
      replies.append((command, try await probe.send(command)))
    }
    guard replies.contains(where: { $0.reply.lines.count > 1 }) else {
      throw CaseStop.unsupported("no reply to HELP, STAT and FEAT has two lines")
    }
    return replies
  }
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
