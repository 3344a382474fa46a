import FTPProtocol

/// RFC 3659, section 7.9: OPTS MLST.
enum RFC3659Section7_9 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-selects", "Behind OPTS MLST only the facts that it names are sent.",
      ["3659:7.9:opts-mlst-selects"], needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["listing-fact=x.more=1", "argument-taken=OPTS:MLST type;perm;"]
    ) { probe in
      try await probe.send("OPTS MLST type;", expecting: 200)
      let names = try await probe.describe().factNames
      try probe.require(names.isSubset(of: ["type"]), "the type alone", "\(names.sorted())")
    },
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-reply", "OPTS MLST is answered '200 MLST OPTS' and the facts that are on now.",
      ["3659:7.9:opts-mlst-reply"], needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["reply-text=OPTS:Done.", "reply-text=OPTS:MLST OPTS perm;", "code-answer=OPTS:250"]
    ) { probe in
      let reply = try await probe.send("OPTS MLST type;", expecting: 200)
      let text = reply.lastLine.string
      let list = text.dropFirst("MLST OPTS ".count)
      try probe.require(
        text.uppercased().hasPrefix("MLST OPTS"), "200 MLST OPTS type;", Probe.words(of: reply))
      let names = FactSelection.read(list.utf8).value.map { $0.name.lowercased() }
      try probe.require(["type"].contains { names == [$0] }, "200 MLST OPTS type;", Probe.words(of: reply))
    },
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-unknown", "OPTS MLST leaves out what it does not know, without an error.",
      ["3659:7.9:opts-mlst-unknown"], needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["code-answer=OPTS:501", "argument-taken=OPTS:MLST perm;"]
    ) { probe in
      try await probe.send("OPTS MLST type;x.frogs;", expecting: 200)
      let names = try await probe.describe().factNames
      try probe.require(names == ["type"], "the type, which is known", "\(names.sorted())")
    },
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-feat", "Behind OPTS MLST the asterisks of FEAT are those of the choice.",
      ["3659:7.9:opts-mlst-feat"], needs: [.feature("MLST")], tags: ["feat", "mlst", "opts"],
      failsWith: ["argument-taken=OPTS:MLST perm;", "feat-bare"]
    ) { probe in
      try await probe.send("OPTS MLST type;", expecting: 200)
      let starred = try await probe.features().facts?.filter(\.isEnabled).map { $0.name.lowercased() } ?? []
      try probe.require(starred == ["type"], "an asterisk for type alone", "\(starred)")
    },
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-none", "Behind OPTS MLST without a list an entry is a space and a name.",
      ["3659:7.9:opts-mlst-none"], needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["argument-taken=OPTS:MLST type;", "listing-mlst-no-space"]
    ) { probe in
      try await probe.send("OPTS MLST", expecting: 200)
      let reply = try await probe.send("MLST", expecting: 250)
      let lines = reply.lines.dropFirst().dropLast()
      try probe.require(!lines.isEmpty, "an entry", Probe.words(of: reply))
      for line in lines {
        let starts = line.bytes.starts(with: [0x20, 0x20])
        try probe.require(starts, "two spaces and a name", Escaping.ascii(line.bytes))
      }
    },
    ConformanceCase(
      "rfc3659/7.9/opts-mlst-syntax", "A list of facts that is none is answered 501 and changes nothing.",
      ["3659:7.9:opts-mlst-syntax"], needs: [.feature("MLST")], tags: ["mlst", "opts"],
      failsWith: ["code-answer=OPTS:200", "argument-taken=OPTS:MLST type;"]
    ) { probe in
      try await probe.send("OPTS MLST type;", expecting: 200)
      try await probe.send("OPTS MLST size modify;", expecting: 501)
      let names = try await probe.describe().factNames
      try probe.require(names == ["type"], "the type alone, as before", "\(names.sorted())")
    },
  ]
}
