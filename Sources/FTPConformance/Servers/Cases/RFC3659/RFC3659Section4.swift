import FTPProtocol

/// RFC 3659, section 4: SIZE.
enum RFC3659Section4 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/4/size-transfer-octets", "SIZE in image type is the number of octets that RETR sends.",
      needs: [.writeAccess, .data], tags: ["size"],
      failsWith: ["size-wrong", "size-zero", "data-short"]
    ) { probe in
      // The second file replaces the first.
      for content in [CaseContent.random(12_345), .random(131_073, from: 12_345)] {
        try await probe.prepare(.store("sized.bin", content), .send("TYPE I"))
        let reply = try await probe.sendOptional("SIZE sized.bin")
        let size = try probe.value(try SizeReply.read(reply)).octets
        let copy = try await probe.preparing("RETR") { try await probe.download("RETR sized.bin") }
        try probe.require(
          copy.bytes.count == size, "the \(copy.bytes.count) octets that RETR sent", "\(size)")
      }
    },
    ServerCase(
      "rfc3659/4/size-no-estimate",
      "SIZE in ASCII type is the number of octets that RETR sends in that type, or is refused.",
      needs: [.writeAccess, .data], tags: ["size"],
      failsWith: ["size-wrong", "size-zero"]
    ) { probe in
      try await probe.prepare(.store("lines.txt", "one\ntwo\n\nfour"), .send("TYPE A"))
      let reply = try await probe.sendOptional("SIZE lines.txt")
      if reply.code.isNegative { return }
      let size = try probe.value(try SizeReply.read(reply)).octets
      let copy = try await probe.downloadInASCII("RETR lines.txt")
      if size == 16, copy.bytes.count == 13 {
        try probe.skip("RETR in ASCII type adds no CR (see rfc959/3.1.1.1/ascii-crlf-on-wire)")
      }
      try probe.require(copy.bytes.count == size, "the \(copy.bytes.count) octets that RETR sent", "\(size)")
    },
    ServerCase(
      "rfc3659/4/size-reply-form", "The 213 of SIZE is one line with digits and nothing else.",
      needs: [.writeAccess, .data], tags: ["size"],
      failsWith: ["size-text", "size-negative", "reply-multiline"]
    ) { probe in
      try await probe.prepare(.store("sized.txt", "text"))
      let reply = try await probe.sendOptional("SIZE sized.txt")
      try probe.expect(reply, 213, to: "SIZE sized.txt")
      _ = try probe.value(try SizeReply.read(reply))
    },
    ServerCase(
      "rfc3659/4/size-missing", "SIZE of a directory or of a missing file gets 550.", needs: [.writeAccess],
      tags: ["size"],
      failsWith: ["code-answer=SIZE:553", "code-answer=SIZE:213"],
      .prepare(.send("MKD inner"), .send("TYPE I")),
      .sendOptional("SIZE no-such-file", 550, .transient),
      .compute { probe in
        let reply = try await probe.sendOptional("SIZE inner")
        // The sentence is a should, and a size for a directory does not claim that anything was done.
        if reply.code == 213 {
          return probe.warn("550 or 4yz to SIZE of a directory", Probe.words(of: reply))
        }
        try probe.expect(reply, 550, .transient, to: "SIZE inner")
      }),
    ServerCase(
      "rfc3659/4/size-no-argument", "SIZE without a name gets 501 or 500.", tags: ["size"],
      failsWith: ["code-answer=SIZE:550", "argument-taken=SIZE:README.txt"],
      .sendOptional("SIZE no-such-file"),
      .send("SIZE", 501, 500)),
    ServerCase(
      "rfc3659/4.3/size-in-feat", "FEAT has the line SIZE if the server has SIZE.",
      tags: ["feat", "size"], failsWith: ["feat-hides=SIZE", "feat-extra"],
      .feature("SIZE", of: "SIZE no-such-file")),
  ]
}
