import FTPProtocol

/// RFC 959, section 4.1.3: service commands that transfer files.
enum RFC959Section4_1_3Files {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.2/stor-directory": { probe in
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
    "rfc959/4.1.3/appe-ascii": { probe in
      let lines = "one\r\ntwo\r\n"
      try await probe.prepare(
        .store("stored.txt", .bytes(Array(lines.utf8)), type: "A"), .store("appended.txt", "", type: "A"))
      try await probe.uploadOptional("APPE appended.txt", Array(lines.utf8))
      let stored = try await probe.preparing("RETR") { try await probe.download("RETR stored.txt") }
      let appended = try await probe.download("RETR appended.txt", type: "I")
      try probe.requireSame(
        appended, as: stored.bytes, "the \(stored.bytes.count) bytes of the same lines as after STOR")
    },
    "rfc959/4.1.3/retr-leaves-file": { probe in
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
  ]
}
