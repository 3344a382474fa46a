import FTPClient
import FTPProtocol

/// RFC 959, section 4.2: which code says what.
enum RFC959Section4_2Codes {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/4.2/success-means-done", "What is answered 2yz has been done.", ["959:4.2:success-means-done"],
      needs: [.writeAccess, .data], failsWith: ["code-pretend=DELE:250"]
    ) { probe in
      try await probe.upload("STOR gone.txt", "not for long")
      try await probe.send("DELE gone.txt", expecting: .completion)
      let (reply, transfer) = try await probe.startPassive("RETR gone.txt")
      if let transfer { try probe.expect(try await transfer.finish(), .negative, to: "RETR behind DELE") }
      try probe.expect(reply, .preliminary, .negative, to: "RETR behind DELE")
      try await probe.send("MKD made", expecting: .completion)
      try await probe.send("CWD made", expecting: .completion)
    },
    ConformanceCase(
      "rfc959/4.2/transient-or-permanent", "What will fail again is answered 5yz, not 4yz.",
      ["959:4.2:transient-or-permanent"], failsWith: ["code-answer=CWD:450", "code-swap=550:450"]
    ) { probe in
      try await probe.send("CWD no-such-directory", expecting: .permanent)
    },
    // Who has a list of all the verbs there are says 502 of everything else.
    ConformanceCase(
      "rfc959/4.2/unknown-command", "A command that is not known is answered 500.",
      ["959:4.2:unknown-command-500"], tags: ["minimum"],
      failsWith: ["code-answer=XYZZ:502", "code-answer=XYZZ:200"]
    ) { probe in
      try await probe.send("XYZZ", expecting: 500, tolerating: [502])
    },
    ConformanceCase(
      "rfc959/4.2/unimplemented-command", "A command of the text that is not implemented is answered 502.",
      ["959:4.2:unimplemented-502"], failsWith: ["code-pretend=SMNT:504", "code-500=SMNT"]
    ) { probe in
      try await probe.send(
        "SMNT no-such-volume", expecting: 202, 250, 502, 530, 550, tolerating: [500],
        citing: "959:4.2:unimplemented-502")
    },
    ConformanceCase(
      "rfc959/4.2/unimplemented-parameter",
      "A parameter of the text that is not implemented is answered 504.",
      ["959:4.2:unimplemented-parameter-504"], failsWith: ["code-pretend=STRU:550", "code-swap=504:501"]
    ) { probe in
      for command in ["STRU P", "MODE C", "TYPE E"] {
        try await probe.send(command, expecting: 200, 504, tolerating: [500, 501, 502])
      }
    },
    ConformanceCase(
      "rfc959/4.2/syntax-error", "A parameter that cannot be read is answered 501.",
      ["959:4.2:syntax-error-501"], failsWith: ["code-answer=PORT:200", "code-swap=501:550"]
    ) { probe in
      try await probe.send("PORT 127,0,0,1,4", expecting: 501, tolerating: [500, 502, 504])
      try await probe.send("TYPE", expecting: 501, tolerating: [500, 504])
    },
    ConformanceCase(
      "rfc959/4.2/bad-sequence", "A command out of sequence is answered 503.", ["959:4.2:bad-sequence-503"],
      failsWith: ["code-answer=RNTO:250", "code-swap=503:550"]
    ) { probe in
      let reply = try await probe.sendOptional("RNTO other-name")
      try probe.expect(reply, 503, tolerating: [.permanent], to: "RNTO without RNFR")
    },
    ConformanceCase(
      "rfc959/4.2/not-logged-in", "A command that needs a login is answered 530 without one.",
      ["959:4.2:not-logged-in-530"], needs: [], scope: .everything, tags: ["security", "minimum"],
      failsWith: ["login-not-needed", "code-swap=530:550"]
    ) { probe in
      for command in ["CWD pub", "RETR no-such-file", "RNFR no-such-file", "LIST"] {
        // 502 says that it is not there, to whomever.
        try await probe.send(command, expecting: 530, 502, tolerating: [500, 503])
      }
    },
    // 10,000 bytes are not too long for everybody; then the name is not to be found. Half of all servers rather close the
    // connection, or drop the line without a word.
    ConformanceCase(
      "rfc959/4.2/long-command-line", "A line that is too long is refused, and the session goes on.",
      ["959:4.2:long-command-line"], level: .should, tags: ["security"], failsWith: ["code-swap=500:250"],
      isFairTraffic: false
    ) { probe in
      try await probe.send("CWD " + String(repeating: "a", count: 10_000), expecting: .permanent)
      do {
        let reply = try await probe.ftp.nextReply(within: probe.patience.quiet * 10)
        try probe.fail("one reply to a line", "another one, \(Probe.words(of: reply))")
      } catch FTPClientError.timedOut {}
      try await probe.send("PWD", expecting: 257)
    },
    ConformanceCase(
      "rfc959/4.2/no-invented-codes", "Where a code is defined none is invented.",
      ["959:4.2:no-invented-codes"], failsWith: ["code-answer=NOOP:259", "code-answer=SYST:299"]
    ) { probe in
      for command in ["NOOP", "SYST", "PWD", "HELP", "TYPE A", "CWD no-such-directory", "XYZZ"] {
        let code = try await probe.send(command).code
        try probe.require(ReplyCode.known.contains(code), "a code of some text to \(command)", "\(code)")
      }
    },
  ]
}
