import FTPProtocol

/// RFC 959, section 2.3, and section 3.1: types and structures.
enum RFC959Section3_1 {
  static let bodies: [String: CaseBody] = [
    "rfc959/3.1.1.1/ascii-crlf-on-wire": { probe in
      try await probe.prepare(.store("lines.txt", "one\r\ntwo\r\n\r\nfour\r\n", type: "A"))
      let copy = try await probe.download("RETR lines.txt", type: "A")
      let ends = zip([0] + copy.bytes, copy.bytes).filter { $0.1 == 0x0A }
      try probe.require(
        ends.count == 4 && ends.allSatisfy { $0.0 == 0x0D }, "four lines that end with CR LF", copy.summary)
    },
    "require TYPE E": { try await $0.requireAccepted("TYPE E") },
    "rfc959/3.1.1.3/image-round-trip": { probe in
      let bytes = Array("\r\n\n\r\r\n\0".utf8) + Array(0...255) + probe.bytes(5_000)
      try await probe.requireRoundTrip(bytes, of: "a file with every byte", named: "all.bin")
    },
    "require TYPE L 8": { try await $0.requireAccepted("TYPE L 8") },
    "try TYPE A T": { try await $0.expectOptional("TYPE A T", besides: "TYPE A") },
    "try TYPE A C": { try await $0.expectOptional("TYPE A C", besides: "TYPE A") },
    "try STRU R": { try await $0.expectOptional("STRU R", besides: "STRU F") },
    "rfc959/3.1.2/page-structure-optional": { try await $0.expectOptional("STRU P", besides: "STRU F") },
  ]
}
