import FTPProtocol

/// RFC 959, section 4.2: how replies are written, and in what order they come.
enum RFC959Section4_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/4.2/every-command-answered", "Every command is answered.",
      ["959:4.2:every-command-answered"], scope: .everything, tags: ["minimum"],
      failsWith: ["session-silent=4", "session-closed=5"]
    ) { probe in
      for command in ["NOOP", "PWD", "SYST", "HELP", "STAT", "MODE S", "STRU F"] {
        try await probe.send(command)
      }
    },
    ConformanceCase(
      "rfc959/4.2/reply-line", "A reply is three digits, a space, text and CR LF.", ["959:4.2:reply-line"],
      scope: .everything, failsWith: ["reply-no-separator", "reply-no-text", "reply-blank-line"]
    ) { probe in
      for command in ["NOOP", "PWD", "TYPE I"] { try await probe.send(command) }
    },
    ConformanceCase(
      "rfc959/4.2/multiline-end", "The last line of a multi-line reply repeats the code of the first.",
      ["959:4.2:multiline-end"], scope: .everything, failsWith: ["reply-other-end"]
    ) { probe in
      for command in ["HELP", "STAT", "FEAT", "NOOP"] { try await probe.send(command) }
    },
    // The codes in front of each line do no harm, and half of all servers send them.
    ConformanceCase(
      "rfc959/4.2/multiline-padding", "Lines inside a multi-line reply that begin with digits are padded.",
      ["959:4.2:multiline-padding"], level: .should, scope: .everything,
      failsWith: ["reply-unpadded", "reply-code-inside"]
    ) { probe in
      for command in ["HELP", "STAT", "FEAT", "NOOP"] { try await probe.send(command) }
    },
    ConformanceCase(
      "rfc959/4.2/multiline-not-nested", "There is no reply of several lines inside another.",
      ["959:4.2:multiline-not-nested"], failsWith: ["reply-nested"]
    ) { probe in
      for command in ["HELP", "STAT", "FEAT", "NOOP"] {
        let reply = try await probe.send(command)
        let other = reply.lines.first {
          $0.code != nil && $0.code != reply.code && $0.bytes.dropFirst(3).first == 0x2D
        }
        try probe.require(
          other == nil, "no other reply inside the reply to \(command)",
          "one that begins with \(other?.code ?? 0)-")
      }
    },
    ConformanceCase(
      "rfc959/4.2/digit-ranges", "The first digit of a reply is 1 to 5, the second 0 to 5.",
      ["959:4.2:digit-ranges"], scope: .everything, failsWith: ["code-range"]
    ) { probe in
      for command in ["NOOP", "TYPE I", "PWD", "XYZZ"] { try await probe.send(command) }
    },
    ConformanceCase(
      "rfc959/4.2/one-preliminary", "A transfer has one preliminary reply, not several.",
      ["959:4.2:one-preliminary"], needs: [.data], scope: .everything, failsWith: ["transfer-double-150"]
    ) { probe in
      try await probe.download("LIST")
    },
    ConformanceCase(
      "rfc959/4.2/preliminary-then-final", "A preliminary reply is followed by a final one.",
      ["959:4.2:preliminary-then-final"], needs: [.data], scope: .everything,
      failsWith: ["transfer-no-226", "transfer-closed"]
    ) { probe in
      try await probe.download("LIST")
    },
    ConformanceCase(
      "rfc959/4.2/replies-in-order", "Commands sent without waiting are answered in their order.",
      ["959:4.2:replies-in-order", "959:4.2:commands-queued"], scope: .everything,
      failsWith: ["session-shifted", "session-silent=4"]
    ) { probe in
      try await probe.write("PWD\r\nTYPE I\r\nCWD no-such-directory\r\nPWD\r\n")
      try await probe.nextReply(expecting: 257, to: "PWD")
      try await probe.nextReply(expecting: 200, to: "TYPE I")
      try await probe.nextReply(expecting: .negative, to: "CWD to nowhere")
      try await probe.nextReply(expecting: 257, to: "the second PWD")
    },
    ConformanceCase(
      "rfc959/4.2/commands-queued", "Commands that arrive while another is in progress are not lost.",
      ["959:4.2:commands-queued"], failsWith: ["session-silent=30"]
    ) { probe in
      try await probe.write(String(repeating: "PWD\r\n", count: 50))
      for number in 1...50 { try await probe.nextReply(expecting: 257, to: "the PWD number \(number) of 50") }
    },
    ConformanceCase(
      "rfc959/4.2/queued-behind-transfer",
      "A command sent during a transfer is answered, at once or behind it.",
      ["959:4.2:queued-behind-transfer"], needs: [.writeAccess, .data], failsWith: ["session-silent=8"],
      isFairTraffic: false
    ) { probe in
      try await probe.send("TYPE I")
      let (_, started) = try await probe.startPassive("STOR slow.bin")
      let transfer = try probe.require(started, "a transfer", "a refusal of STOR")
      try await probe.write("PWD\r\n")
      try await transfer.write(probe.bytes(1_000))
      try probe.expect(try await transfer.finish(), .completion, to: "STOR")
      try await probe.nextReply(expecting: 257, to: "PWD during the transfer")
    },
    ConformanceCase(
      "rfc959/4.2/group-restarts", "RNTO behind an RNFR that failed is refused.", ["959:4.2:group-restarts"],
      failsWith: ["code-answer=RNTO:250"]
    ) { probe in
      let first = try await probe.send("RNFR no-such-file")
      if first.code.kind == .intermediate { try probe.skip("RNFR of a file that is not there was accepted") }
      try await probe.send("RNTO other-name", expecting: .permanent)
    },
    ConformanceCase(
      "rfc959/4.2/close-after-421", "Behind 421 the server closes the control connection.",
      ["959:4.2:close-after-421"], scope: .everything, failsWith: ["session-421-open=4"]
    ) { probe in
      for _ in 0..<4 {
        let reply = try await probe.send("NOOP")
        if reply.code == 421 { try await probe.expectClose(after: "421") }
      }
    },
  ]
}
