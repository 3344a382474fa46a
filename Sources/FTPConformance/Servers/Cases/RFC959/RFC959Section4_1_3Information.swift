import FTPProtocol

/// RFC 959, section 4.1.3: SITE, SYST, STAT, HELP, NOOP, and the form of every command.
enum RFC959Section4_1_3Information {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/site-help", "HELP SITE gets 211 or 214, as HELP does.", tags: ["site"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"]
    ) { probe in
      try await probe.sendOptional("SITE HELP")
      let reply = try await probe.sendOptional("HELP SITE")
      try probe.expect(reply, 211, 214, to: "HELP SITE")
    },
    ServerCase(
      "rfc959/4.1.3/site-unknown", "An unknown SITE service is refused.", tags: ["site"],
      failsWith: ["code-answer=SITE:200"]
    ) { probe in
      let before = try await probe.workingDirectory()
      try await probe.send("SITE XYZZY", expecting: .permanent)
      let after = try await probe.workingDirectory()
      try probe.require(after.path == before.path, "\(before.text) as before", after.text)
    },
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
        try await probe.send("TYPE \(type)", expecting: 200)
        // Times and counts differ anyway.
        texts.append(try await probe.send("STAT", expecting: 211).text.filter { !$0.isNumber })
      }
      if texts[0] == texts[1] { probe.warn("the type in force", "the same after TYPE I as after TYPE A") }
    },
    ServerCase(
      "rfc959/4.1.3/stat-listing-on-control", "STAT with a pathname lists it over the control connection.",
      needs: [.writeAccess, .data], tags: ["stat", "listing"],
      failsWith: ["code-answer=STAT:550", "reply-text=STAT:All is well."]
    ) { probe in
      try await probe.upload("STOR wanted.txt", "this one")
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
      // An empty listing is a listing, too; a single line that contains the name claims that the file exists.
      try probe.require(
        reply.isMultiline || !reply.text.contains("no-such-file"), "a refusal", Probe.words(of: reply),
        citing: "959:4.2:success-means-done")
      probe.warn("450 or another refusal", Probe.words(of: reply))
    },
    ServerCase(
      "rfc959/4.1.3/help-answer", "HELP gets 211 or 214, before the login or at least after it.", needs: [],
      tags: ["help"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"]
    ) { probe in
      var reply = try await probe.sendOptional("HELP")
      if reply.code == 530 {
        try await probe.logIn()
        reply = try await probe.sendOptional("HELP")
      }
      try probe.expect(reply, 211, 214, to: "HELP")
    },
    ServerCase(
      "rfc959/4.1.3/help-command", "HELP with a command gets 211 or 214.", tags: ["help"],
      failsWith: ["code-answer=HELP:200", "code-answer=HELP:331"]
    ) { probe in
      let reply = try await probe.sendOptional("HELP NOOP")
      try probe.expect(reply, 211, 214, to: "HELP NOOP")
    },
    ServerCase(
      "rfc959/4.1.3/noop-ok-only", "NOOP gets 200 and changes nothing.",
      failsWith: ["code-answer=NOOP:202", "code-500=NOOP"]
    ) { probe in
      let before = try await probe.workingDirectory()
      try await probe.send("NOOP", expecting: 200)
      let after = try await probe.workingDirectory()
      try probe.require(after.path == before.path, "\(before.text) as before", after.text)
    },
    ServerCase(
      "rfc959/4.1.3/noop-keeps-place",
      "NOOP does not affect the directory or the announced port.",
      ["959:4.1.3:noop-ok-only"], needs: [.writeAccess, .data],
      failsWith: ["command-before=NOOP:CWD /", "command-before=NOOP:ABOR"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("CWD inner", expecting: .completion)
      let before = try await probe.workingDirectory()
      try await probe.sendOptional("NOOP")
      let after = try await probe.workingDirectory()
      try probe.require(after.path == before.path, "\(before.text) as before NOOP", after.text)
      try await probe.upload("STOR here.txt", "still here")
      // Some servers answer nothing else until the connection that they asked for is made.
      try await probe.ftp.connectData(announcedIn: try await probe.announcement())
      try await probe.sendOptional("NOOP")
      let copy = try await probe.received(try await probe.ftp.startTransfer("RETR here.txt"), "RETR")
      try probe.require(
        copy == Array("still here".utf8), "the file over the port announced before NOOP",
        "\(copy.count) bytes")
    },
    ServerCase(
      "rfc959/4.1.3/command-line-ends",
      "A command ends with CR LF, and its code with a space or the end of the line.",
      failsWith: ["code-answer=NOOPX:200", "session-hasty"]
    ) { probe in
      try await probe.send("NOOPX", expecting: .permanent)
      try await probe.write("TYPE I")
      try await probe.expectNothing(because: "because the line is not complete yet")
      try await probe.write("\r\n")
      try await probe.nextReply(expecting: 200, to: "TYPE I")
      try await probe.sendHarmless()
    },
  ]
}
