import FTPProtocol

/// RFC 3659, section 4: SIZE.
enum RFC3659Section4 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/4/size-transfer-octets": { probe in
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
    "rfc3659/4/size-no-estimate": { probe in
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
    "rfc3659/4/size-reply-form": { probe in
      try await probe.prepare(.store("sized.txt", "text"))
      let reply = try await probe.sendOptional("SIZE sized.txt")
      try probe.expect(reply, 213, to: "SIZE sized.txt")
      _ = try probe.value(try SizeReply.read(reply))
    },
    "request the size of a directory": { probe in
      let reply = try await probe.sendOptional("SIZE inner")
      // The sentence is a should, and a size for a directory does not claim that anything was done.
      if reply.code == 213 {
        return probe.warn("550 or 4yz to SIZE of a directory", Probe.words(of: reply))
      }
      try probe.expect(reply, 550, .transient, to: "SIZE inner")
    },
  ]
}
