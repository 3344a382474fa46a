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
      for count in [12_345, 131_073] {
        try await probe.upload("STOR sized.bin", probe.bytes(count))
        let size = try await size(of: "sized.bin", probe)
        let copy = try await probe.download("RETR sized.bin")
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
      try await probe.upload("STOR lines.txt", "one\ntwo\n\nfour")
      try await probe.send("TYPE A", expecting: 200)
      let reply = try await probe.sendOptional("SIZE lines.txt")
      if reply.code.isNegative { return }
      let size = try SizeReply.read(reply).value.octets
      let copy = try await probe.downloadInASCII("RETR lines.txt")
      try probe.require(copy.bytes.count == size, "the \(copy.bytes.count) octets that RETR sent", "\(size)")
    },
    ServerCase(
      "rfc3659/4/size-reply-form", "The 213 of SIZE is one line with digits and nothing else.",
      needs: [.writeAccess, .data], tags: ["size"],
      failsWith: ["size-text", "size-negative", "reply-multiline"]
    ) { probe in
      try await probe.upload("STOR sized.txt", "text")
      let reply = try await probe.sendOptional("SIZE sized.txt")
      try probe.expect(reply, 213, to: "SIZE sized.txt")
      _ = try probe.value(try SizeReply.read(reply))
    },
    ServerCase(
      "rfc3659/4/size-missing", "SIZE of a directory or of a missing file gets 550.", needs: [.writeAccess],
      tags: ["size"],
      failsWith: ["code-answer=SIZE:553", "code-answer=SIZE:213"]
    ) { probe in
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("TYPE I", expecting: 200)
      for name in ["no-such-file", "inner"] {
        let reply = try await probe.sendOptional("SIZE \(name)")
        // The sentence is a should, and a size for a directory does not claim that anything was done.
        if name == "inner", reply.code == 213 {
          probe.warn("550 or 4yz to SIZE of a directory", Probe.words(of: reply))
        } else {
          try probe.expect(reply, 550, .transient, to: "SIZE \(name)")
        }
      }
    },
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

  /// The size that SIZE reports for a file in image type.
  private static func size(of name: String, _ probe: Probe) async throws -> UInt64 {
    try await probe.send("TYPE I", expecting: 200)
    let reply = try await probe.sendOptional("SIZE \(name)")
    try probe.expect(reply, 213, to: "SIZE \(name)")
    return try SizeReply.read(reply).value.octets
  }
}
