import FTPProtocol

/// RFC 959, section 4.1.3: SITE, SYST, STAT, HELP, NOOP, and the form of every command.
enum RFC959Section4_1_3Information {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/syst-system-name": { probe in
      let reply = try await probe.send("SYST", expecting: 215)
      let reading = try SystemReply.read(reply)
      // The list of names was closed long ago, and servers use names that are not on it.
      guard reading.isCanonical, !reading.notes.isEmpty else { return }
      let expected = "a name of the Assigned Numbers, such as UNIX"
      probe.warn(expected, Probe.words(of: reply))
    },
    "rfc959/4.1.3/stat-status": { probe in
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
    "rfc959/4.1.3/stat-listing-on-control": { probe in
      try await probe.prepare(.store("wanted.txt", "this one"))
      let reply = try await probe.sendOptional("STAT wanted.txt")
      try probe.expect(reply, 211, 212, 213, to: "STAT of a file")
      try probe.require(
        reply.text.contains("wanted.txt"), "wanted.txt in the reply", Probe.words(of: reply))
    },
    "rfc959/4.1.3/stat-missing": { probe in
      let reply = try await probe.sendOptional("STAT no-such-file")
      if reply.code.isNegative { return }
      // A single line that contains the name claims that the file exists. Between two lines, there may be a message.
      let claims = reply.isMultiline ? reply.entries : reply.text.contains("no-such-file") ? [reply.text] : []
      try probe.require(
        claims.isEmpty, "a refusal, or an empty listing", claims.first ?? "",
        citing: "959:4.2:success-means-done")
    },
    "rfc959/4.1.3/help-answer": { probe in
      var reply = try await probe.sendOptional("HELP")
      // Before the login, HELP is only suggested.
      if reply.code == 530 || reply.code == 503 {
        try await probe.preparing("USER") { try await probe.logIn() }
        reply = try await probe.sendOptional("HELP")
      }
      try probe.expect(reply, 211, 214, to: "HELP")
    },
    "retrieve here.txt": { probe in
      let copy = try await probe.received(try await probe.ftp.startTransfer("RETR here.txt"), "RETR")
      try probe.require(
        copy == Array("still here".utf8), "the file over the port announced before NOOP",
        "\(copy.count) bytes")
    },
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
