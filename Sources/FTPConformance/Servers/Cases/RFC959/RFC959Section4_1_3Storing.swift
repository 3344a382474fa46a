import FTPProtocol

/// RFC 959, section 4.1.3: RETR, APPE, STOU, ALLO and REST in special cases.
enum RFC959Section4_1_3Storing {
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
        names.append(
          try probe.require(
            stored.uniqueName, "the name of the file in a reply to STOU", Probe.words(of: stored.opening)))
      }
      let shown = String(decoding: names[0], as: UTF8.self)
      try probe.require(names[0] != names[1], "two names that differ", "\(shown) twice")
      let copy = try await probe.download("RETR \(shown)")
      try probe.requireSame(copy, as: Array("the first file".utf8), "the first file under its name")
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
