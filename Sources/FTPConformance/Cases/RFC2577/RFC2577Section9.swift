import FTPProtocol

/// RFC 2577, section 9: software-based security problems.
enum RFC2577Section9 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/9/site-exec", "SITE EXEC is not there.",
      // The text is advice.
      ["2577:9:site-exec"], level: .should, tags: ["security", "site"], failsWith: ["code-answer=SITE:200"]
    ) { probe in
      try await probe.send("SITE EXEC true", expecting: .negative)
    }
  ]
}
