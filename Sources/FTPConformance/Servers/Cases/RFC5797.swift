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
}
