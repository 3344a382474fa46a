import FTPProtocol

/// RFC 3659, section 7.8: MLST in FEAT.
enum RFC3659Section7_8 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/7.8/mlst-in-feat", "FEAT has one line MLST, with a semicolon behind each fact.",
      ["3659:7.8:mlst-in-feat"], tags: ["feat", "mlst"],
      failsWith: ["feat-hides=MLST", "feat-extra", "feat-promises=MLST size*;", "code-500=MLST"]
    ) { probe in
      try await probe.sendOptional("MLST")
      let count = try await probe.features().all("MLST").count
      try probe.require(count == 1, "one line MLST in FEAT", "\(count)")
    },
    ConformanceCase(
      "rfc3659/7.8/starred-facts-sent", "MLST sends facts that FEAT has an asterisk for, and no others.",
      ["3659:7.8:starred-facts-sent"], needs: [.feature("MLST")], tags: ["feat", "mlst", "facts"],
      failsWith: ["listing-fact=x.more=1", "feat-bare"]
    ) { probe in
      let starred = Set(
        try await probe.features().facts?.filter(\.isEnabled).map { $0.name.lowercased() } ?? [])
      let entry = try await probe.describe()
      let others = entry.factNames.subtracting(starred)
      try probe.require(
        others.isEmpty, "facts among \(starred.sorted())", "\(others.sorted().joined(separator: ", ")) too")
      if starred.contains("type") { try probe.require(entry.type != nil, "the type too", "\(entry)") }
    },
  ]
}
