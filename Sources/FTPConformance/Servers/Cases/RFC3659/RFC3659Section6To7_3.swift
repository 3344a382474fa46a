import FTPProtocol

/// RFC 3659, sections 6 to 7.3: the trivial virtual file store, MLST and MLSD, and the names in them.
enum RFC3659Section6To7_3 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.1/mlsd-file": { probe in
      try await probe.prepare(.store("file.txt", "text"))
      let answer = try await probe.startPassive("MLSD file.txt")
      try probe.expect(answer.reply, 501, to: "MLSD of a file")
    },
    "rfc3659/7.1/mlst-current-directory": { probe in
      let home = try await probe.startingDirectory().text
      let entry = try await probe.describe()
      if let type = entry.type { try probe.require(type.isDirectory, "a directory", "type=\(type)") }
      // Without TVFS, a name may be anything that refers to the directory.
      let isOther = entry.text != home && (entry.text != "." || probe.facts.features.contains("TVFS"))
      if !entry.name.isEmpty, isOther {
        probe.warn("the name \(home), or none", "the name \(entry.text)", citing: "3659:7.3:mlst-name")
      }
    },
    "read a file.txt and inner in MLSD": list,
    "rfc3659/7.2/mlsd-own-parameters": { probe in
      try await probe.prepare(.store("lines.txt", "one\ntwo\n"))
      let before = try await probe.downloadInASCII("RETR lines.txt")
      let inASCII = try await probe.download("MLSD", type: nil)
      let after = try await probe.download("RETR lines.txt", type: nil)
      try probe.require(
        before.bytes == after.bytes, "the same from RETR after MLSD: \(before.summary)", after.summary)
      let inImage = try await probe.download("MLSD", type: "I")
      // The parent directory belongs to others as well, who may change it meanwhile.
      let lines = [inASCII, inImage].map { listing in
        Set(listing.bytes.lines.map { Array($0) }.filter { (try? FactList.read($0).value.type) != .parent })
      }
      try probe.require(lines[0] == lines[1], "the same lines in ASCII and in image type", inImage.summary)
      try probe.require(
        lines[0].allSatisfy { $0.suffix(2) == [0x0D, 0x0A] && !$0.dropLast(2).contains(0x0D) },
        "CR LF after each line", inASCII.summary, citing: "3659:7.2:mlsd-crlf")
    },
  ]

  /// Lists the directory; the case ends if the form of the lines is wrong.
  private static func list(_ probe: Probe) async throws {
    let listing = try await probe.download("MLSD", type: nil)
    var (names, isIndented) = ([String](), false)
    for line in listing.bytes.lines {
      if line.last != 0x0A, probe.current.entry.requirements.contains("3659:7.2:mlsd-crlf") {
        try probe.fail("CR LF after the last line", "the end of the data after '\(Escaping.ascii(line))'")
      }
      let entry = try probe.value(try FactList.read(line))
      if entry.type != .current, entry.type != .parent { names.append(entry.lastName) }
      isIndented = isIndented || line.first == 0x20
    }
    if names.sorted() != ["a file.txt", "inner"] {
      let isJoined = names.contains { FactList.holdsEntry(Array($0.utf8)) }
      if isJoined, probe.mainRequirement == (isIndented ? "3659:7.2:mlsd-lines" : "3659:7.2:fact-form") {
        try probe.fail(
          isIndented ? "facts at the beginning of a line" : "facts with no space between them",
          Probe.list(names))
      }
      try probe.skip(
        "MLSD does not list both names, but \(Probe.list(names)) (see rfc3659/7.1/mlsd-complete)")
    }
  }
}
