import FTPProtocol

/// RFC 2389, section 4: OPTS.
enum RFC2389Section4 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2389/4/opts-with-feat", "Where there is FEAT there is OPTS.", ["2389:4:opts-with-feat"],
      tags: ["feat", "opts"], failsWith: ["code-500=OPTS"]
    ) { probe in
      let features = try await probe.features()
      var reply = try await probe.send("OPTS NOOP")
      // Some say 500 to what has no options, so those that have get a chance.
      for (label, command) in [("MLST", "OPTS MLST type;"), ("UTF8", "OPTS UTF8 ON")]
      where features.contains(label) && Probe.isAbsent(reply) {
        reply = try await probe.send(command)
      }
      try probe.require(!Probe.isAbsent(reply), "another answer than 500 or 502", Probe.words(of: reply))
    },
    ConformanceCase(
      "rfc2389/4/opts-success", "OPTS that sets what it should is answered 200.",
      ["2389:4:opts-success-200"], needs: [.feature("MLST")], tags: ["opts"],
      failsWith: ["code-answer=OPTS:250"]
    ) { probe in
      try await probe.send("OPTS MLST type;", expecting: 200)
    },
    ConformanceCase(
      "rfc2389/4/opts-bad", "OPTS that makes no sense is answered 501 or 451.", ["2389:4:opts-bad"],
      tags: ["opts"], failsWith: ["code-answer=OPTS:550", "code-answer=OPTS:200"]
    ) { probe in
      let isThere = probe.facts.features.contains("MLST")
      let reply = try await probe.send("OPTS XYZZ everything")
      if Probe.isAbsent(reply), !isThere { throw CaseStop.unsupported(Probe.words(of: reply)) }
      try probe.expect(reply, 501, 451, 500, 502, 504, to: "OPTS of a command that is not there")
      if reply.code != 501, reply.code != 451 { probe.warn("501 or 451", Probe.words(of: reply)) }
    },
    ConformanceCase(
      "rfc2389/4/opts-no-options", "There are no options of commands that have none.",
      ["2389:4:opts-no-options"], tags: ["opts"],
      failsWith: ["code-answer=OPTS:200", "argument-taken=OPTS:UTF8 ON"]
    ) { probe in
      for command in ["OPTS FEAT", "OPTS OPTS", "OPTS PWD x"] {
        try await probe.send(command, expecting: .negative)
      }
    },
  ]
}
