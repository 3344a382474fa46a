import FTPProtocol

/// RFC 2640, section 4: LANG.
enum RFC2640Section4 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2640/4.1/lang-implemented", "Whoever has names in UTF-8 has LANG too.",
      ["2640:4.1:lang-implemented"], start: .greeted, tags: ["lang"], failsWith: ["code-500=LANG"]
    ) { probe in
      var reply = try await probe.send("LANG")
      if Probe.isAbsent(reply) || reply.code == 530 {
        try await probe.logIn()
        reply = try await probe.send("LANG")
      }
      guard Probe.isAbsent(reply) else { return }
      guard probe.facts.features.contains("UTF8") else { throw CaseStop.unsupported(Probe.words(of: reply)) }
      // Hardly anybody has it, and nobody misses it.
      probe.warn("LANG, since FEAT lists UTF8", Probe.words(of: reply))
    },
    ConformanceCase(
      "rfc2640/4.1/lang-replies", "Behind LANG replies are in UTF-8, and their codes are what they were.",
      ["2640:4.1:lang-replies", "2640:3.1:utf8-replies"], start: .greeted,
      tags: ["lang", "utf8"], failsWith: ["code-answer=LANG:250", "reply-8bit"]
    ) { probe in
      let tags = try await languages(probe)
      for tag in tags.prefix(3) {
        try await probe.send("LANG \(tag)", expecting: 200)
        try await probe.send("NOOP", expecting: 200, 530)
      }
      try await probe.logIn()
      try await probe.send("PWD", expecting: 257)
      try await probe.send("CWD no-such-directory", expecting: 550)
    },
    ConformanceCase(
      "rfc2640/4.2/lang-bad-tag", "A tag that is none is answered 501, a language that is not there 504.",
      ["2640:4.2:lang-bad-tag"], start: .greeted, tags: ["lang"],
      failsWith: ["code-answer=LANG:200", "argument-taken=LANG:"]
    ) { probe in
      try await requireLanguages(probe)
      try await probe.send("LANG 1-!", expecting: 501)
      try await probe.send("LANG tlh", expecting: 504)
    },
    ConformanceCase(
      "rfc2640/4.2/lang-default", "LANG without a tag is answered 200.", ["2640:4.2:lang-default"],
      start: .greeted,
      tags: ["lang"], failsWith: ["code-answer=LANG:501", "argument-taken=LANG:tlh"]
    ) { probe in
      try await requireLanguages(probe)
      try await probe.send("LANG", expecting: 200)
    },
    ConformanceCase(
      "rfc2640/4.3/lang-in-feat", "FEAT has LANG with tags, and no more than one asterisk.",
      ["2640:4.3:lang-in-feat"], start: .greeted, tags: ["feat", "lang"],
      failsWith: ["feat-hides=LANG", "feat-bare", "feat-extra"]
    ) { probe in
      let tags = try await languages(probe)
      try probe.require(
        !tags.isEmpty && tags.allSatisfy(isTag), "tags of languages behind LANG", "\(tags)")
      let line = try await probe.features()["LANG"]?.parameters ?? ""
      try probe.require(line.count { $0 == "*" } < 2, "one asterisk at most", line)
    },
  ]

  private static func requireLanguages(_ probe: Probe) async throws {
    // Before the login, because some have it nowhere else.
    try probe.requirePresence(try await probe.send("LANG"), of: "LANG", isLoggedIn: false)
  }

  /// The tags that FEAT lists; ends the case where there is no LANG, or where FEAT does not list it.
  private static func languages(_ probe: Probe) async throws -> [String] {
    try await requireLanguages(probe)
    let features = try await probe.features()
    let line = try probe.require(
      features["LANG"], "LANG in FEAT, since it is there", "no such line", citing: "2640:4.3:lang-in-feat")
    return line.parameters.split(separator: ";").map { tag in
      String(tag.last == "*" ? tag.dropLast() : tag)
    }
  }

  /// One to eight letters, and more of them behind hyphens.
  private static func isTag(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
  }
}
