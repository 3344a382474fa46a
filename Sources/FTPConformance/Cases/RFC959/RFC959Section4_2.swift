/// RFC 959, section 4.2: replies.
enum RFC959Section4_2 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/4.2/every-command-answered", "Every command is answered.",
      ["959:4.2:every-command-answered"], scope: .everything,
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
      "rfc959/4.2/unknown-command", "A command that is not known is answered 500.",
      ["959:4.2:unknown-command-500"], failsWith: ["code-answer=XYZZ:502", "code-answer=XYZZ:200"]
    ) { probe in
      // Who has a list of all the verbs there are says 502 of everything else.
      try await probe.send("XYZZ", expecting: 500, tolerating: [502])
    },
  ]
}
