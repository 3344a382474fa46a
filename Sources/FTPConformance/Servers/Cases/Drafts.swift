import FTPProtocol

/// Drafts that never became RFCs, but that servers implement: a server is tested only if FEAT names what they define.
enum Drafts {
  static let bodies: [String: CaseBody] = [
    "draft-hash/3/hash-reply-form": { probe in
      try await probe.prepare(.store("hashed.txt", "12345"))
      let (algorithm, range, hash, name) = try await hash("hashed.txt", probe)
      // Only the draft about RANG says whether the end is included.
      try probe.require(["0-4", "0-5"].contains(range), "the range 0-4", range)
      try probe.require(name == "hashed.txt" || name.hasSuffix("/hashed.txt"), "hashed.txt", name)
      guard let known = DigestAlgorithm(name: algorithm) else { return }
      let wanted = known.hexDigest(of: "12345".utf8)
      try probe.require(hash.lowercased() == wanted, wanted, hash)
    },
    "draft-hash/3.1/hash-in-feat": { probe in
      let line = try await probe.features()["HASH"]?.parameters ?? ""
      let names = line.split(separator: ";")
      try probe.require(
        names.count { $0.hasSuffix("*") } == 1, "algorithms, one of them with an asterisk", "HASH \(line)")
    },
    "draft-hash/3.2/opts-hash": { probe in
      let line = try await probe.features()["HASH"]?.parameters ?? ""
      for name in line.split(separator: ";").map({ $0.last == "*" ? $0.dropLast() : $0 }) {
        let chosen = try await probe.send("OPTS HASH \(name)", expecting: 200)
        let told = try await probe.send("OPTS HASH", expecting: 200)
        for reply in [chosen, told] {
          let text = reply.lastLine.string
          try probe.require(text.uppercased() == name.uppercased(), "200 \(name)", Probe.words(of: reply))
        }
      }
      let before = try await probe.send("OPTS HASH", expecting: 200).lastLine.string
      try await probe.send("OPTS HASH NONE-37", expecting: 501)
      let after = try await probe.send("OPTS HASH", expecting: 200).lastLine.string
      try probe.require(before == after, before, after)
    },
    "draft-hash/3.3/hash-after-rang": { probe in
      try await probe.prepare(.store("hashed.txt", "12345"))
      try await probe.preparing("RANG") { try await probe.send("RANG 1 3", expecting: .intermediate) }
      let (algorithm, range, hash, _) = try await hash("hashed.txt", probe)
      try probe.require(range == "1-3", "the range 1-3", range)
      guard let known = DigestAlgorithm(name: algorithm) else { return }
      let wanted = known.hexDigest(of: "234".utf8)
      try probe.require(hash.lowercased() == wanted, wanted, hash)
    },
    "draft-mfxx/5/mff-in-feat": { probe in
      let line = try await probe.features()["MFF"]
      let facts = FactSelection.read((line?.parameters ?? "").utf8)
      try probe.require(
        !facts.value.isEmpty && facts.isCanonical, "MFF and facts, each with a semicolon",
        line.map { "MFF \($0.parameters)" } ?? "no such line")
    },
  ]

  /// The four parts of a 213 to HASH.
  private static func hash(
    _ name: String, _ probe: Probe
  ) async throws -> (algorithm: String, range: String, hash: String, name: String) {
    let reply = try await probe.send("HASH \(name)", expecting: 213)
    let parts = reply.lastLine.string.split(separator: " ", maxSplits: 3).map(String.init)
    try probe.require(parts.count == 4, "algorithm, range, hash and name", Probe.words(of: reply))
    try probe.require(parts[2].allSatisfy(\.isHexDigit), "a hash in hexadecimal digits", parts[2])
    return (parts[0], parts[1], parts[2], parts[3])
  }
}
