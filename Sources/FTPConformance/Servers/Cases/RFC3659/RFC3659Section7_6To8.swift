import FTPProtocol

/// RFC 3659, sections 7.6 to 8: what MLST and MLSD list, MLST in FEAT, and OPTS.
enum RFC3659Section7_6To8 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.6/fact-names": { probe in
      let standard = [
        "type", "unique", "modify", "create", "perm", "lang", "size", "media-type", "charset",
      ]
      let features = try await probe.features()
      let listed = features.all("MLST").flatMap { FactSelection.read($0.parameters.utf8).value.map(\.name) }
      let odd = listed.filter { !standard.contains($0.lowercased()) && !$0.contains(".") }
      try probe.require(odd.isEmpty, "standard facts, or a dot in the name", odd.joined(separator: ", "))
      _ = try await probe.describe()
    },
    "rfc3659/7.9/opts-mlst-reply": { probe in
      let reply = try await probe.send("OPTS MLST type;", expecting: 200, .negative)
      if reply.code.isNegative { try probe.skip("OPTS MLST does not work (see rfc2389/4/opts-success)") }
      guard let names = selection(in: reply) else { return }
      try probe.require(names == ["type"], "200 MLST OPTS type;", Probe.words(of: reply))
    },
    "rfc3659/7.9/opts-mlst-feat": { probe in
      // A server that has selected other facts must say so in both places; opts-mlst-selects is about the selection.
      let chosen = try await probe.preparing("OPTS") {
        selection(in: try await probe.send("OPTS MLST type;", expecting: .completion)) ?? ["type"]
      }
      let starred = try await probe.features().facts?.filter(\.isEnabled).map { $0.name.lowercased() } ?? []
      if Set(starred) != Set(chosen) {
        // What FEAT says may be what the server does.
        let sent = try await probe.describe().facts.map { $0.name.lowercased() }
        if Set(sent) == Set(starred) {
          try probe.skip("OPTS MLST has no effect (see rfc3659/7.9/opts-mlst-selects)")
        }
      }
      try probe.require(
        Set(starred) == Set(chosen), "asterisks only at \(Probe.list(chosen.sorted()))",
        Probe.list(starred.sorted()))
    },
    "expect no facts": { probe in
      let reply = try await probe.preparing("MLST") { try await probe.send("MLST", expecting: 250) }
      // A line without anything in it is for rfc3659/7.2/mlst-reply-form.
      let entries = reply.lines.dropFirst().dropLast().filter { !$0.text.isEmpty }
      if entries.isEmpty { try probe.skip("MLST has no entry (see rfc3659/7.2/mlst-reply-form)") }
      // The space before each entry is for the same case.
      for line in entries {
        let facts = line.bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        if line.bytes.first != 0x20 || facts.last == UInt8(ascii: ";") {
          try probe.fail("no facts, a space and a name", Escaping.ascii(line.bytes))
        }
      }
    },
  ]

  /// The facts that a reply to OPTS MLST names as selected, in lower case; nil if it names none.
  private static func selection(in reply: Reply) -> [String]? {
    let words = reply.lastLine.string.split(separator: " ", maxSplits: 2)
    guard words.prefix(2).map({ $0.uppercased() }) == ["MLST", "OPTS"] else { return nil }
    guard let list = words.dropFirst(2).first else { return [] }
    return FactSelection.read(list.utf8).value.map { $0.name.lowercased() }
  }
}
