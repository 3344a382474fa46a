import FTPProtocol

/// RFC 2389: FEAT and OPTS.
enum RFC2389 {
  static let bodies: [String: CaseBody] = [
    // The form of the reply to FEAT is under test in every case that is about it.
    "rfc2389/3.2/feat-lists-extensions": { probe in
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
    "rfc2389/3.2/feat-honest": { probe in
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
    "rfc2389/4/opts-with-feat": { probe in
      let features = try await probe.features()
      var reply = try await probe.send("OPTS NOOP")
      // Some servers reply 500 for a command without options, so commands with options are tried, too.
      for (label, command) in [("MLST", "OPTS MLST type;"), ("UTF8", "OPTS UTF8 ON")]
      where features.contains(label) && Probe.isAbsent(reply) {
        reply = try await probe.send(command)
      }
      try probe.require(!Probe.isAbsent(reply), "an answer other than 500 or 502", Probe.words(of: reply))
    },
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
