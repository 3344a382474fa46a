import FTPProtocol

/// RFC 3659, section 5: REST in stream mode.
enum RFC3659Section5 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/5.3/rest-350", "REST with digits gets 350.", tags: ["resume"],
      failsWith: ["code-answer=REST:200", "restart-refused"],
      .prepare(.send("TYPE I")),
      .sendOptional("REST 10", 350)),
    ServerCase(
      "rfc3659/5.3/rest-digits-only", "In stream mode REST with anything but digits is refused.",
      tags: ["resume", "slow"], failsWith: ["argument-taken=REST:0"],
      traffic: .provoking,
      .prepare(.send("TYPE I")),
      .sendOptional("REST 0"),
      .sendEach(["REST ten", "REST -1", "REST 1x"], .negative)),
    ServerCase(
      "rfc3659/5.3/rest-out-of-range",
      "REST beyond the end of the file is refused at the transfer, not before.",
      needs: [.writeAccess, .data], tags: ["resume"],
      failsWith: ["restart-ignored", "code-answer=REST:501"],
      .prepare(.store("ten.txt", "0123456789")),
      // The number alone does not show whether it is beyond the end of a file.
      .sendEach(["REST 20000", "REST 4294967296"], 350, isOptional: true),
      .compute { probe in
        try await probe.restart("REST 1000")
        guard let transfer = try await probe.ftp.startTransfer("RETR ten.txt").transfer else { return }
        let bytes = try await transfer.contents()
        let final = try await transfer.end()
        if final.code.isNegative { return }
        try probe.require(bytes.isEmpty, "a refusal of RETR", "\(bytes.count) octets of a file of ten")
        probe.warn("a refusal of RETR", "no octets, and \(Probe.words(of: final))")
      }),
    ServerCase(
      "rfc3659/5.3/rest-retr", "RETR after REST sends the file from that octet on.",
      needs: [.writeAccess, .data], tags: ["resume"],
      failsWith: ["restart-off-by-one", "restart-ignored"],
      .prepare(.store("whole.bin", .random(131_072))),
      .restart("REST 1", then: "RETR whole.bin", .random(131_071, from: 1)),
      .restart("REST 1234", then: "RETR whole.bin", .random(129_838, from: 1_234)),
      .restart("REST 65537", then: "RETR whole.bin", .random(65_535, from: 65_537)),
      .restart("REST 131071", then: "RETR whole.bin", .random(1, from: 131_071))),
    ServerCase(
      "rfc3659/5.3/rest-stor", "STOR after REST writes from that octet on and keeps the octets before it.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["restart-ignored"]
    ) { probe in
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
    ServerCase(
      "rfc3659/5.3/rest-appe", "APPE after REST does what STOR does, or is refused.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["command-as=APPE:STOR nowhere.txt"]
    ) { probe in
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
    ServerCase(
      "rfc3659/5.3/rest-zero-cancels", "REST 0 cancels an earlier REST.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["argument-taken=REST:5"],
      .prepare(.store("ten.txt", "0123456789")),
      .restart("REST 5", "REST 0", then: "RETR ten.txt", "0123456789")),
    ServerCase(
      "rfc3659/5.3/rest-one-transfer", "REST applies to one transfer only.", needs: [.writeAccess, .data],
      tags: ["resume"],
      failsWith: ["restart-leaks"]
    ) { probe in
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
    ServerCase(
      "rfc3659/5.3/neighbour-restart", "REST in one session does not affect the transfers of another.",
      ["3659:5.3:rest-one-transfer"], needs: [.writeAccess, .data, .secondLogin],
      tags: ["sessions", "resume"],
      failsWith: ["command-shared=REST"],
      .prepare(.store("ten.txt", "0123456789")),
      .secondSession,
      .inSecondSession(.prepare(.send("TYPE I"), .send("REST 5"))),
      .retrieve("ten.txt", is: "0123456789")),
    ServerCase(
      "rfc3659/5.4/rest-in-feat", "FEAT has the line REST STREAM if REST works in stream mode.",
      tags: ["feat", "resume"], failsWith: ["feat-hides=REST", "feat-bare"],
      .prepare(.send("TYPE I")),
      .feature("REST STREAM", of: "REST 1")),
    ServerCase(
      "rfc3659/5.4/rest-feat-honest", "If FEAT has REST STREAM, a transfer can be restarted.",
      needs: [.writeAccess, .data, .feature("REST")],
      tags: ["feat", "resume"],
      failsWith: ["restart-refused", "restart-ignored"],
      .prepare(.store("ten.txt", "0123456789")),
      .restart("REST 4", then: "RETR ten.txt", "456789")),
  ]
}
