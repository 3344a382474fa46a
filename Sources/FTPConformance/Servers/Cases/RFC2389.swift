import FTPProtocol

/// RFC 2389: FEAT and OPTS.
enum RFC2389 {
  /// Reads the reply to FEAT, whose form is under test in every case that is about it.
  private static let reading = CaseStep.compute { _ = try await $0.features() }

  static let cases: [ServerCase] = [
    // 3.2: FEAT.
    ServerCase(
      "rfc2389/3.2/feat-unimplemented", "FEAT gets 211, or 500 or 502 if it is not implemented.",
      tags: ["feat"], failsWith: ["feat-refused", "feat-closed"],
      .send("FEAT", 211, 500, 502)),
    ServerCase(
      "rfc2389/3.2/feat-argument", "FEAT with an argument gets 501.",
      tags: ["feat"], failsWith: ["code-answer=FEAT:211", "argument-taken=FEAT:"],
      .sendOptional("FEAT everything", 501)),
    ServerCase(
      "rfc2389/3.2/feat-none", "If there is no feature to list, the reply to FEAT is one line.",
      tags: ["feat"], failsWith: ["feat-empty"],
      reading),
    ServerCase(
      "rfc2389/3.2/feat-listing", "A list of features ends with '211 End'.",
      tags: ["feat"], failsWith: ["reply-8bit", "code-answer=FEAT:200"],
      reading),
    ServerCase(
      "rfc2389/3.2/feat-leading-space", "Each feature comes after exactly one space.", tags: ["feat"],
      failsWith: ["feat-no-space", "feat-spaces", "feat-code-lines"],
      reading),
    ServerCase(
      "rfc2389/3.2/feat-line", "A line is a label of visible characters, with parameters after one space.",
      tags: ["feat"], failsWith: ["feat-promises=", "feat-promises=\u{FC}"],
      reading),
    ServerCase(
      "rfc2389/3.2/feat-lists-extensions", "FEAT lists every extension that the server has.", tags: ["feat"],
      failsWith: ["feat-hides=SIZE", "feat-hides=MLST"]
    ) { probe in
      let features = try await probe.features()
      try await probe.prepare(.send("TYPE I"))
      var (missing, isAny): ([String], Bool) = ([], false)
      for command in [
        "SIZE no-such-file", "MDTM no-such-file", "MLST no-such-file", "LANG x-none-at-all", "EPSV 9",
        "EPRT |9|127.0.0.1|40000|", "HOST none.invalid",
      ] {
        let reply = try await probe.send(command)
        let label = String(command.prefix { $0 != " " })
        let isThere = !Probe.isAbsent(reply) && reply.code != 530
        isAny = isAny || isThere
        if isThere, !features.contains(label) { missing.append("\(label) (\(Probe.words(of: reply)))") }
      }
      if !isAny { throw CaseStop.unsupported("the server has none of the extensions that can be tried") }
      // RFC 2428 names no FEAT line for these two, and RFC 5797, section 2.2, says not to send one.
      let unnamed = missing.filter { $0.hasPrefix("EPSV") || $0.hasPrefix("EPRT") }
      if !unnamed.isEmpty {
        probe.warn(
          "EPSV and EPRT in FEAT, as is usual", "no line for \(unnamed.joined(separator: ", "))")
      }
      let named = missing.filter { !unnamed.contains($0) }
      try probe.require(
        named.isEmpty, "every extension in FEAT", "no line for \(named.joined(separator: ", "))")
    },
    ServerCase(
      "rfc2389/3.2/feat-honest", "The server knows each command that FEAT lists.",
      tags: ["feat"], failsWith: ["feat-promises=XCRC", "feat-promises=XMD5", "code-500=SIZE"]
    ) { probe in
      var missing: [String] = []
      let labels = Set(try await probe.features().features.map { $0.label.uppercased() })
      let tried = labels.sorted().compactMap { commands[$0] }
      if tried.isEmpty { throw CaseStop.unsupported("FEAT lists none of the commands that can be tried") }
      for command in tried {
        let reply = try await probe.send(command)
        if Probe.isAbsent(reply) { missing.append("\(Probe.words(of: reply)) to \(command)") }
      }
      if missing.isEmpty { return }
      throw CaseStop.broken(
        Finding(
          "2389:3.2:feat-honest", expected: "an answer other than 500 or 502 to what FEAT lists",
          received: missing.joined(separator: ", ")))
    },
    ServerCase(
      "rfc2389/3.2/feat-not-itself", "Neither FEAT nor OPTS is among the features.", tags: ["feat"],
      failsWith: ["feat-promises=FEAT", "feat-promises=OPTS"],
      reading),
    ServerCase(
      "rfc2389/3.2/feat-upper-case", "Labels are sent in upper case.",
      tags: ["feat"], failsWith: ["feat-lower-case"],
      reading),
    // 4: OPTS.
    ServerCase(
      "rfc2389/4/opts-with-feat", "A server with FEAT also has OPTS.",
      tags: ["feat", "opts"], failsWith: ["code-500=OPTS"]
    ) { probe in
      let features = try await probe.features()
      var reply = try await probe.send("OPTS NOOP")
      // Some servers reply 500 for a command without options, so commands with options are tried, too.
      for (label, command) in [("MLST", "OPTS MLST type;"), ("UTF8", "OPTS UTF8 ON")]
      where features.contains(label) && Probe.isAbsent(reply) {
        reply = try await probe.send(command)
      }
      try probe.require(!Probe.isAbsent(reply), "an answer other than 500 or 502", Probe.words(of: reply))
    },
    ServerCase(
      "rfc2389/4/opts-success", "OPTS gets 200 if it takes effect.",
      ["2389:4:opts-success-200"], needs: [.feature("MLST")], tags: ["opts"],
      failsWith: ["code-answer=OPTS:250"]
    ) { probe in
      let reply = try await probe.send("OPTS MLST type;")
      if reply.code.isNegative {
        try probe.skip("it takes no effect: \(Probe.words(of: reply)) (see rfc3659/7.9/opts-mlst-selects)")
      }
      try probe.expect(reply, 200, to: "OPTS MLST type;")
    },
    ServerCase(
      "rfc2389/4/opts-bad", "A meaningless OPTS gets 501 or 451.",
      tags: ["opts"], failsWith: ["code-answer=OPTS:550", "code-answer=OPTS:200"]
    ) { probe in
      let isThere = probe.facts.features.contains("MLST")
      let reply = try await probe.send("OPTS XYZZ everything")
      if Probe.isAbsent(reply), !isThere { throw CaseStop.unsupported(Probe.words(of: reply)) }
      try probe.expect(reply, 501, 451, 500, 502, 504, to: "OPTS of an unknown command")
      if reply.code != 501, reply.code != 451 { probe.warn("501 or 451", Probe.words(of: reply)) }
    },
    ServerCase(
      "rfc2389/4/opts-no-options", "The server accepts no options for commands that have none.",
      tags: ["opts"],
      failsWith: ["code-answer=OPTS:200", "argument-taken=OPTS:UTF8 ON"],
      // A server without FEAT need not have OPTS.
      reading,
      .sendEach(["OPTS FEAT", "OPTS OPTS", "OPTS PWD x"], .negative)),
  ]

  /// For each command that FEAT may list, a command line that tests for it without any effect.
  ///
  /// Commands that set up or protect data connections, and features with names that are not commands, have their own
  /// cases.
  private static let commands: [String: String] = {
    let onNames = [
      "XCRC", "XMD5", "XSHA", "XSHA1", "XSHA256", "XSHA512", "MD5", "RMDA", "SIZE", "MDTM", "MLST", "HASH",
    ]
    let onTimes = ["MFMT", "MFCT"]
    let others = [
      "AVBL", "DSIZ", "CLNT ftpraw", "CSID Name=ftpraw;", "MFF modify=20200101000000; \(missing)",
    ]
    return Dictionary(
      uniqueKeysWithValues: (onNames.map { "\($0) \(missing)" }
        + onTimes.map { "\($0) 20200101000000 \(missing)" } + others)
        .map { (String($0.prefix { $0 != " " }), $0) })
  }()

  /// A name that does not exist.
  private static let missing = "ftpraw-missing"
}
