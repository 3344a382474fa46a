import FTPProtocol

/// RFC 959, section 4.1.3: service commands that transfer files.
enum RFC959Section4_1_3Files {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/stor-creates", "STOR creates a missing file, and RETR retrieves it.",
      ["959:4.1.3:stor-creates", "959:5.4:stor-codes", "959:5.4:retr-codes"], needs: [.writeAccess, .data],
      failsWith: ["data-short", "data-seven-bit", "transfer-refused"],
      .store("new.bin", .random(10_000)),
      .retrieve("new.bin", is: .random(10_000))),
    ServerCase(
      "rfc959/4.1.3/stor-replaces", "STOR replaces a file completely, even a longer one.",
      needs: [.writeAccess, .data], failsWith: ["data-garbage", "data-short"],
      .prepare(.store("same.txt", "a longer text that was there first")),
      // A server may cache a file that was downloaded once.
      .prepare(.download("RETR same.txt")),
      .store("same.txt", "short"),
      .retrieve("same.txt", is: "short")),
    ServerCase(
      "rfc959/4.1.3/stor-empty", "STOR of no bytes leaves an empty file.",
      needs: [.writeAccess, .data], failsWith: ["data-garbage", "code-answer=STOR:451"],
      .store("empty.bin", ""),
      .retrieve("empty.bin", is: "")),
    ServerCase(
      "rfc959/4.2/stor-directory", "STOR to the name of a directory is refused.",
      ["959:4.2:success-means-done"], needs: [.writeAccess, .data],
      failsWith: ["command-as=STOR:STOR elsewhere.txt"]
    ) { probe in
      try await probe.prepare(.send("MKD folder"))
      let (reply, transfer) = try await probe.startPassive("STOR folder")
      guard let transfer else { return try probe.expect(reply, .negative, to: "STOR") }
      // A server that has opened the data connection need not accept any data.
      try await transfer.offer(Array("text".utf8))
      guard try await transfer.end().code.kind == .completion else { return }
      // On some systems, a file and a directory might have the same name.
      let copy = try await probe.received(try await probe.startPassive("RETR folder"), "RETR")
      try probe.require(copy == Array("text".utf8), "the file that was stored", "\(copy.count) bytes")
    },
    ServerCase(
      "rfc959/4.1.3/appe-appends", "APPE appends to a file.",
      ["959:4.1.3:appe-appends", "959:5.4:appe-codes"],
      needs: [.writeAccess, .data], failsWith: ["data-short"],
      .prepare(.store("both.txt", "first,")),
      .uploadOptional("APPE both.txt", "second"),
      .retrieve("both.txt", is: "first,second")),
    ServerCase(
      "rfc959/4.1.3/appe-ascii", "APPE in ASCII type stores lines as STOR does.",
      ["959:4.1.3:appe-appends"], needs: [.writeAccess, .data], failsWith: ["command-before=APPE:TYPE I"]
    ) { probe in
      let lines = "one\r\ntwo\r\n"
      try await probe.prepare(
        .store("stored.txt", .bytes(Array(lines.utf8)), type: "A"), .store("appended.txt", "", type: "A"))
      try await probe.uploadOptional("APPE appended.txt", Array(lines.utf8))
      let stored = try await probe.preparing("RETR") { try await probe.download("RETR stored.txt") }
      let appended = try await probe.download("RETR appended.txt", type: "I")
      try probe.requireSame(
        appended, as: stored.bytes, "the \(stored.bytes.count) bytes of the same lines as after STOR")
    },
    ServerCase(
      "rfc959/4.1.3/retr-leaves-file", "RETR does not change the file, so it can be retrieved again.",
      needs: [.writeAccess, .data],
      failsWith: ["data-empty", "command-before=RETR:MFMT 20000101000000 kept.txt"]
    ) { probe in
      try await probe.prepare(.store("kept.txt", "still here"))
      // The time is set back, so that no waiting is needed.
      if probe.facts.features.contains("MFMT") { try await probe.send("MFMT 20010203040506 kept.txt") }
      let before = try await probe.send("MDTM kept.txt")
      try await probe.prepare(.download("RETR kept.txt"))
      let copy = try await probe.download("RETR kept.txt")
      try probe.requireSame(copy, as: Array("still here".utf8), "the same text a second time")
      let after = try await probe.send("MDTM kept.txt")
      guard before.code == 213, after.code == 213 else { return }
      try probe.require(
        after.text == before.text, "the time before RETR, \(before.text)", Probe.words(of: after))
    },
    ServerCase(
      "rfc959/4.1.3/retr-missing",
      "RETR of a missing file is refused at once, without a 1yz reply.",
      ["959:4.1.3:retr-missing", "959:5.4:retr-codes"], needs: [.data],
      failsWith: ["transfer-150-550", "code-answer=RETR:553"],
      .refuse("RETR no-such-file", 550, 450)),
  ]
}
