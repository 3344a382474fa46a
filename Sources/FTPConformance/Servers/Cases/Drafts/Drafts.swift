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
      failsWith: ["code-answer=AVBL:200", "reply-text=AVBL:plenty", "argument-taken=AVBL:"],
      .send("AVBL", 213),
      .claim("213 and digits") {
        !$0.lastLine.string.isEmpty && $0.lastLine.string.utf8.allSatisfy { (0x30...0x39).contains($0) }
      },
      .prepare(.store("file.txt", "text")),
      .send("AVBL file.txt", 550))
  ]
}
