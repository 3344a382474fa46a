import FTPProtocol

/// RFC 3659, sections 6 to 7.3: the trivial virtual file store, MLST and MLSD, and the names in them.
enum RFC3659Section6To7_3 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/6/tvfs-names": { probe in
      try await probe.prepare(.store("one.txt", "1"), .send("MKD two"))
      let listing = try await probe.preparing("NLST") { try await probe.download("NLST", type: "A") }
      if listing.bytes.isEmpty { try probe.skip("NLST lists nothing") }
      for line in listing.bytes.lines {
        // A whole path is a pathname, too.
        let name = ServerModel.lastName(line.filter { $0 != 0x0D && $0 != 0x0A })
        try probe.require(
          !name.isEmpty && !name.contains(0x2F), "names without slashes", "'\(Escaping.ascii(name))'")
      }
    },
    "rfc3659/7.1/mlsd-complete": { probe in
      try await probe.prepare(
        .store("empty.bin", ""), .store(".hidden", ""), .store("CAPITALS.TXT", "text"), .send("MKD inner"))
      let names = try await probe.children().map(\.lastName).sorted()
      let wanted = ["CAPITALS.TXT", "empty.bin", "inner"]
      // A server may hide files whose names begin with a period.
      try probe.require(names.filter { $0 != ".hidden" } == wanted, Probe.list(wanted), Probe.list(names))
    },
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
