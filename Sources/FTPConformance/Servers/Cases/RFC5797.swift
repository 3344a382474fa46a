import FTPProtocol

/// RFC 5797: the registry of commands and features.
enum RFC5797 {
  static let bodies: [String: CaseBody] = [
    "rfc5797/2/labels-fixed-parts": { probe in
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
    }
  ]
}
