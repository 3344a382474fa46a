import FTPProtocol

/// draft-somers-ftp-mfxx-03: MFMT, MFCT and MFF.
enum DraftMFXX {
  static let bodies: [String: CaseBody] = [
    "draft-mfxx/3/mfmt-213": { probe in
      let time = try await set("MFMT", "modify", probe)
      let told = try await probe.modified("dated.txt")
      try probe.require(told.secondsSince1970 == time.secondsSince1970, "\(time) from MDTM", "\(told)")
    },
    "draft-mfxx/4/mfct-213": { _ = try await set("MFCT", "create", $0) },
    "draft-mfxx/5/mff-in-feat": { probe in
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
