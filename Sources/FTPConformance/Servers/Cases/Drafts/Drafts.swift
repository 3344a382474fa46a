import FTPProtocol

/// Drafts that never became RFCs, but that servers implement.
enum Drafts {
  static let cases: [ServerCase] = [
    DraftDeflate.cases,
    DraftHash.cases,
    DraftMFXX.cases,
    DraftRang.cases,
    DraftStreamlined.cases,
  ].flatMap(\.self)
}

/// draft-peterson-streamlined-ftp-command-extensions-10, of which only AVBL is in use.
enum DraftStreamlined {
  static let cases: [ServerCase] = [
    ServerCase(
      "draft-streamlined/4/avbl-reply-form", "AVBL gets 213 and digits; AVBL of a file is refused.",
      ["streamlined:4:avbl-reply-form"], needs: [.writeAccess, .data, .feature("AVBL")], tags: ["avbl"],
      failsWith: ["code-answer=AVBL:200", "reply-text=AVBL:plenty", "argument-taken=AVBL:"]
    ) { probe in
      let reply = try await probe.send("AVBL", expecting: 213)
      let text = reply.lastLine.string
      try probe.require(
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }, "213 and digits",
        Probe.words(of: reply))
      try await probe.upload("STOR file.txt", "text")
      try await probe.send("AVBL file.txt", expecting: 550)
    }
  ]
}
