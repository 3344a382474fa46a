import FTPProtocol

/// RFC 959, section 4.1: what one session sets does not affect another.
enum RFC959Section4_1Neighbours {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.2/neighbour-type", "TYPE in one session does not affect another.",
      ["959:4.1.2:parameters-persist"], needs: [.writeAccess, .data, .secondLogin], tags: ["sessions"],
      failsWith: ["command-shared=TYPE"]
    ) { probe in
      let lines = try await probe.linesByType()
      let other = try await probe.neighbour()
      try await probe.send("TYPE A", expecting: 200, over: other)
      try await probe.requireLines(lines.image, "image", after: "after TYPE A in another session")
    },
    ServerCase(
      "rfc959/4.1.1/neighbour-directory",
      "CWD in one session does not affect another.",
      ["959:4.1.1:cwd-only-directory"], needs: [.writeAccess, .secondLogin],
      tags: ["sessions", "directories"],
      failsWith: ["command-shared=CWD"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      let before = try await probe.workingDirectory()
      let other = try await probe.neighbour()
      try await probe.send("CWD inner", expecting: .completion, over: other)
      let after = try await probe.workingDirectory()
      try probe.require(
        after.path == before.path, "\(before.text), since this session sent no CWD",
        "\(after.text), as in the other session")
    },
    ServerCase(
      "rfc959/4.2/neighbour-file", "Other sessions see a stored file.",
      ["959:4.2:success-means-done"], needs: [.writeAccess, .data, .secondLogin], tags: ["sessions"],
      failsWith: ["command-as=STOR:STOR other.txt"]
    ) { probe in
      let other = try await probe.neighbour()
      try await probe.upload("STOR seen.txt", "seen at once")
      let copy = try await probe.download("RETR seen.txt", over: other)
      try probe.requireSame(copy, as: Array("seen at once".utf8), of: "the file")
    },
    ServerCase(
      "rfc959/4.1.3/neighbour-rename", "RNTO does not complete the RNFR of another session.",
      ["959:4.1.3:rnto-after-rnfr"], needs: [.writeAccess, .secondLogin], tags: ["sessions", "rename"],
      failsWith: ["command-shared=RNFR"]
    ) { probe in
      try await probe.send("MKD old", expecting: 257)
      let other = try await probe.neighbour()
      try await probe.send("RNFR old", expecting: 350, over: other)
      // Other cases check the code.
      try await probe.send("RNTO new", expecting: .permanent)
    },
  ]
}
