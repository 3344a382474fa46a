import FTPProtocol

/// RFC 959, section 4.1.3: LIST, NLST, SITE, SYST, STAT, HELP and NOOP.
enum RFC959Section4_1_3Listing {
  static let bodies: [String: CaseBody] = [
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
    "rfc959/4.1.3/stat-missing": { probe in
      let reply = try await probe.sendOptional("STAT no-such-file")
      if reply.code.isNegative { return }
      // A single line that contains the name claims that the file exists. Between two lines, there may be a message.
      let claims = reply.isMultiline ? reply.entries : reply.text.contains("no-such-file") ? [reply.text] : []
      try probe.require(
        claims.isEmpty, "a refusal, or an empty listing", claims.first ?? "",
        citing: "959:4.2:success-means-done")
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
