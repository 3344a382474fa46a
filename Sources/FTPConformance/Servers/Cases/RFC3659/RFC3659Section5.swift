import FTPProtocol

/// RFC 3659, section 5: REST in stream mode.
enum RFC3659Section5 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/5.3/rest-350", "REST with digits gets 350.", tags: ["resume"],
      failsWith: ["code-answer=REST:200", "restart-refused"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      let reply = try await probe.sendOptional("REST 10")
      try probe.expect(reply, 350, to: "REST 10")
    },
    ServerCase(
      "rfc3659/5.3/rest-digits-only", "In stream mode REST with anything but digits is refused.",
      tags: ["resume", "slow"], failsWith: ["argument-taken=REST:0"],
      traffic: .provoking
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      try await probe.sendOptional("REST 0")
      for marker in ["ten", "-1", "1x"] { try await probe.send("REST \(marker)", expecting: .negative) }
    },
    ServerCase(
      "rfc3659/5.3/rest-out-of-range",
      "REST beyond the end of the file is refused at the transfer, not before.",
      needs: [.writeAccess, .data], tags: ["resume"],
      failsWith: ["restart-ignored", "code-answer=REST:501"]
    ) { probe in
      try await probe.upload("STOR ten.txt", "0123456789")
      // The number alone does not show whether it is beyond the end of a file.
      for offset in [UInt64(20_000), 4_294_967_296] {
        let reply = try await probe.sendOptional("REST \(offset)")
        try probe.expect(reply, 350, to: "REST \(offset)")
      }
      let start = try await probe.startRestarted(at: 1_000, "RETR ten.txt")
      guard let transfer = start.transfer else { return }
      let bytes = try await transfer.contents()
      let final = try await transfer.end()
      if final.code.isNegative { return }
      try probe.require(bytes.isEmpty, "a refusal of RETR", "\(bytes.count) octets of a file of ten")
      probe.warn("a refusal of RETR", "no octets, and \(Probe.words(of: final))")
    },
    ServerCase(
      "rfc3659/5.3/rest-retr", "RETR after REST sends the file from that octet on.",
      needs: [.writeAccess, .data], tags: ["resume"],
      failsWith: ["restart-off-by-one", "restart-ignored"]
    ) { probe in
      let bytes = probe.bytes(131_072)
      try await probe.upload("STOR whole.bin", bytes)
      for offset in [1, 1_234, 65_537, 131_071] {
        let start = try await probe.startRestarted(at: UInt64(offset), "RETR whole.bin")
        let rest = try await probe.received(start, "RETR after REST \(offset)")
        try probe.require(
          rest == Array(bytes[offset...]), "the last \(bytes.count - offset) octets after REST \(offset)",
          "\(rest.count) octets")
      }
    },
    ServerCase(
      "rfc3659/5.3/rest-stor", "STOR after REST writes from that octet on and keeps the octets before it.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["restart-ignored"]
    ) { probe in
      try await probe.upload("STOR part.txt", "0123456789")
      let start = try await probe.startRestarted(at: 10, "STOR part.txt")
      try await probe.sent("abc", start, "STOR after REST 10")
      let whole = try await probe.download("RETR part.txt")
      try probe.require(whole.bytes == Array("0123456789abc".utf8), "0123456789abc", whole.summary)
      let inside = try await probe.startRestarted(at: 4, "STOR part.txt")
      try await probe.sent("xyz", inside, "STOR after REST 4")
      let patched = try await probe.download("RETR part.txt")
      // The bytes after the new ones are undefined.
      try probe.require(
        patched.bytes.starts(with: "0123xyz".utf8), "0123xyz at the beginning", patched.summary)
    },
    ServerCase(
      "rfc3659/5.3/rest-appe", "APPE after REST does what STOR does, or is refused.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["restart-ignored"]
    ) { probe in
      var results: [String: CompletedTransfer] = [:]
      for (command, offset, text) in [
        ("APPE at-end.txt", 10, "abc"), ("STOR inside.txt", 4, "xyz"), ("APPE inside-too.txt", 4, "xyz"),
      ] {
        let name = String(command.dropFirst(5))
        try await probe.upload("STOR \(name)", "0123456789")
        let start = try await probe.startRestarted(at: UInt64(offset), command)
        // A server may refuse APPE here, even after the data.
        if command.hasPrefix("APPE"), start.reply.code.isNegative { return }
        let described = "\(command) after REST \(offset)"
        let transfer = try probe.require(
          start.transfer, "1yz to \(described)", Probe.words(of: start.reply))
        try await transfer.sendUntilRefused(Array(text.utf8))
        let final = try await transfer.end()
        if command.hasPrefix("APPE"), final.code.isNegative { return }
        try probe.expect(final, .completion, to: described)
        results[name] = try await probe.download("RETR \(name)")
      }
      let end = try probe.require(results["at-end.txt"], "a copy", "none")
      try probe.require(end.bytes == Array("0123456789abc".utf8), "0123456789abc", end.summary)
      // Section 5.3 does not define what happens to a file that was not cut off at the offset, so this is a warning at
      // most.
      guard let stored = results["inside.txt"], let appended = results["inside-too.txt"] else { return }
      if stored.bytes != appended.bytes {
        probe.warn("after REST 4, the same result as STOR: \(stored.summary)", appended.summary)
      }
    },
    ServerCase(
      "rfc3659/5.3/rest-zero-cancels", "REST 0 cancels an earlier REST.",
      needs: [.writeAccess, .data], tags: ["resume"], failsWith: ["argument-taken=REST:5"]
    ) { probe in
      try await probe.upload("STOR ten.txt", "0123456789")
      try await probe.restart(["REST 5", "REST 0"])
      let bytes = try await probe.received(try await probe.ftp.startTransfer("RETR ten.txt"), "RETR")
      try probe.require(bytes.count == 10, "all ten octets", "\(bytes.count)")
    },
    ServerCase(
      "rfc3659/5.3/rest-one-transfer", "REST applies to one transfer only.", needs: [.writeAccess, .data],
      tags: ["resume"],
      failsWith: ["restart-leaks"]
    ) { probe in
      try await probe.upload("STOR ten.txt", "0123456789")
      _ = try await probe.received(try await probe.startRestarted(at: 5, "RETR ten.txt"), "RETR")
      let again = try await probe.download("RETR ten.txt")
      try probe.require(again.bytes.count == 10, "all ten octets the second time", again.summary)
      try await probe.upload("STOR other.txt", "0123456789")
      let upload = try await probe.startRestarted(at: 5, "STOR other.txt")
      try await upload.transfer?.sendUntilRefused(Array("56789".utf8))
      try await upload.transfer?.end()
      let third = try await probe.download("RETR ten.txt")
      try probe.require(third.bytes.count == 10, "all ten octets after REST and STOR", third.summary)
      // A refused transfer uses up its REST as well, though a client should send another one.
      let refused = try await probe.startRestarted(at: 5, "RETR no-such-file")
      try await refused.transfer?.end()
      let fourth = try await probe.download("RETR ten.txt")
      if fourth.bytes.count != 10 {
        probe.warn("all ten octets after REST and a RETR that was refused", fourth.summary)
      }
    },
    ServerCase(
      "rfc3659/5.3/neighbour-restart", "REST in one session does not affect the transfers of another.",
      ["3659:5.3:rest-one-transfer"], needs: [.writeAccess, .data, .secondLogin],
      tags: ["sessions", "resume"],
      failsWith: ["command-shared=REST"]
    ) { probe in
      try await probe.upload("STOR ten.txt", "0123456789")
      let other = try await probe.neighbour()
      try await probe.send("TYPE I", expecting: 200, over: other)
      let reply = try await probe.sendOptional("REST 5", over: other)
      try probe.expect(reply, 350, to: "REST 5")
      let copy = try await probe.download("RETR ten.txt")
      try probe.require(copy.bytes.count == 10, "all ten octets", copy.summary)
    },
    ServerCase(
      "rfc3659/5.4/rest-in-feat", "FEAT has the line REST STREAM if REST works in stream mode.",
      tags: ["feat", "resume"], failsWith: ["feat-hides=REST", "feat-bare"]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      try await probe.expectFeature("REST STREAM", of: "REST 1")
    },
    ServerCase(
      "rfc3659/5.4/rest-feat-honest", "If FEAT has REST STREAM, a transfer can be restarted.",
      needs: [.writeAccess, .data, .feature("REST")],
      tags: ["feat", "resume"],
      failsWith: ["restart-refused", "restart-ignored"]
    ) { probe in
      try await probe.upload("STOR ten.txt", "0123456789")
      let bytes = try await probe.received(try await probe.startRestarted(at: 4, "RETR ten.txt"), "RETR")
      try probe.require(bytes == Array("456789".utf8), "456789", Escaping.ascii(bytes))
    },
  ]
}
