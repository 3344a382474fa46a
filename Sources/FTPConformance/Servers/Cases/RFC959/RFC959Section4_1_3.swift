import FTPProtocol

/// RFC 959, section 4.1.3: files and their names, LIST, NLST and STAT.
enum RFC959Section4_1_3 {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/stou-unique-name": { probe in
      try await probe.prepare(.send("TYPE I"))
      var names: [[UInt8]] = []
      for text in ["the first file", "the second file"] {
        let stored = try await probe.uploadOptional("STOU", Array(text.utf8))
        guard let name = stored.uniqueName else {
          let said = [stored.opening, stored.final].map { String(decoding: $0.bytes, as: UTF8.self) }
          let listed = try await probe.listedNames().map { String(decoding: $0, as: UTF8.self) }
          if listed.contains(where: { name in said.contains { $0.contains(name) } }) {
            try probe.skip("the name is there, in another form (see rfc1123/4.1.2.9/stou-file-reply)")
          }
          try probe.fail("the name of the file in a reply to STOU", Probe.words(of: stored.opening))
        }
        names.append(name)
      }
      let shown = String(decoding: names[0], as: UTF8.self)
      try probe.require(names[0] != names[1], "two names that differ", "\(shown) twice")
      let copy = try await probe.download("RETR \(shown)")
      try probe.requireSame(copy, as: Array("the first file".utf8), "the first file under its name")
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

extension CompletedTransfer {
  /// The name in the replies to STOU, on any of their lines.
  var uniqueName: [UInt8]? {
    for reply in [opening, final] {
      for line in reply.lines {
        if let name = try? StoreUniqueReply.read(line.text).value.name { return name }
      }
    }
    return nil
  }
}

extension Probe {
  /// Enters the directory of the case on another connection.
  func enterDirectory(over connection: CaseConnection) async throws {
    guard let directory else { throw CaseStop.impossible("the case has no directory") }
    try await prepare(.send("CWD \(directory)"), over: connection)
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
