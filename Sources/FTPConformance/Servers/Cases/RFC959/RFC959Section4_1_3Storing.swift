import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.3: RETR, APPE, STOU, ALLO and REST in special cases.
enum RFC959Section4_1_3Storing {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/retr-directory", "RETR of a directory is refused.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=RETR:226"]
    ) { probe in
      try await probe.send("MKD folder", expecting: 257)
      let (reply, transfer) = try await probe.startPassive("RETR folder")
      guard let transfer, reply.code.isPreliminary else {
        return try probe.expect(reply, .negative, to: "RETR of a directory")
      }
      _ = try await transfer.contents()
      try probe.expect(try await transfer.end(), .negative, to: "RETR of a directory")
    },
    ServerCase(
      "rfc959/4.1.3/data-off-control",
      "A file is sent only over the data connection.", needs: [.writeAccess, .data],
      failsWith: ["data-on-control"]
    ) { probe in
      let text = Array("first line\r\nsecond line\r\n".utf8)
      try await probe.upload("STOR lines.txt", text)
      let copy = try await probe.download("RETR lines.txt")
      try probe.require(copy.bytes == text, "both lines over the data connection", copy.summary)
      let noop = try await probe.sendHarmless()
      for reply in [copy.opening, copy.final, noop] {
        let words = "\(reply.leadingLineCount) lines before \(reply.code)"
        try probe.require(reply.leadingLineCount == 0, "only replies on the control connection", words)
      }
    },
    ServerCase(
      "rfc959/4.1.3/appe-creates", "APPE creates a missing file.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=APPE:550", "data-short"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      try await probe.uploadOptional("APPE fresh.txt", Array("all there is".utf8))
      let copy = try await probe.download("RETR fresh.txt")
      try probe.require(copy.bytes == Array("all there is".utf8), "the appended text", copy.summary)
    },
    ServerCase(
      "rfc959/4.1.3/stou-unique-name",
      "STOU stores a file under a new name in the directory, and reports the name.",
      needs: [.writeAccess, .data], tags: ["stou"],
      failsWith: ["transfer-stou-name", "reply-text=STOU:FILE: same", "data-short"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      var names: [[UInt8]] = []
      for text in ["the first file", "the second file"] {
        let stored = try await probe.uploadOptional("STOU", Array(text.utf8))
        names.append(
          try probe.require(
            stored.uniqueName, "the name of the file in a reply to STOU", Probe.words(of: stored.opening)))
      }
      let shown = String(decoding: names[0], as: UTF8.self)
      try probe.require(names[0] != names[1], "two names that differ", "\(shown) twice")
      let copy = try await probe.download("RETR \(shown)")
      try probe.require(
        copy.bytes == Array("the first file".utf8), "the first file under its name", copy.summary)
    },
    ServerCase(
      "rfc959/4.1.3/allo-accepted", "ALLO with a size is accepted or superfluous.", tags: ["allo"],
      failsWith: ["code-answer=ALLO:501"]
    ) { probe in
      let reply = try await probe.sendOptional("ALLO 100")
      try probe.expect(reply, 200, 202, to: "ALLO 100")
    },
    ServerCase(
      "rfc959/4.1.3/allo-record-size", "ALLO accepts a record size after R.", tags: ["allo"],
      failsWith: ["code-answer=ALLO:501"]
    ) { probe in
      try await probe.sendOptional("ALLO 100")
      let reply = try await probe.sendOptional("ALLO 100 R 10")
      try probe.expect(reply, 200, 202, to: "ALLO 100 R 10")
    },
    ServerCase(
      "rfc959/4.1.3/allo-decimal", "ALLO with anything but a number is refused, or ignored like a NOOP.",
      ["959:4.1.3:allo-decimal", "959:5.4:nothing-spontaneous"], tags: ["allo"],
      failsWith: ["code-answer=ALLO:350", "session-stray=4"]
    ) { probe in
      try await probe.sendOptional("ALLO 100")
      // A server that needs no ALLO should treat it as NOOP, which gets 200 with any argument.
      try await probe.send("ALLO ten", expecting: 200, 202, .permanent)
      try await probe.expectNothing(
        because: "after the reply to ALLO ten", citing: "959:5.4:nothing-spontaneous")
      try await probe.sendHarmless()
    },
    ServerCase(
      "rfc959/4.1.3/rest-no-transfer", "REST gets 350 and transfers no data by itself.", tags: ["resume"],
      failsWith: ["code-answer=REST:200", "session-stray=4"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      let reply = try await probe.sendOptional("REST 0")
      try probe.expect(reply, 350, to: "REST 0")
      try await probe.expectNothing(because: "because REST waits for a transfer command")
      try await probe.sendHarmless()
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
