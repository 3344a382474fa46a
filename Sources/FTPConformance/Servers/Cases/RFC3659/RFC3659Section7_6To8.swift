import FTPProtocol

/// RFC 3659, sections 7.6 to 8: what MLST and MLSD list, MLST in FEAT, and OPTS.
enum RFC3659Section7_6To8 {
  static let cases: [ServerCase] = [
    // 7.6: facts of systems, and local facts.
    ServerCase(
      "rfc3659/7.6/fact-names",
      "The name of a local fact begins with 'x.', that of a system-specific fact with the name of the system.",
      needs: [.feature("MLST")], tags: ["mlst", "facts"],
      failsWith: ["listing-fact=colour=red", "feat-promises=MLST colour;"]
    ) { probe in
      let standard = [
        "type", "unique", "modify", "create", "perm", "lang", "size", "media-type", "charset",
      ]
      let features = try await probe.features()
      let listed = features.all("MLST").flatMap { FactSelection.read($0.parameters.utf8).value.map(\.name) }
      let odd = listed.filter { !standard.contains($0.lowercased()) && !$0.contains(".") }
      try probe.require(odd.isEmpty, "standard facts, or a dot in the name", odd.joined(separator: ", "))
      _ = try await probe.describe()
    },
    // 7.8: MLST in FEAT.
    ServerCase(
      "rfc3659/7.8/mlst-in-feat", "FEAT has one line MLST, with a semicolon after each fact.",
      tags: ["feat", "mlst"],
      failsWith: ["feat-hides=MLST", "feat-extra", "feat-promises=MLST size*;", "code-500=MLST"],
      .sendOptional("MLST"),
      .compute { probe in
        let features = try await probe.features()
        try probe.require(features.contains("MLST"), "one line MLST in FEAT", "none")
      }),
    ServerCase(
      "rfc3659/7.8/no-line-for-mlsd", "FEAT has no line for MLSD, because the line MLST stands for both.",
      tags: ["feat", "mlst"],
      failsWith: ["feat-promises=MLSD", "feat-promises=MLSD type*;"]
    ) { probe in
      // Several servers do; clients that know MLSD only from this line exist too.
      if let line = try await probe.features()["MLSD"] {
        probe.warn("no line for MLSD in FEAT", "the line '\(String(decoding: line.bytes, as: UTF8.self))'")
      }
    },
    ServerCase(
      "rfc3659/7.8/starred-facts-sent", "MLST sends exactly the facts that have an asterisk in FEAT.",
      needs: [.feature("MLST")], tags: ["feat", "mlst", "facts"],
      failsWith: ["listing-fact=x.more=1", "feat-bare"]
    ) { probe in
      let starred = Set(
        try await probe.features().facts?.filter(\.isEnabled).map { $0.name.lowercased() } ?? [])
      let entry = try await probe.describe()
      let others = entry.factNames.subtracting(starred)
      try probe.require(
        others.isEmpty, "facts among \(Probe.list(starred.sorted()))",
        "\(others.sorted().joined(separator: ", ")) too")
      if starred.contains("type") { try probe.require(entry.type != nil, "the type fact too", entry.text) }
    },
    // 7.9: OPTS MLST.
    ServerCase(
      "rfc3659/7.9/opts-mlst-selects", "After OPTS MLST, only the facts that it names are sent.",
      needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["listing-fact=x.more=1", "argument-taken=OPTS:MLST type;perm;"],
      .prepare(.send("OPTS MLST type;")),
      .compute { probe in
        let names = try await probe.describe().factNames
        try probe.require(names.isSubset(of: ["type"]), "only the type fact", Probe.list(names.sorted()))
      }),
    ServerCase(
      "rfc3659/7.9/opts-mlst-reply", "The reply to OPTS MLST is '200 MLST OPTS' with the facts now selected.",
      needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["reply-text=OPTS:Done.", "reply-text=OPTS:MLST OPTS perm;", "code-answer=OPTS:250"]
    ) { probe in
      let reply = try await probe.send("OPTS MLST type;", expecting: 200, .negative)
      if reply.code.isNegative { try probe.skip("OPTS MLST does not work (see rfc2389/4/opts-success)") }
      guard let names = selection(in: reply) else { return }
      try probe.require(names == ["type"], "200 MLST OPTS type;", Probe.words(of: reply))
    },
    ServerCase(
      "rfc3659/7.9/opts-mlst-unknown", "OPTS MLST ignores unknown facts without an error.",
      needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["code-answer=OPTS:501", "argument-taken=OPTS:MLST perm;"],
      .send("OPTS MLST type;x.frogs;", .completion),
      // Whether other facts are sent is the topic of opts-mlst-selects.
      .compute { probe in
        let names = try await probe.describe().factNames
        try probe.require(
          names.contains("type") && !names.contains("x.frogs"), "the type fact, which is known",
          Probe.list(names.sorted()))
      }),
    ServerCase(
      "rfc3659/7.9/opts-mlst-feat", "After OPTS MLST, FEAT marks the selected facts with asterisks.",
      needs: [.feature("MLST")], tags: ["feat", "mlst", "opts"],
      failsWith: ["feat-bare"]
    ) { probe in
      // A server that has selected other facts must say so in both places; opts-mlst-selects is about the selection.
      let chosen = try await probe.preparing("OPTS") {
        selection(in: try await probe.send("OPTS MLST type;", expecting: .completion)) ?? ["type"]
      }
      let starred = try await probe.features().facts?.filter(\.isEnabled).map { $0.name.lowercased() } ?? []
      try probe.require(
        Set(starred) == Set(chosen), "asterisks only at \(Probe.list(chosen.sorted()))",
        Probe.list(starred.sorted()))
    },
    ServerCase(
      "rfc3659/7.9/opts-mlst-none", "After OPTS MLST without a list, an entry is a space and a name.",
      needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["argument-taken=OPTS:MLST type;"],
      .send("OPTS MLST", .completion),
      .compute { probe in
        let reply = try await probe.preparing("MLST") { try await probe.send("MLST", expecting: 250) }
        // A line without anything in it is for rfc3659/7.2/mlst-reply-form.
        let entries = reply.lines.dropFirst().dropLast().filter { !$0.text.isEmpty }
        if entries.isEmpty { try probe.skip("MLST has no entry (see rfc3659/7.2/mlst-reply-form)") }
        // The space before each entry is for the same case.
        for line in entries {
          let facts = line.bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
          if line.bytes.first != 0x20 || facts.last == UInt8(ascii: ";") {
            try probe.fail("no facts, a space and a name", Escaping.ascii(line.bytes))
          }
        }
      }),
    ServerCase(
      "rfc3659/7.9/opts-mlst-syntax", "An invalid list of facts gets 501 and changes nothing.",
      needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["code-answer=OPTS:200", "argument-taken=OPTS:MLST type;"],
      .prepare(.send("OPTS MLST type;")),
      .send("OPTS MLST size modify;", 501),
      .compute { probe in
        let names = try await probe.describe().factNames
        try probe.require(names == ["type"], "only the type fact, as before", Probe.list(names.sorted()))
      }),
    ServerCase(
      "rfc3659/7.9/neighbour-facts", "OPTS MLST affects only its own session.",
      ["3659:7.9:opts-mlst-selects"], needs: [.writeAccess, .secondLogin, .feature("MLST")],
      tags: ["sessions", "mlst"], failsWith: ["command-shared=OPTS"]
    ) { probe in
      let before = try await probe.describe().factNames
      let other = try await probe.neighbour()
      try await probe.prepare(.send("OPTS MLST type;"), over: other)
      let after = try await probe.describe().factNames
      try probe.require(after == before, Probe.list(before.sorted()), Probe.list(after.sorted()))
    },
    // 8: consequences of MLST for other commands.
    ServerCase(
      "rfc3659/8/eight-bit-everywhere",
      "If the server has MLST, it accepts eight-bit names in other commands too.",
      needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["names", "utf8"], failsWith: ["argument-seven-bit", "argument-taken=RNTO:other"],
      .compute { probe in
        let home = try await probe.startingDirectory().text
        let made = try await probe.send("MKD dé")
        // The administrator may forbid such names.
        try probe.expect(made, .completion, tolerating: [550, 553], to: "MKD dé")
        if made.code.isNegative { return }
        try await probe.send("CWD dé", expecting: .completion)
        let inside = try await probe.workingDirectory().text
        try probe.require(inside == "\(home)/dé", "\(home)/dé", inside)
      },
      .store("fü.txt", "one,"),
      .uploadOptional("APPE fü.txt", "two"),
      .sendOptional("RNFR fü.txt", .intermediate),
      .sendOptional("RNTO gö.txt", .completion),
      .compute { probe in
        let copy = try await probe.download("RETR gö.txt")
        // Another case checks whether APPE adds to a file or replaces it.
        try probe.require(copy.bytes.suffix(3).elementsEqual("two".utf8), "one,two", copy.summary)
      },
      .sendOptional("DELE gö.txt", .completion),
      .prepare(.send("CWD {directory}")),
      .sendOptional("RMD dé", .completion)),
  ]

  /// The facts that a reply to OPTS MLST names as selected, in lower case; nil if it names none.
  private static func selection(in reply: Reply) -> [String]? {
    let words = reply.lastLine.string.split(separator: " ", maxSplits: 2)
    guard words.prefix(2).map({ $0.uppercased() }) == ["MLST", "OPTS"] else { return nil }
    guard let list = words.dropFirst(2).first else { return [] }
    return FactSelection.read(list.utf8).value.map { $0.name.lowercased() }
  }
}
