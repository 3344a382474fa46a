import FTPProtocol

/// RFC 959, section 2.3, and section 3.1: types and structures.
enum RFC959Section3_1 {
  static let cases: [ServerCase] = [
    // 2.3: the FTP model.
    ServerCase(
      "rfc959/2.3/user-requests-close", "The control connection stays open after a refusal.",
      tags: ["syntax"],
      failsWith: ["session-hangup=4"], traffic: .provoking,
      .stayOpen(
        after: "a refusal",
        .sendEach(["XYZZ", "CWD ftpraw-missing", "TYPE X", "RETR", "PORT 1,2,3"]), .harmless)),
    // 3.1.1: representation types.
    ServerCase(
      "rfc959/3.1.1.1/ascii-default", "A session begins in ASCII type.",
      needs: [.writeAccess, .data, .secondLogin], tags: ["ascii"], failsWith: ["parameter-image"],
      .textFile,
      .secondSession,
      .inSecondSession(.lines(in: "A", "{directory}/lines.txt", after: "at the beginning of a session"))),
    ServerCase(
      "rfc959/3.1.1.1/ascii-accepted", "The server has ASCII type.",
      ["959:3.1.1.1:ascii-accepted", "959:5.4:type-codes"], tags: ["ascii"],
      failsWith: ["code-answer=TYPE:504", "code-type"],
      .send("TYPE A", 200)),
    ServerCase(
      "rfc959/3.1.1.1/ascii-crlf-on-wire", "In ASCII type, every line ends with CR LF.",
      needs: [.writeAccess, .data], tags: ["ascii"],
      failsWith: ["data-bare-lf"]
    ) { probe in
      try await probe.prepare(.store("lines.txt", "one\r\ntwo\r\n\r\nfour\r\n", type: "A"))
      let copy = try await probe.download("RETR lines.txt", type: "A")
      let ends = zip([0] + copy.bytes, copy.bytes).filter { $0.1 == 0x0A }
      try probe.require(
        ends.count == 4 && ends.allSatisfy { $0.0 == 0x0D }, "four lines that end with CR LF", copy.summary)
    },
    ServerCase(
      "rfc959/3.1.1.1/ascii-round-trip", "Text stored in ASCII type is retrieved unchanged.",
      ["959:3.1.1.1:ascii-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      tags: ["ascii"], failsWith: ["data-bare-lf", "data-ascii", "data-short"],
      .prepare(.store("text.txt", RFC959Section3_1Contents.unended, type: "A")),
      .retrieve("text.txt", type: "A", is: RFC959Section3_1Contents.unended)),
    ServerCase(
      "rfc959/3.1.1.2/ebcdic-real",
      "TYPE E is refused, or text is sent in EBCDIC with NL at the end of each line.",
      needs: [.writeAccess, .data], failsWith: ["code-pretend=TYPE:200"],
      .prepare(.store("lines.txt", "ABC\r\n123\r\n", type: "A")),
      .compute { try await $0.requireAccepted("TYPE E") },
      .retrieve(
        "lines.txt", type: nil, is: .bytes([0xC1, 0xC2, 0xC3, 0x15, 0xF1, 0xF2, 0xF3, 0x15]))),
    ServerCase(
      "rfc959/3.1.1.3/image-accepted", "The server has Image type.",
      ["959:3.1.1.3:image-accepted", "959:5.4:type-codes"], failsWith: ["code-answer=TYPE:504", "code-type"],
      .send("TYPE I", 200)),
    ServerCase(
      "rfc959/3.1.1.3/image-round-trip", "In image type, every byte is retrieved as it was stored.",
      ["959:3.1.1.3:image-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      failsWith: ["data-seven-bit", "data-ascii", "data-bare-lf"]
    ) { probe in
      let bytes = Array("\r\n\n\r\r\n\0".utf8) + Array(0...255) + probe.bytes(5_000)
      try await probe.requireRoundTrip(bytes, of: "a file with every byte", named: "all.bin")
    },
    ServerCase(
      "rfc959/3.1.1.4/local-needs-size", "TYPE L without a byte size is refused.",
      failsWith: ["code-answer=TYPE:200"],
      // The sentence does not say that a server must refuse it.
      .send("TYPE L", .permanent, tolerating: [200])),
    ServerCase(
      "rfc959/3.1.1.4/local-size-decimal", "The byte size of TYPE L is a decimal number.",
      failsWith: ["code-answer=TYPE:200"],
      .sendEach(["TYPE L X", "TYPE L -8", "TYPE L 8.0", "TYPE L 0x8"], .permanent, tolerating: [200])),
    ServerCase(
      "rfc959/3.1.1.4/local-round-trip",
      "In local type with 8-bit bytes, a file is retrieved as it was stored.",
      ["959:3.1.1.4:local-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      failsWith: ["data-seven-bit", "data-ascii"],
      .compute { try await $0.requireAccepted("TYPE L 8") },
      .prepare(.store("local.bin", .bytes(Array("\r\n\n".utf8) + Array(0...255)), type: nil)),
      .retrieve("local.bin", type: nil, is: .bytes(Array("\r\n\n".utf8) + Array(0...255)))),
    ServerCase(
      "rfc959/3.1.1.5/nonprint-default", "The Non-print format can be named or omitted.",
      failsWith: ["code-answer=TYPE:504", "code-type"],
      .sendEach(["TYPE A N", "TYPE A"], 200)),
    ServerCase(
      "rfc959/3.1.1.5/print-formats-optional", "Telnet and ASA formats are accepted, or refused with 504.",
      ["959:3.1.1.5:print-formats-optional", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=TYPE:451"],
      .compute { try await $0.expectOptional("TYPE A T", besides: "TYPE A") },
      .compute { try await $0.expectOptional("TYPE A C", besides: "TYPE A") },
      .prepare(.attempt("TYPE A"))),
    // 3.1.2: file structures.
    ServerCase(
      "rfc959/3.1.2/file-structure-default", "File structure can be requested, and is the default.",
      ["959:3.1.2:file-structure-default", "959:3.1.2:same-parameters-identical"],
      needs: [.writeAccess, .data], failsWith: ["code-answer=STRU:504", "data-garbage"],
      // In record structure, these bytes would be escapes.
      .prepare(.store("default.bin", .bytes([1, 0xFF, 0xFF, 2, 0xFF, 3, 0xFF, 1]))),
      .retrieve("default.bin", is: .bytes([1, 0xFF, 0xFF, 2, 0xFF, 3, 0xFF, 1])),
      .send("STRU F", 200),
      .retrieve("default.bin", is: .bytes([1, 0xFF, 0xFF, 2, 0xFF, 3, 0xFF, 1]))),
    ServerCase(
      "rfc959/3.1.2/record-structure", "Record structure is accepted for text, or refused with 504.",
      ["959:3.1.2:record-structure", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=STRU:451"],
      .prepare(.send("TYPE A")),
      .compute { try await $0.expectOptional("STRU R", besides: "STRU F") }),
    ServerCase(
      "rfc959/3.1.2/page-structure-optional", "Page structure is accepted, or refused with 504.",
      ["959:3.1.2:page-structure-optional", "959:4.2:unimplemented-parameter-504"],
      failsWith: ["code-answer=STRU:451", "code-swap=504:500"],
      .compute { try await $0.expectOptional("STRU P", besides: "STRU F") }),
  ]
}
