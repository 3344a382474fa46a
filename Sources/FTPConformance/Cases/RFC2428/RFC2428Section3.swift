import FTPProtocol

/// RFC 2428, section 3: EPSV.
enum RFC2428Section3 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2428/3/epsv-229", "EPSV is answered 229, and what it announces can be connected.",
      ["2428:3:epsv-229", "2428:3:epsv-control-address"], tags: ["epsv"],
      failsWith: ["address-227-for-epsv", "address-refused", "address-unusable", "feat-epsv-broken"]
    ) { probe in
      let reply = try await probe.sendOptional("EPSV")
      try probe.expect(reply, 229, to: "EPSV")
      try await probe.download("LIST", by: .epsv)
    },
    ConformanceCase(
      "rfc2428/3/epsv-reply-form", "229 ends with the port between delimiters that are all the same.",
      ["2428:3:epsv-reply-form"], scope: .everything, tags: ["epsv"],
      failsWith: ["address-mixed-delimiters", "address-short-229"]
    ) { probe in
      try await probe.sendOptional("EPSV")
    },
    ConformanceCase(
      "rfc2428/3/epsv-empty-fields", "The fields for family and host in 229 are empty.",
      ["2428:3:epsv-empty-fields"], scope: .everything, tags: ["epsv"], failsWith: ["address-filled-229"]
    ) { probe in
      try await probe.sendOptional("EPSV")
    },
  ]
}
