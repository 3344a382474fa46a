import FTPProtocol

/// RFC 3659, section 7.6: facts of systems, and of one's own.
enum RFC3659Section7_6 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/7.6/fact-names",
      "A fact of one's own begins with 'x.', one of a system with the system's name.",
      ["3659:7.6:fact-names"], needs: [.feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=colour=red", "feat-promises=MLST colour;"]
    ) { probe in
      let standard = [
        "type", "unique", "modify", "create", "perm", "lang", "size", "media-type", "charset",
      ]
      let features = try await probe.features()
      let listed = features.all("MLST").flatMap { FactSelection.read($0.parameters.utf8).value.map(\.name) }
      let odd = listed.filter { !standard.contains($0.lowercased()) && !$0.contains(".") }
      try probe.require(odd.isEmpty, "standard facts, or a dot in the name", odd.joined(separator: ", "))
      _ = try await probe.describe()
    }
  ]
}
