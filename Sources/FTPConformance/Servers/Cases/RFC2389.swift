import FTPProtocol

/// RFC 2389: FEAT and OPTS.
enum RFC2389 {
  static let bodies: [String: CaseBody] = [
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
    }
  ]
}
