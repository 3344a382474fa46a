import FTPClient
import FTPProtocol

/// RFC 1123, sections 4.1.2.9 to 4.1.2.13: STOU, replies, connections and the minimum.
enum RFC1123Section4_1_2_9To13 {
  static let bodies: [String: CaseBody] = [
    "rfc1123/4.1.2.9/stou-file-reply": { probe in
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
    "rfc1123/4.1.2.10/split-command": { probe in
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
    "rfc1123/4.1.2.10/joined-commands": { probe in
      let (verb, code) = (probe.facts.harmless.verb, ReplyPattern(probe.facts.harmless.code))
      try await probe.write("\(verb)\r\nPWD\r\nTYPE I\r\n\(verb.prefix(2))")
      try await probe.promptReply(expecting: code, to: verb)
      try await probe.promptReply(expecting: 257, 250, to: "PWD")
      try await probe.promptReply(expecting: 200, to: "TYPE I")
      try await probe.write("\(verb.dropFirst(2))\r\n")
      try await probe.promptReply(expecting: code, to: verb)
    },
    "rfc1123/4.1.2.12/data-from-control-address": { probe in
      let (client, form) = (try probe.ftp, try probe.activeCommand)
      let transfer = try await probe.settingUp(form.activeVerb, for: "LIST") {
        try await client.active(form, "LIST")
      }
      _ = try await probe.finish(transfer, transfer.contents(), "LIST")
      try probe.require(
        transfer.peerAddress.hasSameHost(as: client.peerAddress),
        "a connection from \(client.peerAddress.host)", "one from \(transfer.peerAddress.host)")
    },
    "rfc1123/4.1.2.12/negotiation-refused": { probe in
      // IAC WILL ECHO, IAC DO SUPPRESS-GO-AHEAD.
      try await probe.requireOpen(after: "Telnet negotiation") {
        let harmless = probe.facts.harmless
        try await probe.ftp.write([0xFF, 0xFB, 0x01, 0xFF, 0xFD, 0x03], Array("\(harmless.verb)\r\n".utf8))
        try await probe.promptReply(
          expecting: ReplyPattern(harmless.code), to: "\(harmless.verb) after Telnet negotiation")
        try await probe.send("PWD", expecting: .completion)
      }
    },
    "rfc1123/4.1.2.13/required-commands": { probe in
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
      do { if try await probe.ftp.send("QUIT").saysMissing { missing.append("QUIT") } } catch FTPClientError
        .closedByServer
      {
        // Another case is about the reply.
      }
      try probe.require(missing.isEmpty, "each of them", "500 or 502 to \(missing.joined(separator: ", "))")
    },
    "rfc1123/4.1.2.13/store-and-remove": { probe in
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
  ]
}
