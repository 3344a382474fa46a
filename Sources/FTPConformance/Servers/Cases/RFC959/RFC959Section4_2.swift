import FTPClient
import FTPProtocol

/// RFC 959, section 4.2: the form and the order of replies.
enum RFC959Section4_2 {
  static let cases: [ServerCase] = [
    // The form and the order of replies.
    ServerCase(
      "rfc959/4.2/every-command-answered", "Every command is answered.", scope: .everything,
      tags: ["minimum"],
      failsWith: ["session-silent=4", "session-closed=5"],
      .sendEach(["NOOP", "PWD", "SYST", "HELP", "STAT", "MODE S", "STRU F"])),
    ServerCase(
      "rfc959/4.2/reply-line", "A reply is three digits, a space, text and CR LF.",
      scope: .everything, failsWith: ["reply-no-separator", "reply-no-text", "reply-blank-line"],
      .sendEach(["NOOP", "PWD", "TYPE I"])),
    ServerCase(
      "rfc959/4.2/multiline-end", "The last line of a multi-line reply repeats the code of the first line.",
      scope: .everything, failsWith: ["reply-other-end"],
      .compute { _ = try await requireLines($0) }),
    // Codes at the beginning of each line do no harm, and half of all servers send them.
    ServerCase(
      "rfc959/4.2/multiline-padding", "Lines inside a multi-line reply that begin with digits are padded.",
      scope: .everything,
      failsWith: ["reply-unpadded", "reply-code-inside"],
      .compute { _ = try await requireLines($0) }),
    ServerCase(
      "rfc959/4.2/multiline-not-nested", "No multi-line reply is inside another.", failsWith: ["reply-nested"]
    ) { probe in
      for (command, reply) in try await requireLines(probe) {
        let other = reply.lines.first {
          $0.code != nil && $0.code != reply.code && $0.bytes.dropFirst(3).first == 0x2D
        }
        try probe.require(
          other == nil, "no other reply inside the reply to \(command)",
          "one that begins with \(other?.code ?? 0)-")
      }
    },
    ServerCase(
      "rfc959/4.2/digit-ranges", "The first digit of a reply is 1 to 5, the second 0 to 5.",
      scope: .everything, failsWith: ["code-range"],
      .sendEach(["NOOP", "TYPE I", "PWD", "XYZZ"])),
    ServerCase(
      "rfc959/4.2/one-preliminary", "A transfer has one preliminary reply, not several.", needs: [.data],
      scope: .everything, failsWith: ["transfer-double-150"],
      .list()),
    ServerCase(
      "rfc959/4.2/preliminary-then-final", "A preliminary reply is followed by a final one.", needs: [.data],
      scope: .everything,
      failsWith: ["transfer-no-226", "transfer-closed"],
      .list()),
    ServerCase(
      "rfc959/4.2/replies-in-order", "Commands sent without waiting are answered in order.",
      ["959:4.2:replies-in-order", "959:4.2:commands-queued"], scope: .everything,
      failsWith: ["session-silent=4"]
    ) { probe in
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
    ServerCase(
      "rfc959/4.2/commands-queued", "Commands that arrive during another command are not lost.",
      failsWith: ["session-silent=30"]
    ) { probe in
      try await probe.write(String(repeating: "PWD\r\n", count: 50))
      for number in 1...50 { try await probe.nextReply(expecting: 257, to: "PWD number \(number) of 50") }
    },
    ServerCase(
      "rfc959/4.2/queued-behind-transfer",
      "A command sent during a transfer is answered, at once or afterwards.", needs: [.writeAccess, .data],
      failsWith: ["session-silent=8"],
      traffic: .apart,
      // The two replies may come in either order, and a server may refuse a command at the wrong moment.
      .disturb(by: "PWD", 257, .negative),
      .disturb(by: "NOOP", 200, .negative)),
    ServerCase(
      "rfc959/4.2/passive-during-transfer",
      "A command for another data connection during a transfer gets a truthful reply.",
      ["959:4.2:queued-behind-transfer", "959:4.2:success-means-done"], needs: [.writeAccess, .data],
      tags: ["pasv"],
      failsWith: ["data-short", "session-silent=8"], traffic: .apart
    ) { probe in
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
    ServerCase(
      "rfc959/4.2/group-restarts", "RNTO after a failed RNFR is refused.",
      failsWith: ["code-answer=RNTO:250"]
    ) { probe in
      let first = try await probe.sendOptional("RNFR no-such-file")
      if first.code.kind == .intermediate { try probe.skip("RNFR of a missing file was accepted") }
      try await probe.send("RNTO other-name", expecting: .permanent)
    },
    ServerCase(
      "rfc959/4.2/close-after-421", "After 421 the server closes the control connection.", scope: .everything,
      failsWith: ["session-421-open=4"]
    ) { probe in
      for _ in 0..<4 {
        let reply = try await probe.send("NOOP")
        if reply.code == 421 { try await probe.expectClose(after: "421") }
      }
    },
    // The meaning of codes.
    ServerCase(
      "rfc959/4.2/first-digit", "The first digit of a reply shows the outcome of the command.",
      tags: ["codes", "minimum"],
      failsWith: ["code-answer=CWD:250"],
      .send("CWD no-such-directory", .negative)),
    ServerCase(
      "rfc959/4.2/success-means-done", "A command that gets 2yz has been executed.",
      needs: [.writeAccess, .data], failsWith: ["code-pretend=DELE:250"],
      .prepare(.store("gone.txt", "not for long"), .send("DELE gone.txt")),
      .compute { probe in
        let (reply, transfer) = try await probe.startPassive("RETR gone.txt")
        if let transfer {
          // Or it fails because nothing reads the data.
          _ = try? await transfer.contents()
          try probe.expect(try await transfer.end(), .negative, to: "RETR after DELE")
        }
        try probe.expect(reply, .preliminary, .negative, to: "RETR after DELE")
      },
      .prepare(.send("MKD made")),
      .send("CWD made", .completion)),
    ServerCase(
      "rfc959/4.2/transient-or-permanent", "A permanent failure gets 5yz, not 4yz.", needs: [.writeAccess],
      failsWith: [
        "code-answer=DELE:450", "code-swap=550:450",
      ],
      .sendEach(["CWD no-such-directory", "DELE no-such-file"], .permanent)),
    // A server with a list of all verbs replies 502 to any other.
    ServerCase(
      "rfc959/4.2/unknown-command", "An unknown command gets 500 or 502.",
      ["959:4.2:unknown-command-500"], tags: ["minimum"],
      failsWith: ["code-answer=XYZZ:550", "code-answer=XYZZ:200"],
      // RFC 2389, section 3.2, allows 502 as well.
      .send("XYZZ", 500, 502)),
    ServerCase(
      "rfc959/4.2/unimplemented-command", "A command of the RFC that is not implemented gets 502.",
      ["959:4.2:unimplemented-502"], failsWith: ["code-pretend=SMNT:504", "code-500=SMNT"],
      .send("SMNT no-such-volume", 202, 250, 502, 530, 550, tolerating: [500])),
    ServerCase(
      "rfc959/4.2/unimplemented-parameter",
      "A parameter of the RFC that is not implemented gets 504.",
      ["959:4.2:unimplemented-parameter-504"], failsWith: ["code-pretend=STRU:550", "code-swap=504:501"]
    ) { probe in
      var isTried = false
      for (command, usual) in [("STRU P", "STRU F"), ("MODE C", "MODE S"), ("TYPE E", "TYPE A")] {
        // 504 is for a command that exists.
        if try await probe.ftp.send(usual).saysMissing { continue }
        try await probe.send(command, expecting: 200, 504, tolerating: [500, 501, 502])
        isTried = true
      }
      if !isTried { throw CaseStop.unsupported("500 or 502 to STRU F, MODE S and TYPE A") }
    },
    ServerCase(
      "rfc959/4.2/syntax-error", "A malformed parameter gets 501.",
      ["959:4.2:syntax-error-501"], failsWith: ["code-answer=PORT:200", "code-swap=501:550"],
      traffic: .provoking,
      // 502 says that the command does not exist.
      .send("PORT 127,0,0,1,4", 501, 502, tolerating: [500, 504]),
      .send("TYPE", 501, tolerating: [500, 504])),
    ServerCase(
      "rfc959/4.2/bad-sequence", "A command out of sequence gets 503.", ["959:4.2:bad-sequence-503"],
      failsWith: ["code-answer=RNTO:250", "code-swap=503:550"],
      .sendOptional("RNTO other-name", 503, tolerating: [.permanent])),
    ServerCase(
      "rfc959/4.2/not-logged-in", "A command that needs a login gets 530 if there is none.",
      ["959:4.2:not-logged-in-530"], needs: [], scope: .everything, tags: ["security", "minimum"],
      failsWith: ["login-not-needed", "code-swap=530:550"],
      // 500 and 502 say that the command does not exist for any user. A server that needs no login does what it says.
      .sendEach(
        ["CWD pub", "RETR no-such-file", "RNFR no-such-file", "LIST"], 530, 502,
        tolerating: [500, 503, .preliminary, .completion, .intermediate])),
    // Some servers accept 10,000 bytes, and then do not find the name. Half of all servers close the connection
    // instead, or drop the line without a reply.
    ServerCase(
      "rfc959/4.2/long-command-line", "A line that is too long is refused, and the session continues.",
      tags: ["security", "slow"], failsWith: ["code-swap=500:250"],
      traffic: .provoking, countsReplies: true
    ) { probe in
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
          citing: "959:5.4:nothing-spontaneous")
        return
      } catch FTPClientError.timedOut {
      } catch FTPClientError.closedByServer, FTPClientError.transport {
        // Every command gets a reply. 421 may be the reply to any, and announces the close.
        if refusal.code != 421 { probe.warn("421 before the close", Probe.words(of: refusal)) }
        return
      }
      try await probe.send("PWD", expecting: .completion)
    },
    // Many cases need a directory. This case says why there can be none, so it makes its own.
    ServerCase(
      "rfc959/4.2/made-directory", "A directory that MKD has made can be entered and removed.",
      ["959:4.2:success-means-done", "959:4.2:every-command-answered"], tags: ["directories"],
      failsWith: ["code-pretend=MKD:257", "session-mute=MKD", "code-pretend=RMD:250"], traffic: .apart
    ) { probe in
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
      if removed.code.isNegative {
        return probe.warn("2yz to RMD of an empty directory", Probe.words(of: removed))
      }
      try await probe.send("CWD \(name)", expecting: .negative)
    },
    ServerCase(
      "rfc959/4.2/no-invented-codes", "The server invents no code where one is defined.",
      failsWith: ["code-answer=NOOP:259", "code-answer=SYST:299"]
    ) { probe in
      for command in [
        "NOOP", "SYST", "PWD", "HELP", "TYPE A", "CWD .", "CWD no-such-directory", "XYZZ",
      ] {
        let code = try await probe.send(command).code
        try probe.require(
          ReplyCode.known.contains(code), "a code that an RFC defines for \(command)", "\(code)")
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
