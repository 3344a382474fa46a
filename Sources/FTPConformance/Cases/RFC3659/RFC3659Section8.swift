import FTPProtocol

/// RFC 3659, section 8: what MLST asks of other commands.
enum RFC3659Section8 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/8/eight-bit-everywhere", "With MLST the other commands take names of eight bits too.",
      ["3659:8:eight-bit-everywhere"], needs: [.writeAccess, .data, .feature("MLST")],
      tags: ["names", "utf8"], failsWith: ["argument-seven-bit", "argument-taken=RNTO:other"]
    ) { probe in
      let home = try await probe.workingDirectory().text
      try await probe.send("MKD dé", expecting: 257)
      try await probe.send("CWD dé", expecting: .completion)
      let inside = try await probe.workingDirectory().text
      try probe.require(inside == "\(home)/dé", "\(home)/dé", inside)
      try await probe.upload("STOR fü.txt", "one,")
      try await probe.upload("APPE fü.txt", "two")
      try await probe.send("RNFR fü.txt", expecting: 350)
      try await probe.send("RNTO gö.txt", expecting: 250)
      let copy = try await probe.download("RETR gö.txt")
      try probe.require(copy.bytes == Array("one,two".utf8), "one,two", copy.summary)
      try await probe.send("DELE gö.txt", expecting: 250)
      try await probe.send("CWD \(home)", expecting: .completion)
      try await probe.send("RMD dé", expecting: 250)
    }
  ]
}
