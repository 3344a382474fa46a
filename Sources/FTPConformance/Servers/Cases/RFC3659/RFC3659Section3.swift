import FTPProtocol

/// RFC 3659, section 3: MDTM.
enum RFC3659Section3 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/3.1/mdtm-213", "MDTM of a file gets 213 and the time.",
      needs: [.writeAccess, .data], tags: ["mdtm"], failsWith: ["time-refused", "code-answer=MDTM:250"],
      .prepare(.store("timed.txt", "now")),
      .sendOptional("MDTM timed.txt", 213),
      .claim("213 and the time") { (try? TimeValue.read($0)) != nil }),
    ServerCase(
      "rfc3659/3.1/mdtm-reply-form", "The 213 of MDTM is one line with the time and nothing else.",
      needs: [.writeAccess, .data], tags: ["mdtm"],
      failsWith: ["time-text", "reply-multiline"]
    ) { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let reply = try await probe.sendOptional("MDTM timed.txt")
      if reply.code != 213 { try probe.skip("MDTM got \(Probe.words(of: reply)) (see rfc3659/3.1/mdtm-213)") }
      _ = try probe.value(try TimeValue.read(reply))
    },
    ServerCase(
      "rfc3659/3.1/mdtm-name-whole", "Everything after MDTM and its space is a name: MDTM sets no times.",
      needs: [.writeAccess, .data], tags: ["mdtm"],
      failsWith: ["argument-taken=MDTM:timed.txt"]
    ) { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let before = try await probe.modified("timed.txt")
      let reply = try await probe.send("MDTM 20010203040506 timed.txt")
      guard !reply.code.isNegative else { return }
      // Many servers set the time instead, because clients had no MFMT.
      let after = try await probe.modified("timed.txt")
      probe.warn(
        "550, because there is no file '20010203040506 timed.txt'",
        "\(Probe.words(of: reply)), and the file's time is " + (after == before ? "unchanged" : "\(after)"))
    },
    ServerCase(
      "rfc3659/3.2/mdtm-missing", "MDTM of a missing file gets 550.",
      tags: ["mdtm"], failsWith: ["code-answer=MDTM:553", "argument-taken=MDTM:README.txt"],
      .sendOptional("MDTM no-such-file", 550, .transient)),
    ServerCase(
      "rfc3659/3.2/mdtm-directory", "MDTM of a directory gets a time or 550.",
      needs: [.writeAccess], tags: ["mdtm"], failsWith: ["code-answer=MDTM:553"],
      .prepare(.send("MKD inner")),
      .sendOptional("MDTM inner", 213, 550, .transient)),
    ServerCase(
      "rfc3659/3.2/mdtm-no-argument", "MDTM without a name gets 501 or 500.", tags: ["mdtm"],
      failsWith: ["code-answer=MDTM:550", "argument-taken=MDTM:README.txt"],
      .sendOptional("MDTM no-such-file"),
      .send("MDTM", 501, 500)),
    ServerCase(
      "rfc3659/3.3/mdtm-in-feat", "FEAT has the line MDTM if the server has MDTM.",
      tags: ["feat", "mdtm"], failsWith: ["feat-hides=MDTM", "feat-extra"],
      .feature("MDTM", of: "MDTM no-such-file")),
  ]
}
