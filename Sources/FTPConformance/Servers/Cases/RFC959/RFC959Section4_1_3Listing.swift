import FTPProtocol

/// RFC 959, section 4.1.3: LIST, NLST, SITE, SYST, STAT, HELP and NOOP.
enum RFC959Section4_1_3Listing {
  static let bodies: [String: CaseBody] = [
    "list inner": { try await $0.requireListing("LIST", of: "inner.txt", without: "outer.txt") },
    "list wanted.txt": {
      try await $0.requireListing("LIST wanted.txt", of: "wanted.txt", without: "other.txt")
    },
    "rfc959/4.1.3/list-empty-directory": { probe in
      let listing = try await probe.download("LIST", type: "A")
      try probe.expect(listing.opening, .preliminary, to: "LIST of an empty directory")
      let entries = listing.listed().filter { line in
        switch line.meaning {
        case .entry(let entry): !entry.isCurrentOrParent
        case .unread, .tooLong: true
        case .blank, .total, .heading, .message: false
        }
      }
      try probe.require(entries.isEmpty, "no entries", listing.summary)
    },
    "rfc959/4.1.3/nlst-names-only": { probe in
      let files = ["CAPITALS.TXT", "a.txt", "no-dot"]
      for name in files { try await probe.prepare(.store(name, .bytes(Array(name.utf8)))) }
      try await probe.prepare(.send("MKD inner"))
      let listing = try await probe.downloadNames()
      let text = String(decoding: listing.bytes, as: UTF8.self)
      let names = text.split(separator: "\r\n", omittingEmptySubsequences: false).map {
        String(decoding: ServerModel.lastName(Array($0.utf8)), as: UTF8.self)
      }
      // The last name may have a line end or not, because line ends separate names. Many servers leave directories out.
      let entries = (names.last == "" ? names.dropLast() : names[...]).filter {
        ![".", "..", "inner"].contains($0)
      }
      try probe.require(
        entries.sorted() == files, "\(Probe.list(files)), and perhaps 'inner', between CR LF", listing.summary
      )
    },
    "list the name in inner": { probe in
      let listing = try await probe.download("NLST", type: "A")
      let names = ServerModel.names(listing.bytes)
      try probe.require(names == [Array("inner.txt".utf8)], "only inner.txt", listing.summary)
    },
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

extension Probe {
  /// Ends the case unless a listing has a line with one name, and none with another.
  fileprivate func requireListing(
    _ command: String, of name: String, without other: String
  ) async throws {
    let listing = try await download(command, type: "A")
    try require(listing.names(name), "a line with \(name)", listing.summary)
    try require(!listing.names(other), "no line with \(other)", listing.summary)
  }
}

extension CompletedTransfer {
  /// Whether a line of a listing contains a name as a separate word, anywhere.
  func names(_ name: String) -> Bool {
    lines.contains { line in line.split { $0 == " " || $0 == "/" || $0 == "\t" }.contains { $0 == name } }
  }
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
