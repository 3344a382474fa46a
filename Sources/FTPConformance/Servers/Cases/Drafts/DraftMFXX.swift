import FTPProtocol

/// draft-somers-ftp-mfxx-03: MFMT, MFCT and MFF.
enum DraftMFXX {
  static let cases: [ServerCase] = [
    ServerCase(
      "draft-mfxx/3/mfmt-213", "MFMT sets the time of a file and reports the new one.",
      ["mfxx:3:mfmt-213"], needs: [.writeAccess, .data, .feature("MFMT")], tags: ["mfmt"],
      failsWith: ["code-answer=MFMT:250", "reply-text=MFMT:Done.", "time-local"]
    ) { probe in
      let time = try await set("MFMT", "modify", probe)
      let told = try await probe.modified("dated.txt")
      try probe.require(told.secondsSince1970 == time.secondsSince1970, "\(time) from MDTM", "\(told)")
    },
    ServerCase(
      "draft-mfxx/3/mfmt-errors", "MFMT with an invalid date gets 501, MFMT of a missing file 550.",
      ["mfxx:3:mfmt-errors"], needs: [.writeAccess, .data, .feature("MFMT")], tags: ["mfmt"],
      failsWith: ["code-answer=MFMT:213", "code-answer=MFMT:501"],
      .prepare(.store("dated.txt", "text")),
      .sendEach(
        ["MFMT 20010229000000 dated.txt", "MFMT 20011301000000 dated.txt", "MFMT today dated.txt"], 501),
      .send("MFMT 20010203040506 no-such-file", 550, .transient)),
    ServerCase(
      "draft-mfxx/3/mfmt-in-feat", "FEAT has the line MFMT exactly if the server has MFMT.",
      ["mfxx:3:mfmt-in-feat"], tags: ["feat", "mfmt"], failsWith: ["feat-hides=MFMT", "feat-extra"],
      .feature("MFMT", of: "MFMT 20010203040506 no-such-file")),
    ServerCase(
      "draft-mfxx/4/mfct-213", "MFCT sets the creation time of a file and reports the new one.",
      ["mfxx:4:mfct-213"], needs: [.writeAccess, .data, .feature("MFCT")], tags: ["mfct"],
      failsWith: ["code-answer=MFCT:250", "reply-text=MFCT:Done."],
      .compute { _ = try await set("MFCT", "create", $0) }),
    ServerCase(
      "draft-mfxx/5/mff-213", "MFF sets facts and reports them; it refuses unknown facts.",
      ["mfxx:5:mff-213"], needs: [.writeAccess, .data, .feature("MFF")], tags: ["mff"],
      failsWith: ["code-answer=MFF:250", "code-answer=MFF:213", "reply-text=MFF:Done."],
      .prepare(.store("dated.txt", "text")),
      .send("MFF Modify=20010203040506; dated.txt", 213),
      .claim("213 Modify=20010203040506; dated.txt") {
        try FactList.read($0.lastLine.text).value.modify != nil
      },
      .send("MFF X.frogs=1; dated.txt", 504, tolerating: [.permanent])),
    ServerCase(
      "draft-mfxx/5/mff-in-feat", "FEAT lists MFF with the facts that it can set.", ["mfxx:5:mff-in-feat"],
      needs: [.feature("MFF")], tags: ["feat", "mff"], failsWith: ["feat-hides=MFF", "feat-bare"]
    ) { probe in
      let line = try await probe.features()["MFF"]
      let facts = FactSelection.read((line?.parameters ?? "").utf8)
      try probe.require(
        !facts.value.isEmpty && facts.isCanonical, "MFF and facts, each with a semicolon",
        line.map { "MFF \($0.parameters)" } ?? "no such line")
    },
  ]

  /// Sets an old time, and returns the time that the server reports then.
  private static func set(_ verb: String, _ fact: String, _ probe: Probe) async throws -> TimeValue {
    try await probe.prepare(.store("dated.txt", "text"))
    let reply = try await probe.send("\(verb) 20010203040506 dated.txt", expecting: 213)
    let told = try FactList.read(reply.lastLine.text).value
    let value = try probe.require(
      told.fact(fact), "\(fact)=time; dated.txt after 213", Probe.words(of: reply))
    return try TimeValue.read(value.value, .strict).value
  }
}
