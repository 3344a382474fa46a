import FTPProtocol

/// RFC 1123, section 4.1.2.2: Telnet format control.
enum RFC1123Section4_1_2_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.2/telnet-format", "TYPE A T is accepted.",
      ["1123:4.1.2.2:telnet-format-as-nonprint"], tags: ["type"],
      failsWith: ["code-type=504", "code-500=TYPE"]
    ) { probe in
      try await probe.send("TYPE A T", expecting: 200)
    },
    ConformanceCase(
      "rfc1123/4.1.2.2/telnet-format-as-nonprint", "A file is the same text in TYPE A T as in TYPE A N.",
      ["1123:4.1.2.2:telnet-format-as-nonprint"], needs: [.writeAccess, .data], tags: ["type"],
      failsWith: ["data-short", "data-bare-lf"]
    ) { probe in
      let reply = try await probe.send("TYPE A T")
      guard reply.code == 200 else { throw CaseStop.unsupported(Probe.words(of: reply)) }
      let text = Array("one line\r\nanother line\r\n".utf8)
      try await probe.upload("STOR format.txt", text, type: nil)
      let telnet = try await probe.download("RETR format.txt", type: nil)
      try probe.require(telnet.bytes == text, "the same two lines", telnet.summary)
      let plain = try await probe.download("RETR format.txt", type: "A")
      try probe.require(plain.bytes == text, "the same two lines in TYPE A", plain.summary)
    },
  ]
}
