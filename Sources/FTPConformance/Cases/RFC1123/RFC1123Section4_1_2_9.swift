import FTPProtocol

/// RFC 1123, section 4.1.2.9: STOU.
enum RFC1123Section4_1_2_9 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.9/stou-file-reply", "STOU is answered 125 or 150, FILE: and the name of the file.",
      ["1123:4.1.2.9:stou-file-reply"], needs: [.writeAccess, .data], tags: ["stou"],
      failsWith: ["transfer-stou-name", "reply-text=STOU:Opening data connection for 'unique.1'"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      let stored = try await probe.uploadOptional("STOU", Array("the text".utf8))
      let expected = "125 or 150, FILE: and the name"
      try probe.expect(stored.opening, 125, 150, to: "STOU")
      let labels = stored.opening.lines.filter { $0.text.starts(with: "FILE: ".utf8) }
      let line = try probe.require(labels.first, expected, Probe.words(of: stored.opening))
      // A client that looks at the line that counts misses what stands in front of it.
      if stored.opening.isMultiline { probe.warn("\(expected) in a single line", "several lines") }
      let name = String(decoding: line.text.dropFirst(6), as: UTF8.self)
      let copy = try await probe.download("RETR \(name)")
      try probe.require(copy.bytes == Array("the text".utf8), "the file under that name", copy.summary)
    }
  ]
}
