import FTPProtocol

/// RFC 3659, section 3: MDTM.
enum RFC3659Section3 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/3.1/mdtm-213", "MDTM of a file gets 213 and the time.",
      needs: [.writeAccess, .data], tags: ["mdtm"], failsWith: ["time-refused", "code-answer=MDTM:250"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      _ = try await RFC3659Section2.modified("timed.txt", probe)
    },
    ServerCase(
      "rfc3659/3.1/mdtm-reply-form", "The 213 of MDTM is one line with the time and nothing else.",
      needs: [.writeAccess, .data], tags: ["mdtm"],
      failsWith: ["time-text", "reply-multiline"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      let reply = try await probe.sendOptional("MDTM timed.txt")
      try probe.expect(reply, 213, to: "MDTM timed.txt", citing: "3659:3.1:mdtm-213")
      _ = try probe.value(try TimeValue.read(reply))
    },
    ServerCase(
      "rfc3659/3.1/mdtm-name-whole", "Everything after MDTM and its space is a name: MDTM sets no times.",
      needs: [.writeAccess, .data], tags: ["mdtm"],
      failsWith: ["argument-taken=MDTM:timed.txt"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      let before = try await RFC3659Section2.modified("timed.txt", probe)
      let reply = try await probe.send("MDTM 20010203040506 timed.txt")
      guard !reply.code.isNegative else { return }
      // Many servers set the time instead, because clients had no MFMT.
      let after = try await RFC3659Section2.modified("timed.txt", probe)
      probe.warn(
        "550, because there is no file '20010203040506 timed.txt'",
        "\(Probe.words(of: reply)), and the file's time is " + (after == before ? "unchanged" : "\(after)"))
    },
    ServerCase(
      "rfc3659/3.2/mdtm-missing", "MDTM of a missing file gets 550.",
      tags: ["mdtm"], failsWith: ["code-answer=MDTM:553", "argument-taken=MDTM:README.txt"]
    ) { probe in
      let reply = try await probe.sendOptional("MDTM no-such-file")
      try probe.expect(reply, 550, .transient, to: "MDTM of a missing file")
    },
    ServerCase(
      "rfc3659/3.2/mdtm-directory", "MDTM of a directory gets a time or 550.",
      needs: [.writeAccess], tags: ["mdtm"], failsWith: ["code-answer=MDTM:553"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      let reply = try await probe.sendOptional("MDTM inner")
      try probe.expect(reply, 213, 550, .transient, to: "MDTM of a directory")
    },
    ServerCase(
      "rfc3659/3.2/mdtm-no-argument", "MDTM without a name gets 501 or 500.", tags: ["mdtm"],
      failsWith: ["code-answer=MDTM:550", "argument-taken=MDTM:README.txt"]
    ) { probe in
      try await probe.sendOptional("MDTM no-such-file")
      try await probe.send("MDTM", expecting: 501, 500)
    },
    ServerCase(
      "rfc3659/3.3/mdtm-in-feat", "FEAT has the line MDTM if the server has MDTM.",
      tags: ["feat", "mdtm"], failsWith: ["feat-hides=MDTM", "feat-extra"]
    ) { probe in
      try await probe.expectFeature("MDTM", of: "MDTM no-such-file")
    },
  ]
}
