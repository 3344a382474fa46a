import FTPProtocol

/// RFC 5797: the registry of commands and features.
enum RFC5797 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc5797/2/labels-unique", "No line of FEAT is repeated, and none is a command of RFC 959.",
      tags: ["feat"],
      failsWith: ["feat-promises=SIZE", "feat-promises=size", "feat-promises=RETR"]
    ) { probe in
      let features = try await probe.features()
      let odd = features.features.map(\.label).filter { baseCommands.contains($0.uppercased()) }
      // REST and TYPE are base commands with features of the same name.
      if !odd.isEmpty { probe.warn("no base commands in FEAT", odd.joined(separator: ", ")) }
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

  /// The commands of RFC 959 that are not features, unlike REST and TYPE.
  private static let baseCommands: Set<String> = Set(
    VerbTable.verbs.filter { $0.isBase && !typeAndRestart.contains($0.verb) }.map(\.verb.name))

  /// Labels from RFCs, and from drafts that many servers implement: the verbs, and a few others.
  private static let published: Set<String> = Set(
    VerbTable.verbs.filter { !$0.isBase && $0.newName == nil }.map(\.verb.name)
      + typeAndRestart.map(\.name) + ["SSCN", "TVFS", "UTF8"])

  private static let typeAndRestart: [Verb] = [.type, .rest]
}
