import FTPProtocol

/// RFC 2577, section 8: port stealing.
enum RFC2577Section8 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/8/ports-unpredictable", "Passive ports do not come in an order that can be guessed.",
      // The text is advice.
      ["2577:8:ports-unpredictable"], level: .should, needs: [.data], tags: ["security", "pasv"],
      failsWith: ["address-counted"]
    ) { probe in
      var ports: [Int] = []
      for _ in 0..<6 { ports.append(Int(try probe.port(in: try await probe.announcement()))) }
      let steps = zip(ports.dropFirst(), ports).map { $0 - $1 }
      let isGuessable = steps.allSatisfy { (0...16).contains($0) } || Set(steps).count == 1
      try probe.require(
        !isGuessable, "ports in no order", ports.map(String.init).joined(separator: ", "))
    }
  ]
}
