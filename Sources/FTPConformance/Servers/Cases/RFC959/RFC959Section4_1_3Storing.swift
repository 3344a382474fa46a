import FTPProtocol

/// RFC 959, section 4.1.3: RETR, APPE, STOU, ALLO and REST in special cases.
enum RFC959Section4_1_3Storing {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/retr-directory", "RETR of a directory is refused.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=RETR:226"],
      .prepare(.send("MKD folder")),
      .gone("folder")),
    ServerCase(
      "rfc959/4.1.3/data-off-control",
      "A file is sent only over the data connection.", needs: [.writeAccess, .data],
      failsWith: ["data-on-control"]
    ) { probe in
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
    ServerCase(
      "rfc959/4.1.3/appe-creates", "APPE creates a missing file.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=APPE:550", "data-short"],
      .prepare(.send("TYPE I")),
      .uploadOptional("APPE fresh.txt", "all there is"),
      .retrieve("fresh.txt", is: "all there is")),
    ServerCase(
      "rfc959/4.1.3/stou-unique-name",
      "STOU stores a file under a new name in the directory, and reports the name.",
      needs: [.writeAccess, .data], tags: ["stou"],
      failsWith: ["transfer-stou-name", "reply-text=STOU:FILE: same", "data-short"]
    ) { probe in
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
    ServerCase(
      "rfc959/4.1.3/allo-accepted", "ALLO with a size is accepted or superfluous.", tags: ["allo"],
      failsWith: ["code-answer=ALLO:501"],
      .sendOptional("ALLO 100", 200, 202)),
    ServerCase(
      "rfc959/4.1.3/allo-record-size", "ALLO accepts a record size after R.", tags: ["allo"],
      failsWith: ["code-answer=ALLO:501"],
      .sendOptional("ALLO 100"),
      .sendOptional("ALLO 100 R 10", 200, 202)),
    ServerCase(
      "rfc959/4.1.3/allo-decimal", "ALLO with anything but a number is refused, or ignored like a NOOP.",
      ["959:4.1.3:allo-decimal", "959:5.4:nothing-spontaneous"], tags: ["allo"],
      failsWith: ["code-answer=ALLO:350", "session-stray=4"], countsReplies: true,
      .sendOptional("ALLO 100"),
      // A server that needs no ALLO should treat it as NOOP, which gets 200 with any argument.
      .send("ALLO ten", 200, 202, .permanent),
      .nothing(because: "after the reply to ALLO ten", citing: "959:5.4:nothing-spontaneous"),
      .harmless),
    ServerCase(
      "rfc959/4.1.3/rest-no-transfer", "REST gets 350 and transfers no data by itself.", tags: ["resume"],
      failsWith: ["code-answer=REST:200", "session-stray=4"],
      .prepare(.send("TYPE I")),
      .sendOptional("REST 0", 350),
      .nothing(because: "because REST waits for a transfer command"),
      .harmless),
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
