import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1: types, structures, listings, STOU, replies, connections and the minimum.
enum RFC1123 {
  static let bodies: [String: CaseBody] = [
    "rfc1123/4.1.2.6/pasv-port-given-up": { probe in
      var ports: Set<UInt16> = []
      // A port that was released may immediately belong to another session or program, but not every time.
      for _ in 0..<3 {
        let announcement = try await probe.announcement()
        ports.insert(try probe.port(in: announcement))
        do { try await probe.ftp.connectData(announcedIn: announcement) } catch FTPClientError.transport(
          let error)
        {
          try probe.fail("a port that accepts a connection", "\(error)", citing: "959:4.1.2:pasv-listens")
        }
        try await probe.preparing("LIST") {
          _ = try await probe.received(try await probe.ftp.startTransfer("LIST"), "LIST")
        }
        let late = try await probe.dial(probe.port(in: announcement))
        guard let late, try await !late.ends(within: probe.pause(10)) else { return }
      }
      // No sentence says that the old port must be closed, if each transfer has a new one.
      try probe.require(ports.count > 1, "a new port for each transfer", "the same port, which stays open")
    },
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
      // What works in one type works in the other.
      try await probe.upload("STOR \(Survey.fileName)", "ftpraw\r\n", type: "A")
      _ = try await probe.send("DELE \(Survey.fileName)")
    },
    "rfc1123/4.1.3.4/mark-reply-form": { probe in
      try await probe.prepare(.send("TYPE I"))
      try await probe.requireAccepted("MODE B")
      let upload = try await probe.preparing("STOR") {
        let (reply, transfer) = try await probe.startPassive("STOR marked.bin")
        return try probe.require(transfer, "a transfer for STOR", Probe.words(of: reply))
      }
      // Three bytes precede a block: its descriptor and its length (RFC 959, section 3.4.2).
      try await upload.sendUntilRefused(
        [0, 0, 4] + Array("data".utf8) + [16, 0, 5] + Array("mark7".utf8) + [64, 0, 0])
      guard let answer = try await probe.ftp.earlyReply(within: probe.patience.closing) else {
        // The server accepts block mode but does not implement it: it waits for the close.
        try await upload.end()
        throw CaseStop.unsupported("no reply to a restart marker")
      }
      guard answer.code == 110 else { throw CaseStop.unsupported("no reply to a restart marker") }
      let words = answer.text.split(separator: " ").map(String.init)
      try probe.require(
        words.count == 4 && words[0...2] == ["MARK", "mark7", "="], "110 MARK mark7 = and a position",
        Probe.words(of: answer))
      try await probe.nextReply(expecting: .completion, to: "STOR in block mode")
      await upload.close()
    },
  ]
}
