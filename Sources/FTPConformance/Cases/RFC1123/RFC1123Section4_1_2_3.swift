import FTPProtocol

/// RFC 1123, section 4.1.2.3: page structure.
enum RFC1123Section4_1_2_3 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.3/no-page-structure", "Page structure is refused.",
      ["1123:4.1.2.3:no-page-structure"], tags: ["structure"], failsWith: ["code-answer=STRU:200"]
    ) { probe in
      try await probe.send("STRU P", expecting: .permanent)
    }
  ]
}
