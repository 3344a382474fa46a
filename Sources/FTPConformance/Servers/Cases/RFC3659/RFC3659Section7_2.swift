import FTPProtocol

/// RFC 3659, section 7.2: the replies to MLST and MLSD.
enum RFC3659Section7_2 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/7.2/mlst-reply-form", "The entries of MLST are between 250- and 250, each after one space.",
      ["3659:7.2:mlst-reply-form", "3659:7.2:mlst-same-name"], needs: [.feature("MLST")], tags: ["mlst"],
      failsWith: ["listing-mlst-no-space", "code-answer=MLST:213"],
      .compute { _ = try await $0.describe() }),
    ServerCase(
      "rfc3659/7.2/mlsd-replies", "The replies to MLSD are 150, then 226 when the data has been sent.",
      needs: [.data, .feature("MLST")], tags: ["mlst"],
      failsWith: ["code-answer=MLSD:200", "code-250"]
    ) { probe in
      let listing = try await probe.download("MLSD", type: nil)
      try probe.expect(listing.opening, 150, 125, to: "MLSD")
      try probe.expect(listing.final, 226, 250, to: "MLSD")
      // 125 replaces 150 if the data connection is open already.
      if listing.final.code != 226 { probe.warn("226 to MLSD", Probe.words(of: listing.final)) }
    },
    ServerCase(
      "rfc3659/7.2/mlsd-lines", "Every line of MLSD is facts, one space and a name.",
      needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "listing"],
      failsWith: ["listing-total", "listing-blank-lines", "listing-no-facts"],
      .compute(list)),
    ServerCase(
      "rfc3659/7.2/fact-form", "A fact is name=value and a semicolon; no space separates facts.",
      needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "listing"],
      failsWith: ["listing-fact-space", "listing-fact=x.more=a b"],
      .compute(list)),
    ServerCase(
      "rfc3659/7.2/mlsd-crlf", "All lines of MLSD end with CR LF, including the last.",
      needs: [.writeAccess, .data, .feature("MLST")], tags: ["mlst", "listing"],
      failsWith: ["listing-bare-lf", "listing-no-last-end"],
      .compute(list)),
    ServerCase(
      "rfc3659/7.2/mlsd-own-parameters",
      "MLSD sends the same octets in every type and does not change the type.",
      needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "listing"], failsWith: ["listing-bare-lf"]
    ) { probe in
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
    ServerCase(
      "rfc3659/7.2/mlsd-empty-directory",
      "MLSD of an empty directory succeeds and lists no entries.",
      needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["mlst", "listing"],
      failsWith: ["listing-total", "code-answer=MLSD:550", "argument-taken=MLSD:/"]
    ) { probe in
      try await probe.prepare(.send("MKD empty"))
      let children = try await probe.children("MLSD empty")
      try probe.require(children.isEmpty, "no entries", Probe.list(children.map(\.lastName)))
    },
    ServerCase(
      "rfc3659/7.2.1/mlsx-missing", "MLST and MLSD of a missing name get 550.",
      needs: [.data, .feature("MLST")], tags: ["mlst"],
      failsWith: ["code-answer=MLST:501", "code-answer=MLSD:501"],
      .sendOptional("MLST no-such-file", 550, .transient),
      .refuse("MLSD no-such-directory", 550, .transient)),
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
