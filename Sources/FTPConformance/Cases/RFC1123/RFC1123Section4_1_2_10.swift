import FTPProtocol

/// RFC 1123, section 4.1.2.10: Telnet end-of-line code.
enum RFC1123Section4_1_2_10 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.10/split-command", "A command may come in any number of pieces.",
      ["1123:4.1.2.10:reads-carry-no-meaning"], tags: ["segments"], failsWith: ["session-hasty"]
    ) { probe in
      for piece in ["N", "OO", "P\r"] {
        try await probe.write(piece)
        try await probe.expectNothing(because: "because the line has no end yet")
      }
      try await probe.write("\n")
      try await probe.promptReply(expecting: 200, to: "NOOP, which came in four pieces")
    },
    ConformanceCase(
      "rfc1123/4.1.2.10/joined-commands", "Several commands may come in one piece.",
      ["1123:4.1.2.10:reads-carry-no-meaning"], tags: ["segments"],
      failsWith: ["session-one-command", "session-silent=4"]
    ) { probe in
      try await probe.write("NOOP\r\nPWD\r\nTYPE I\r\nNO")
      try await probe.promptReply(expecting: 200, to: "NOOP")
      try await probe.promptReply(expecting: 257, to: "PWD")
      try await probe.promptReply(expecting: 200, to: "TYPE I")
      try await probe.write("OP\r\n")
      try await probe.promptReply(expecting: 200, to: "NOOP")
    },
  ]
}
