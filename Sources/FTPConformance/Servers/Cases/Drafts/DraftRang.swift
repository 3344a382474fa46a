import FTPProtocol

/// draft-bryan-ftp-range-08: RANG.
enum DraftRang {
  static let cases: [ServerCase] = [
    ServerCase(
      "draft-rang/3/rang-350", "RANG gets 350, or 501 if the range ends before it begins.",
      ["rang:3:rang-350"], needs: [.feature("RANG")], tags: ["rang"],
      failsWith: ["code-answer=RANG:200", "argument-taken=RANG:0 1"],
      .prepare(.send("TYPE I")),
      .sendEach(["RANG 0 99", "RANG 1 0"], 350),
      .send("RANG 9 3", 501)),
    ServerCase(
      "draft-rang/3/rang-in-feat", "FEAT has the line RANG STREAM if the server has RANG.",
      ["rang:3:rang-in-feat"], tags: ["feat", "rang"], failsWith: ["feat-hides=RANG", "feat-bare"],
      .feature("RANG STREAM", of: "RANG 1 0")),
    ServerCase(
      "draft-rang/4.3/rang-retr", "RETR after RANG sends the part of the range that the file has.",
      ["rang:4.3:rang-retr"], needs: [.writeAccess, .data, .feature("RANG")], tags: ["rang", "resume"],
      failsWith: ["argument-taken=RANG:1 0"]
    ) { probe in
      try await probe.prepare(.store("ten.txt", "0123456789"))
      for (range, wanted) in [("2 5", "2345"), ("7 99", "789"), ("20 30", "")] {
        try await probe.restart("RANG \(range)")
        let start = try await probe.ftp.startTransfer("RETR ten.txt")
        if wanted.isEmpty, start.reply.code.isNegative {
          probe.warn("no octets", Probe.words(of: start.reply))
          continue
        }
        let bytes = try await probe.received(start, "RETR after RANG \(range)")
        try probe.require(bytes == Array(wanted.utf8), "'\(wanted)'", Escaping.ascii(bytes))
      }
    },
    ServerCase(
      "draft-rang/4.3/rang-stor", "STOR after RANG changes nothing outside the range.",
      ["rang:4.3:rang-stor"], needs: [.writeAccess, .data, .feature("RANG")], tags: ["rang", "resume"],
      failsWith: ["argument-taken=RANG:1 0", "argument-taken=RANG:3 6"],
      .prepare(.store("ten.txt", "0123456789")),
      .restart("RANG 2 4", then: "STOR ten.txt", "abc"),
      .retrieve("ten.txt", is: "01abc56789")),
  ]
}
