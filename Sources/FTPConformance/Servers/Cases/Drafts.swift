import FTPProtocol

/// Drafts that never became RFCs, but that servers implement: a server is tested only if FEAT names what they define.
enum Drafts {
  static let bodies: [String: CaseBody] = [
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
    "draft-mfxx/5/mff-in-feat": { probe in
      let line = try await probe.features()["MFF"]
      let facts = FactSelection.read((line?.parameters ?? "").utf8)
      try probe.require(
        !facts.value.isEmpty && facts.isCanonical, "MFF and facts, each with a semicolon",
        line.map { "MFF \($0.parameters)" } ?? "no such line")
    },
  ]

  /// The range and the name in a 213 to HASH; nil if it has another form, or another hash than that of a text.
  static func hash(in reply: Reply, of text: String) -> (range: String, name: String)? {
    let parts = reply.lastLine.string.split(separator: " ", maxSplits: 3).map(String.init)
    guard parts.count == 4, parts[2].allSatisfy(\.isHexDigit) else { return nil }
    if let known = DigestAlgorithm(name: parts[0]), parts[2].lowercased() != known.hexDigest(of: text.utf8) {
      return nil
    }
    return (parts[1], parts[3])
  }
}
