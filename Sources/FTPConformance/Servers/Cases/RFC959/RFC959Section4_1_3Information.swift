import FTPProtocol

/// RFC 959, section 4.1.3: SITE, SYST, STAT, HELP, NOOP, and the form of every command.
enum RFC959Section4_1_3Information {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/site-help", "HELP SITE gets 211 or 214, as HELP does.", tags: ["site"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"],
      .sendOptional("SITE HELP"),
      .sendOptional("HELP SITE", 211, 214)),
    ServerCase(
      "rfc959/4.1.3/site-unknown", "An unknown SITE service is refused.", tags: ["site"],
      failsWith: ["code-answer=SITE:200"],
      .remember(.directory),
      .send("SITE XYZZY", .permanent),
      .same(.directory)),
    ServerCase(
      "rfc959/4.1.3/syst-system-name", "SYST gets 215 and the official name of a system.",
      failsWith: ["code-answer=SYST:200", "reply-text=SYST:Amnesiac by choice"]
    ) { probe in
      let reply = try await probe.send("SYST", expecting: 215)
      let reading = try SystemReply.read(reply)
      // The list of names was closed long ago, and servers use names that are not on it.
      guard reading.isCanonical, !reading.notes.isEmpty else { return }
      let expected = "a name of the Assigned Numbers, such as UNIX"
      probe.warn(expected, Probe.words(of: reply))
    },
    ServerCase(
      "rfc959/4.1.3/stat-status", "STAT alone gets 211 with the transfer parameters.", tags: ["stat"],
      failsWith: ["code-answer=STAT:213", "reply-text=STAT:All is well.", "command-before=STAT:TYPE A"]
    ) { probe in
      let reply = try await probe.sendOptional("STAT")
      try probe.expect(reply, 211, to: "STAT")
      if !reply.text.uppercased().contains("TYPE") {
        return probe.warn("the type in force, among other things", Probe.words(of: reply))
      }
      var texts: [String] = []
      for type in ["I", "A"] {
        try await probe.prepare(.send("TYPE \(type)"))
        // Times and counts differ anyway.
        texts.append(try await probe.send("STAT", expecting: .completion).text.filter { !$0.isNumber })
      }
      if texts[0] == texts[1] { probe.warn("the type in force", "the same after TYPE I as after TYPE A") }
    },
    ServerCase(
      "rfc959/4.1.3/stat-listing-on-control", "STAT with a pathname lists it over the control connection.",
      needs: [.writeAccess, .data], tags: ["stat", "listing"],
      failsWith: ["code-answer=STAT:550", "reply-text=STAT:All is well."]
    ) { probe in
      try await probe.prepare(.store("wanted.txt", "this one"))
      let reply = try await probe.sendOptional("STAT wanted.txt")
      try probe.expect(reply, 211, 212, 213, to: "STAT of a file")
      try probe.require(
        reply.text.contains("wanted.txt"), "wanted.txt in the reply", Probe.words(of: reply))
    },
    ServerCase(
      "rfc959/4.1.3/stat-missing", "STAT of a missing name is refused, or lists nothing.",
      ["959:4.1.3:stat-listing-on-control"], needs: [.writeAccess], tags: ["stat", "listing"],
      failsWith: ["command-as=STAT:STAT /", "code-answer=STAT:213+reply-text=STAT:no-such-file"]
    ) { probe in
      let reply = try await probe.sendOptional("STAT no-such-file")
      if reply.code.isNegative { return }
      // A single line that contains the name claims that the file exists. Between two lines, there may be a message.
      let claims = reply.isMultiline ? reply.entries : reply.text.contains("no-such-file") ? [reply.text] : []
      try probe.require(
        claims.isEmpty, "a refusal, or an empty listing", claims.first ?? "",
        citing: "959:4.2:success-means-done")
    },
    ServerCase(
      "rfc959/4.1.3/help-answer", "HELP gets 211 or 214, before the login or at least after it.", needs: [],
      tags: ["help"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"]
    ) { probe in
      var reply = try await probe.sendOptional("HELP")
      // Before the login, HELP is only suggested.
      if reply.code == 530 || reply.code == 503 {
        try await probe.preparing("USER") { try await probe.logIn() }
        reply = try await probe.sendOptional("HELP")
      }
      try probe.expect(reply, 211, 214, to: "HELP")
    },
    ServerCase(
      "rfc959/4.1.3/help-command", "HELP with a command gets 211 or 214.", tags: ["help"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"],
      .sendOptional("HELP NOOP", 211, 214)),
    ServerCase(
      "rfc959/4.1.3/noop-ok-only", "NOOP gets 200 and changes nothing.",
      failsWith: ["code-answer=NOOP:202", "code-500=NOOP"],
      .remember(.directory),
      .send("NOOP", 200),
      .same(.directory)),
    ServerCase(
      "rfc959/4.1.3/noop-keeps-place",
      "NOOP does not affect the directory or the announced port.",
      ["959:4.1.3:noop-ok-only"], needs: [.writeAccess, .data],
      failsWith: ["command-before=NOOP:CWD /", "command-before=NOOP:ABOR"],
      .prepare(.send("MKD inner"), .send("CWD inner")),
      .remember(.directory),
      .sendOptional("NOOP"),
      .same(.directory),
      .prepare(.store("here.txt", "still here"), .listen),
      .sendOptional("NOOP"),
      .compute { probe in
        let copy = try await probe.received(try await probe.ftp.startTransfer("RETR here.txt"), "RETR")
        try probe.require(
          copy == Array("still here".utf8), "the file over the port announced before NOOP",
          "\(copy.count) bytes")
      }),
    ServerCase(
      "rfc959/4.1.3/command-line-ends",
      "A command ends with CR LF, and its code with a space or the end of the line.",
      failsWith: ["code-answer=NOOPX:200", "session-hasty"],
      .send("NOOPX", .permanent),
      .write("TYPE I"),
      .nothing(because: "because the line is not complete yet"),
      .write("\r\n"),
      .next(.completion, to: "TYPE I"),
      .harmless),
  ]
}

extension Reply {
  /// The lines inside it that describe a file.
  fileprivate var entries: [String] {
    lines.dropFirst().dropLast().filter { line in
      CompletedTransfer(opening: self, bytes: Array(line.bytes), final: self).listed().contains {
        if case .entry(let entry) = $0.meaning { !entry.isCurrentOrParent } else { false }
      }
    }.map { Escaping.ascii($0.bytes, limit: 80) }
  }
}
