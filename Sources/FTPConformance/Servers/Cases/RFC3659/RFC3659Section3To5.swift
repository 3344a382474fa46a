import FTPProtocol

/// RFC 3659, sections 3 to 5: MDTM, SIZE, and REST in stream mode.
enum RFC3659Section3To5 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/3.1/mdtm-name-whole": { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let before = try await probe.modified("timed.txt")
      let reply = try await probe.send("MDTM 20010203040506 timed.txt")
      guard !reply.code.isNegative else { return }
      // Many servers set the time instead, because clients had no MFMT.
      let after = try await probe.modified("timed.txt")
      probe.warn(
        "550, because there is no file '20010203040506 timed.txt'",
        "\(Probe.words(of: reply)), and the file's time is " + (after == before ? "unchanged" : "\(after)"))
    },
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
    "rfc3659/5.3/rest-appe": { probe in
      func result(_ verb: String, _ name: String, _ offset: Int, _ text: String) async throws
        -> CompletedTransfer
      {
        try await probe.prepare(.store(name, "0123456789"))
        // A server may refuse APPE here, even after the data.
        try await probe.restarted(["REST \(offset)"], "\(verb) \(name)", sending: Array(text.utf8))
        return try await probe.preparing("RETR") { try await probe.download("RETR \(name)") }
      }
      let end = try await result("APPE", "at-end.txt", 10, "abc")
      let stored = try await result("STOR", "inside.txt", 4, "xyz")
      let appended = try await result("APPE", "inside-too.txt", 4, "xyz")
      if end.bytes == Array("abc".utf8) {
        // Some servers keep the offset, and send only what comes after it.
        try await probe.prepare(.send("REST 0"))
        if try await probe.download("RETR at-end.txt").bytes.count > end.bytes.count {
          try probe.skip("RETR still begins at the offset (see rfc3659/5.3/rest-one-transfer)")
        }
      }
      try probe.requireSame(end, as: Array("0123456789abc".utf8), "0123456789abc")
      // Section 5.3 does not define what happens to a file that was not cut off at the offset, so this is a warning at
      // most.
      guard stored.bytes.starts(with: Array("0123xyz".utf8)) else {
        try probe.skip("STOR does not store at the offset itself (see rfc3659/5.3/rest-stor)")
      }
      if stored.bytes != appended.bytes {
        probe.warn("after REST 4, the same result as STOR: \(stored.summary)", appended.summary)
      }
    },
    "rfc3659/5.3/rest-one-transfer": { probe in
      try await probe.prepare(.store("ten.txt", "0123456789"))
      try await probe.restarted(["REST 5"], "RETR ten.txt")
      let again = try await probe.download("RETR ten.txt")
      try probe.require(again.bytes.count == 10, "all ten octets the second time", again.summary)
      try await probe.prepare(.store("other.txt", "0123456789"))
      try await probe.restart("REST 5")
      let upload = try await probe.ftp.startTransfer("STOR other.txt").transfer
      try await upload?.sendUntilRefused(Array("56789".utf8))
      try await upload?.end()
      let third = try await probe.download("RETR ten.txt")
      try probe.require(third.bytes.count == 10, "all ten octets after REST and STOR", third.summary)
    },
  ]
}
