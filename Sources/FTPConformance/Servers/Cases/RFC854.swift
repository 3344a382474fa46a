import FTPClient
import FTPProtocol

/// RFC 854: the parts of Telnet that concern the control connection.
///
/// RFC 1123, section 4.1.2.12, keeps clients from sending most of this, and requires servers to cope with it.
enum RFC854 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc854/nvt/cr-nul",
      "CR NUL is a CR and not the end of a line; neither side sends CR without LF or NUL.",
      scope: .everything, tags: ["telnet"],
      failsWith: ["reply-cr-inside", "path-break", "session-hasty"],
      .sendEach(["PWD", "SYST", "STAT", "HELP"]),
      .write("HELP \r\0"),
      .nothing(because: "after CR NUL"),
      .write("\r\n"),
      .next(to: "HELP with a CR in its argument"),
      .harmless),
    ServerCase(
      "rfc854/nvt/crlf-one-unit",
      "CR LF ends a line, even if it is split between segments, and every line of a reply.",
      scope: .everything, tags: ["telnet", "slow"],
      failsWith: ["reply-bare-lf"]
    ) { probe in
      for command in ["PWD", "SYST", "STAT", "HELP"] { try await probe.send(command) }
      let harmless = probe.facts.harmless
      try await probe.write("\(harmless.verb)\r")
      do { try await probe.expectNothing(because: "between CR and LF") } catch CaseStop.found(let finding) {
        // A server that answers whatever a segment holds does so without CR, too.
        let other = try await probe.connect()
        try await probe.preparing("USER") { try await probe.logIn(over: other) }
        do {
          try await probe.write(String(harmless.verb.prefix(2)), over: other)
          try await probe.expectNothing(because: "before the end of the line", over: other)
        } catch CaseStop.found(let finding) {
          try probe.skip("\(finding.line) (see rfc959/5.3/wait-for-line-end)")
        }
        throw CaseStop.found(finding)
      }
      try await probe.write("\n")
      try await probe.promptReply(
        expecting: ReplyPattern(harmless.code), to: "\(harmless.verb) with CR and LF in two segments")
      try await probe.expectNothing(because: "after the reply to one line")
    },
    ServerCase(
      "rfc854/nvt/iac-doubled", "A byte 255 is sent doubled, and received as one.",
      needs: [.writeAccess], scope: .everything, tags: ["telnet"], failsWith: ["reply-iac"],
      traffic: .provoking
    ) { probe in
      let name: [UInt8] = [0x61, 0xFF, 0x62]
      let reply = try await probe.ftp.send(bytes: Array("MKD ".utf8) + Telnet.escape(name))
      if reply.code.isNegative { try probe.skip("such a name is refused: \(Probe.words(of: reply))") }
      let move = try await probe.ftp.send(bytes: Array("CWD ".utf8) + Telnet.escape(name))
      let text = try await probe.send("PWD", expecting: .completion).lastLine.text
      // Other commands may not know the new form of the name.
      if let directory = probe.directory { try await probe.send("CWD \(directory)") }
      try await probe.ftp.send(bytes: Array("RMD ".utf8) + Telnet.escape(name))
      try probe.expect(move, .completion, to: "CWD with a doubled 255")
      let path = try PathReply.read(Telnet.strip(text).text).value.path
      // A server that does not support such names may have replaced the byte.
      guard path.contains(0xFF) else { return }
      try probe.require(
        path.suffix(3).elementsEqual(name), "a path that ends with one byte 255 between two letters",
        Escaping.ascii(path))
    },
    ServerCase(
      "rfc854/nvt/commands-removed", "Telnet commands are not part of the command line.",
      // A client that sends Telnet commands other than IP and DM breaks RFC 1123, section 4.1.2.12.
      ["854:nvt:commands-removed"], tags: ["telnet"], failsWith: ["session-telnet"], traffic: .provoking,
      .stayOpen(
        after: "a Telnet command",
        // The second command shows whether a line was dropped or its reply is late.
        .write(.bytes([Telnet.iac, Telnet.noOperation] + Array("PWD\r\nTYPE A\r\n".utf8))),
        .next(257, 250, to: "PWD after the Telnet command NOP"),
        .next(200, to: "TYPE A"),
        .write(.bytes(Array("PW".utf8) + [Telnet.iac, Telnet.goAhead] + Array("D\r\nTYPE A\r\n".utf8))),
        .next(257, 250, to: "PWD with the Telnet command GA in it"),
        .next(200, to: "TYPE A"))),
    ServerCase(
      "rfc854/nvt/option-refused",
      "An option is refused with WONT or DONT, and is not part of the command line.", tags: ["telnet"],
      failsWith: ["session-telnet"], traffic: .apart
    ) { probe in
      let echo: UInt8 = 1
      let requests = [Telnet.iac, Telnet.do, echo, Telnet.iac, Telnet.will, echo]
      try await probe.requireOpen(after: "Telnet options") {
        try await probe.ftp.write(requests + Array("PWD\r\nTYPE A\r\n".utf8))
        let reply = try await probe.nextReply(expecting: 257, 250, to: "PWD after Telnet options")
        try await probe.nextReply(expecting: 200, to: "TYPE A")
        let refusals = Telnet.strip(reply.bytes).sequences.map(\.bytes)
        for (request, refusal) in [("DO", Telnet.wont), ("WILL", Telnet.dont)]
        where !refusals.contains([Telnet.iac, refusal, echo]) {
          probe.warn("\(request == "DO" ? "WONT" : "DONT") to IAC \(request) ECHO", "no answer to it")
        }
      }
    },
    ServerCase(
      "rfc854/nvt/synch-ends-at-dm", "After a Synch, the server reads exactly the command that follows.",
      ["854:nvt:synch-ends-at-dm", "959:4.1.3:synch-before-abor"], tags: ["telnet", "abor", "slow"],
      failsWith: ["session-telnet", "abor-no-reply"], traffic: .apart
    ) { probe in
      try await probe.sendOptional("ABOR")
      try await probe.ftp.writeAbort()
      // As above, PWD shows whether a line was dropped or its reply is late.
      try await probe.write("PWD\r\n")
      do { try await probe.nextReply(expecting: 225, 226, to: "ABOR after a Synch") } catch CaseStop.found(
        let finding)
      {
        // What two lines in a row do by themselves, the Synch is not to blame for.
        let other = try await probe.connect()
        try await probe.preparing("USER") { try await probe.logIn(over: other) }
        try await probe.write("ABOR\r\nPWD\r\n", over: other)
        if try await other.nextReply().code.isNegative {
          try probe.skip(
            "ABOR and PWD in one segment are refused without a Synch (see rfc1123/4.1.2.10/joined-commands)")
        }
        throw CaseStop.found(finding)
      }
      try await probe.nextReply(expecting: 257, 250, to: "PWD")
    },
    ServerCase(
      "rfc854/nvt/nul-only-after-cr", "A reply contains no NUL except after a CR.", scope: .everything,
      tags: ["telnet"], failsWith: ["reply-nul"],
      .sendEach(["PWD", "SYST", "STAT", "HELP"])),
  ]
}
