import FTPProtocol

/// RFC 3659, section 5: REST in stream mode.
enum RFC3659Section5 {
  static let bodies: [String: CaseBody] = [
    "retrieve from beyond the end": { probe in
      try await probe.restart("REST 1000")
      guard let transfer = try await probe.ftp.startTransfer("RETR ten.txt").transfer else { return }
      let bytes = try await transfer.contents()
      let final = try await transfer.end()
      if final.code.isNegative { return }
      try probe.require(bytes.isEmpty, "a refusal of RETR", "\(bytes.count) octets of a file of ten")
      probe.warn("a refusal of RETR", "no octets, and \(Probe.words(of: final))")
    },
    "rfc3659/5.3/rest-stor": { probe in
      try await probe.prepare(.store("part.txt", "0123456789"))
      do {
        try await probe.restarted(["REST 10"], "STOR part.txt", sending: Array("abc".utf8))
      } catch CaseStop.unsupported(let reason) {
        // A refusal is truthful; but what was already stored must still be there.
        let left = try await probe.preparing("RETR") { try await probe.download("RETR part.txt") }
        try probe.require(
          left.bytes.starts(with: "0123456789".utf8), "0123456789, as STOR was refused", left.summary)
        throw CaseStop.unsupported(reason)
      }
      let whole = try await probe.download("RETR part.txt")
      try probe.requireSame(whole, as: Array("0123456789abc".utf8), "0123456789abc")
      // The RFC defines the effect only at the end of the file, so this is a warning at most.
      try await probe.prepare(.store("inside.txt", "0123456789"))
      do {
        try await probe.restarted(["REST 4"], "STOR inside.txt", sending: Array("xyz".utf8))
      } catch CaseStop.unsupported { return }
      let inside = try await probe.preparing("RETR") { try await probe.download("RETR inside.txt") }
      if !inside.bytes.starts(with: "0123xyz".utf8) { probe.warn("0123xyz at the beginning", inside.summary) }
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
      try probe.requireSame(end, as: Array("0123456789abc".utf8), "0123456789abc")
      // Section 5.3 does not define what happens to a file that was not cut off at the offset, so this is a warning at
      // most.
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
