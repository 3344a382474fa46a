import FTPProtocol

/// RFC 1123, section 4.1.2.11: FTP replies.
enum RFC1123Section4_1_2_11 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.11/replies-well-formed", "Replies are well formed, and none comes unasked.",
      [
        "1123:4.1.2.11:replies-well-formed", "959:4.2:reply-line", "959:4.2:multiline-end",
        "959:4.2:multiline-padding", "959:5.4:nothing-spontaneous",
      ], scope: .everything,
      failsWith: ["reply-no-separator", "reply-unpadded", "session-stray=5"]
    ) { probe in
      for command in ["HELP", "STAT", "SYST", "FEAT", "PWD", "NOOP", "XYZZ"] {
        try await probe.send(command)
      }
      try await probe.expectNothing(because: "because every command was answered")
    },
    ConformanceCase(
      "rfc1123/4.1.2.11/standard-codes", "Codes of the RFCs are used where they apply.",
      ["1123:4.1.2.11:standard-codes"], scope: .everything, failsWith: ["code-answer=SIZE:259"]
    ) { probe in
      // Commands that have lists of codes in the later RFCs; a server need not know any of them.
      for command in ["SIZE no-such-file", "MIC x", "LANG", "LPRT 0", "CCC"] {
        try await probe.send(command)
      }
    },
    ConformanceCase(
      "rfc1123/4.1.2.11/new-codes-allowed", "A code that no RFC has keeps to the digits of RFC 959.",
      // The liberty ends where the rules for the digits do.
      ["1123:4.1.2.11:new-codes-allowed", "959:4.2:digit-ranges"], level: .must, scope: .everything,
      failsWith: ["code-range"]
    ) { probe in
      for command in ["NOOP", "TYPE I", "PWD", "SYST", "HELP", "XYZZ"] { try await probe.send(command) }
    },
  ]
}
