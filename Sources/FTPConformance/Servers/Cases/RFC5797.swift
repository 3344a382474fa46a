import FTPProtocol

/// RFC 5797: the registry of commands and features.
enum RFC5797 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc5797/2/labels-unique", "No line of FEAT is repeated.",
      tags: ["feat"],
      failsWith: ["feat-promises=SIZE", "feat-promises=size"]
    ) { probe in
      _ = try await probe.features()
    },
    ServerCase(
      "rfc5797/2/labels-registered",
      "Every label of FEAT belongs to a published extension, or begins with X.", tags: ["feat"],
      failsWith: ["feat-promises=FROB"]
    ) { probe in
      let odd = try await probe.features().features.map { $0.label.uppercased() }
        .filter { !published.contains($0) && !baseCommands.contains($0) && !$0.hasPrefix("X") }
      try probe.require(odd.isEmpty, "labels that are published", odd.joined(separator: ", "))
    },
    ServerCase(
      "rfc5797/2/labels-fixed-parts", "In FEAT, AUTH, REST and TYPE are followed by their parameters.",
      tags: ["feat"],
      failsWith: ["feat-bare", "feat-promises=AUTH", "feat-promises=REST BLOCK"]
    ) { probe in
      let features = try await probe.features()
      if !["AUTH", "REST", "TYPE"].contains(where: features.contains) {
        throw CaseStop.unsupported("FEAT lists none of AUTH, REST and TYPE")
      }
      for feature in features.features {
        let (label, rest) = (feature.label.uppercased(), feature.parameters.uppercased())
        if label == "REST" {
          try probe.require(rest == "STREAM", "REST STREAM", "REST \(rest)")
        } else if label == "AUTH" || label == "TYPE" {
          try probe.require(!rest.isEmpty, "\(label) and its parameters", "\(label) alone")
        }
      }
    },
  ]

  /// The commands of RFC 959 that are not features.
  private static let baseCommands: Set<String> = Set(
    VerbTable.verbs.filter { $0.isBase && !features.contains($0.verb) }.map(\.verb.name))

  /// Labels from RFCs, from drafts that many servers implement, and from GFD.20 and GFD.47 of the Open Grid Forum: the
  /// verbs, and a few others.
  private static let published: Set<String> = Set(
    VerbTable.verbs.filter { !$0.isBase && $0.newName == nil }.map(\.verb.name) + features.map(\.name) + [
      "ABUF", "CKSM", "DCAU", "ERET", "ESTO", "PARALLEL", "SBUF", "SPAS", "SPOR", "SSCN", "TVFS", "UTF8",
    ])

  /// The commands of RFC 959 with extensions that FEAT announces by their names.
  private static let features: [Verb] = [.mode, .rest, .type]
}
