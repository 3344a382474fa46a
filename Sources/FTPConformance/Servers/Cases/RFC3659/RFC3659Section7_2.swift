import FTPProtocol

/// RFC 3659, section 7.2: the replies to MLST and MLSD.
enum RFC3659Section7_2 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.2/mlst-reply-form": { _ = try await $0.describe() },
    "rfc3659/7.2/mlsd-replies": { probe in
      let listing = try await probe.download("MLSD", type: nil)
      try probe.expect(listing.opening, 150, 125, to: "MLSD")
      try probe.expect(listing.final, 226, 250, to: "MLSD")
      // 125 replaces 150 if the data connection is open already.
      if listing.final.code != 226 { probe.warn("226 to MLSD", Probe.words(of: listing.final)) }
    },
    "rfc3659/7.2/mlsd-lines": list,
    "rfc3659/7.2/fact-form": list,
    "rfc3659/7.2/mlsd-crlf": list,
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
        Set(listing.bytes.lines.map { Array($0) }.filter { !isParent($0) })
      }
      try probe.require(lines[0] == lines[1], "the same lines in ASCII and in image type", inImage.summary)
      try probe.require(
        lines[0].allSatisfy { $0.suffix(2) == [0x0D, 0x0A] && !$0.dropLast(2).contains(0x0D) },
        "CR LF after each line", inASCII.summary, citing: "3659:7.2:mlsd-crlf")
    },
    "rfc3659/7.2/mlsd-empty-directory": { probe in
      try await probe.prepare(.send("MKD empty"))
      let children = try await probe.children("MLSD empty")
      try probe.require(children.isEmpty, "no entries", Probe.list(children.map(\.lastName)))
    },
  ]

  /// Lists a directory with a file and a directory in it; the case ends if the form of the lines is wrong.
  private static func list(_ probe: Probe) async throws {
    try await probe.prepare(.store("a file.txt", "text"), .send("MKD inner"))
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

  /// Whether a line is about the parent directory.
  private static func isParent(_ line: [UInt8]) -> Bool {
    (try? FactList.read(line).value.type) == .parent
  }
}
