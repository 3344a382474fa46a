import FTPProtocol

/// RFC 959, section 4.1.3: commands that transfer, rename and remove files, and their effects on directories.
enum RFC959Section4_1_3Files {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/data-off-control": { probe in
      let text = Array("first line\r\nsecond line\r\n".utf8)
      try await probe.prepare(.store("lines.txt", .bytes(text)))
      let copy = try await probe.download("RETR lines.txt")
      try probe.requireSame(copy, as: text, "both lines over the data connection")
      let noop = try await probe.sendHarmless()
      for reply in [copy.opening, copy.final, noop] {
        let words = "\(reply.leadingLineCount) lines before \(reply.code)"
        try probe.require(reply.leadingLineCount == 0, "only replies on the control connection", words)
      }
    },
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
    "rfc959/4.1.3/list-many": { probe in
      if !probe.isNear { try probe.skip("the server is too far away for many names") }
      let names = (100..<230).map { "name-\($0)" }
      for name in names { try await probe.prepare(.send("MKD \(name)")) }
      for command in ["LIST", "NLST", "MLSD"] {
        let start = try await probe.startPassive(command)
        // Some servers refuse NLST where there are only directories.
        if command != "LIST", Probe.isAbsent(start.reply) || start.reply.code == 550 { continue }
        let lines = try await probe.received(start, command).lines
        let listed = Set(
          lines.compactMap { line in
            line.split { $0 == 0x20 || $0 == 0x2F }.map { String(decoding: $0, as: UTF8.self) }
              .map { $0.filter { !$0.isNewline } }.last { !$0.isEmpty }
          })
        let missing = names.filter { !listed.contains($0) }
        // Some servers leave directories out of NLST.
        if command == "NLST", missing.count == names.count { continue }
        try probe.require(
          missing.isEmpty, "all \(names.count) names in \(command)",
          "\(names.count - missing.count) of them; missing are \(Probe.list(missing.prefix(3)))")
      }
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
