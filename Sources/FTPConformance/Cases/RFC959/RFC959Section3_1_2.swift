import FTPProtocol

/// RFC 959, section 3.1.2: file structures.
enum RFC959Section3_1_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/3.1.2/file-structure-default", "File structure can be named, and holds where no other was.",
      ["959:3.1.2:file-structure-default", "959:3.1.2:same-parameters-identical"],
      needs: [.writeAccess, .data], failsWith: ["code-answer=STRU:504", "data-garbage"]
    ) { probe in
      // In record structure these would be escapes.
      let bytes: [UInt8] = [1, 0xFF, 0xFF, 2, 0xFF, 3, 0xFF, 1]
      try await probe.upload("STOR default.bin", bytes)
      let first = try await probe.download("RETR default.bin")
      try probe.require(first.bytes == bytes, "the bytes that were sent", first.summary)
      try await probe.send("STRU F", expecting: 200)
      let second = try await probe.download("RETR default.bin")
      try probe.require(second.bytes == bytes, "the same bytes behind STRU F", second.summary)
    },
    ConformanceCase(
      "rfc959/3.1.2/record-structure", "Record structure is accepted for text, or refused with 504.",
      ["959:3.1.2:record-structure", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=STRU:451", "code-answer=STRU:500"]
    ) { probe in
      try await probe.send("TYPE A", expecting: 200)
      try await probe.expectOptional("STRU R")
    },
    ConformanceCase(
      "rfc959/3.1.2/page-structure-optional", "Page structure is accepted, or refused with 504.",
      ["959:3.1.2:page-structure-optional", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=STRU:451", "code-answer=STRU:500"]
    ) { probe in
      try await probe.expectOptional("STRU P")
    },
  ]
}
