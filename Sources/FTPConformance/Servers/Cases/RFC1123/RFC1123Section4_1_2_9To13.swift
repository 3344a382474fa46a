import FTPProtocol

/// RFC 1123, sections 4.1.2.9 to 4.1.2.13: STOU, replies, connections and the minimum.
enum RFC1123Section4_1_2_9To13 {
  static let cases: [ServerCase] = [
    // 4.1.2.9: STOU.
    ServerCase(
      "rfc1123/4.1.2.9/stou-file-reply", "STOU gets 125 or 150, FILE: and the name of the file.",
      needs: [.writeAccess, .data], tags: ["stou"],
      failsWith: ["transfer-stou-name", "reply-text=STOU:Opening data connection for 'unique.1'"]
    ) { probe in
      try await probe.prepare(.send("TYPE I"))
      let stored = try await probe.uploadOptional("STOU", Array("the text".utf8))
      let expected = "125 or 150, FILE: and the name"
      try probe.expect(stored.opening, 125, 150, to: "STOU")
      let labels = stored.opening.lines.filter { $0.text.starts(with: "FILE: ".utf8) }
      guard let line = labels.first else { return }
      // A client that reads only the line that counts misses the ones before it.
      if stored.opening.isMultiline { probe.warn("\(expected) in a single line", "several lines") }
      let name = String(decoding: line.text.dropFirst(6), as: UTF8.self)
      let copy = try await probe.download("RETR \(name)")
      try probe.requireSame(copy, as: Array("the text".utf8), "the file under that name")
    },
    // 4.1.2.10: Telnet end-of-line code.
    ServerCase(
      "rfc1123/4.1.2.10/split-command", "A command may arrive in any number of segments.",
      ["1123:4.1.2.10:reads-carry-no-meaning"], tags: ["segments", "slow"], failsWith: ["session-hasty"]
    ) { probe in
      let harmless = probe.facts.harmless
      // Another case is about CR LF in two segments.
      for piece in [harmless.verb.prefix(1), harmless.verb.dropFirst()] {
        try await probe.write(String(piece))
        try await probe.expectNothing(because: "because the line is not complete yet")
      }
      try await probe.write("\r\n")
      try await probe.promptReply(
        expecting: ReplyPattern(harmless.code), to: "\(harmless.verb), which was sent in three segments")
    },
    ServerCase(
      "rfc1123/4.1.2.10/joined-commands", "Several commands may arrive in one segment.",
      ["1123:4.1.2.10:reads-carry-no-meaning"], tags: ["segments"],
      failsWith: ["session-one-command", "session-silent=4"]
    ) { probe in
      let (verb, code) = (probe.facts.harmless.verb, ReplyPattern(probe.facts.harmless.code))
      try await probe.write("\(verb)\r\nPWD\r\nTYPE I\r\n\(verb.prefix(2))")
      try await probe.promptReply(expecting: code, to: verb)
      try await probe.promptReply(expecting: 257, 250, to: "PWD")
      try await probe.promptReply(expecting: 200, to: "TYPE I")
      try await probe.write("\(verb.dropFirst(2))\r\n")
      try await probe.promptReply(expecting: code, to: verb)
    },
    // 4.1.2.11: FTP replies.
    ServerCase(
      "rfc1123/4.1.2.11/replies-well-formed", "Replies are well formed, and none is unsolicited.",
      // The padding of lines has its own case.
      [
        "1123:4.1.2.11:replies-well-formed", "959:4.2:reply-line", "959:4.2:multiline-end",
        "959:5.4:nothing-spontaneous",
      ], scope: .everything,
      failsWith: ["reply-no-separator", "session-stray=5"],
      .sendEach(["HELP", "STAT", "SYST", "FEAT", "PWD", "NOOP", "XYZZ"]),
      .nothing(because: "because every command had been answered")),
    ServerCase(
      "rfc1123/4.1.2.11/standard-codes", "The server uses the codes of the RFCs where they apply.",
      scope: .everything, failsWith: ["code-answer=SIZE:259"],
      // Commands for which later RFCs list codes; a server need not implement any of them.
      .sendEach(["SIZE no-such-file", "MIC x", "LANG", "LPRT 0", "CCC"])),
    ServerCase(
      "rfc1123/4.1.2.11/general-rules", "No reply reports something that did not happen.", scope: .everything,
      tags: ["codes"],
      failsWith: ["code-answer=NOOP:221", "code-answer=TYPE:227", "code-answer=RNFR:331"],
      .sendEach(["NOOP", "TYPE I", "PWD", "SYST", "HELP", "RNFR no-such-file"])),
    ServerCase(
      "rfc1123/4.1.2.11/new-codes-allowed", "A code that no RFC defines follows the digits of RFC 959.",
      // A server is free to use other codes only as far as the rules for the digits allow.
      ["1123:4.1.2.11:new-codes-allowed", "959:4.2:digit-ranges"], scope: .everything,
      failsWith: ["code-range"],
      .sendEach(["NOOP", "TYPE I", "PWD", "SYST", "HELP", "XYZZ"])),
    // 4.1.2.12: connections.
    ServerCase(
      "rfc1123/4.1.2.12/data-from-control-address",
      "An active data connection comes from the server's address on the control connection.",
      needs: [.activeMode, .data], tags: ["active"],
      failsWith: ["address-other-source"]
    ) { probe in
      let (client, form) = (try probe.ftp, try probe.activeCommand)
      let transfer = try await probe.settingUp(form.activeVerb, for: "LIST") {
        try await client.active(form, "LIST")
      }
      _ = try await probe.finish(transfer, transfer.contents(), "LIST")
      try probe.require(
        transfer.peerAddress.hasSameHost(as: client.peerAddress),
        "a connection from \(client.peerAddress.host)", "one from \(transfer.peerAddress.host)")
    },
    ServerCase(
      "rfc1123/4.1.2.12/negotiation-refused", "Telnet negotiation does no harm, and is refused.",
      tags: ["telnet", "slow"],
      failsWith: ["session-telnet", "session-silent=3"],
      // RFC 3659, section 2.2, forbids the refusals that this case asks for.
      traffic: .apart
    ) { probe in
      // IAC WILL ECHO, IAC DO SUPPRESS-GO-AHEAD.
      try await probe.requireOpen(after: "Telnet negotiation") {
        let harmless = probe.facts.harmless
        try await probe.ftp.write([0xFF, 0xFB, 0x01, 0xFF, 0xFD, 0x03], Array("\(harmless.verb)\r\n".utf8))
        try await probe.promptReply(
          expecting: ReplyPattern(harmless.code), to: "\(harmless.verb) after Telnet negotiation")
        try await probe.send("PWD", expecting: .completion)
      }
    },
    // 4.1.2.13: minimum implementation.
    ServerCase(
      "rfc1123/4.1.2.13/required-commands", "The server has the twenty-six commands that RFC 1123 requires.",
      needs: [.writeAccess, .data],
      failsWith: ["code-500=RNFR", "code-answer=HELP:502", "code-500=APPE", "code-500=ACCT"]
    ) { probe in
      var missing: [String] = []
      let plain = [
        "TYPE A", "MODE S", "STRU F", "MKD made", "CWD made", "CDUP", "RNFR made", "RNTO moved", "RMD moved",
        "PWD", "SYST", "STAT", "HELP", "NOOP",
      ]
      for command in plain + (try await probe.portCommands()) {
        if try await probe.ftp.send(command).saysMissing { missing.append(command) }
      }
      if try !probe.ftp.localAddress.isIPv6 {
        let reply = try await probe.ftp.send("PASV")
        if reply.saysMissing { missing.append("PASV") }
        // Some servers answer nothing else until the connection that they asked for is made.
        if reply.code == 227 {
          try await probe.preparing("PASV") { try await probe.ftp.connectData(announcedIn: reply) }
        }
      }
      for command in ["STOR made.txt", "APPE made.txt", "RETR made.txt", "LIST", "NLST"] {
        let (reply, transfer) = try await probe.startPassive(command)
        // Some servers crash if the client does not read a listing.
        if !["STOR", "APPE"].contains(command.prefix(4)) {
          _ = try await transfer?.contents()
        }
        try await transfer?.end()
        if reply.saysMissing { missing.append(command) }
      }
      // The section makes an exception for what the system does not support, and few systems have accounts.
      let account = try await probe.ftp.send("ACCT none")
      if account.saysMissing { probe.warn("ACCT accepted or superfluous", Probe.words(of: account)) }
      if try await probe.ftp.send("QUIT").saysMissing { missing.append("QUIT") }
      try probe.require(missing.isEmpty, "each of them", "500 or 502 to \(missing.joined(separator: ", "))")
    },
    // Many cases need files. This case says why there can be none, so it needs only a directory.
    ServerCase(
      "rfc1123/4.1.2.13/store-and-remove", "STOR stores a file, RETR retrieves it, and DELE removes it.",
      [
        "1123:4.1.2.13:required-commands", "959:5.4:success-needs-preliminary",
        "959:4.2:preliminary-then-final",
      ], needs: [.scratch, .data],
      failsWith: [
        "code-500=STOR", "code-answer=DELE:350", "data-empty", "transfer-no-150", "transfer-no-226",
        "command-as=STOR:STOR elsewhere.txt",
      ]
    ) { probe in
      try await probe.prepare(.send("TYPE I"))
      let text = Array("ftpraw".utf8)
      _ = try await probe.transferByHand("STOR \(Survey.fileName)", sending: text)
      let copy: [UInt8]
      do { copy = try await probe.transferByHand("RETR \(Survey.fileName)") } catch CaseStop.skipped(
        let reason)
        where !probe.target.isAnonymous
      {
        // Guests may upload to places where they cannot download.
        return probe.warn("the file that STOR stored", reason, citing: "959:4.1.3:stor-creates")
      }
      try probe.require(copy == text, "the 6 bytes that were stored", "\(copy.count) bytes")
      let removal = try await probe.send("DELE \(Survey.fileName)")
      if removal.code.isNegative, !removal.saysMissing { try probe.skip(Probe.words(of: removal)) }
      try probe.expect(removal, .completion, to: "DELE")
    },
    ServerCase(
      "rfc1123/4.1.2.13/required-parameters",
      "ASCII Non-print, Image, Local 8, Stream and File are accepted.",
      failsWith: ["code-type=504", "code-answer=MODE:504", "code-answer=STRU:504"],
      .sendEach(["TYPE A N", "TYPE I", "TYPE L 8", "MODE S", "STRU F"], 200)),
  ]
}
