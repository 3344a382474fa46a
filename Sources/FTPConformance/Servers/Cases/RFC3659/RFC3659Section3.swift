import FTPProtocol

/// RFC 3659, section 3: MDTM.
enum RFC3659Section3 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/3.1/mdtm-reply-form": { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let reply = try await probe.sendOptional("MDTM timed.txt")
      if reply.code != 213 { try probe.skip("MDTM got \(Probe.words(of: reply)) (see rfc3659/3.1/mdtm-213)") }
      _ = try probe.value(try TimeValue.read(reply))
    },
    "rfc3659/3.1/mdtm-name-whole": { probe in
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
  ]
}
