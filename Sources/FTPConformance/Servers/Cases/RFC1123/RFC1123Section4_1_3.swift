import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1.3: specific issues for servers and clients.
enum RFC1123Section4_1_3 {
  static let cases: [ServerCase] = [
    // 4.1.3.1: non-standard command verbs.
    ServerCase(
      "rfc1123/4.1.3.1/x-verbs-recognized", "XMKD, XCWD, XPWD, XCUP and XRMD do what the verbs without X do.",
      needs: [.writeAccess], tags: ["directory"],
      failsWith: ["code-500=XCUP", "code-pretend=XRMD:250", "code-500=XMKD"]
    ) { probe in
      let base = try await probe.workingDirectory()
      try await probe.send("XMKD inner", expecting: 257)
      try await probe.send("XCWD inner", expecting: 250, 200)
      let inner = try PathReply.read(try await probe.send("XPWD", expecting: 257)).value
      try probe.require(inner.ends(with: "inner"), "a path that ends with inner", inner.text)
      try await probe.send("XCUP", expecting: 250, 200)
      let back = try await probe.workingDirectory()
      try probe.require(back.path == base.path, base.text, back.text)
      try await probe.send("XRMD inner", expecting: 250)
      try await probe.send("CWD inner", expecting: .negative)
    },
    // 4.1.3.4: restart mechanism.
    ServerCase(
      "rfc1123/4.1.3.4/mark-reply-form", "A marker in an upload gets 110 MARK and both positions.",
      ["1123:4.1.3.4:mark-reply-form", "959:4.2:mark-reply"], needs: [.writeAccess, .data],
      tags: ["resume", "mode"], failsWith: ["reply-text=STOR:Working."]
    ) { probe in
      try await probe.send("TYPE I", expecting: 200)
      try await probe.sendOptional("MODE B")
      let (reply, transfer) = try await probe.startPassive("STOR marked.bin")
      let upload = try probe.require(transfer, "a transfer for STOR", Probe.words(of: reply))
      // Three bytes precede a block: its descriptor and its length (RFC 959, section 3.4.2).
      try await upload.sendUntilRefused(
        [0, 0, 4] + Array("data".utf8) + [16, 0, 5] + Array("mark7".utf8) + [64, 0, 0])
      let answer: Reply
      do { answer = try await probe.ftp.nextReply(within: probe.patience.closing) } catch FTPClientError
        .timedOut
      {
        // The server accepts block mode but does not implement it: it waits for the close.
        try await upload.end()
        throw CaseStop.unsupported("no reply to a restart marker")
      }
      try probe.expect(answer, .preliminary, .completion, to: "STOR in block mode")
      guard answer.code == 110 else { throw CaseStop.unsupported("no reply to a restart marker") }
      let words = answer.text.split(separator: " ").map(String.init)
      try probe.require(
        words.count == 4 && words[0...2] == ["MARK", "mark7", "="], "110 MARK mark7 = and a position",
        Probe.words(of: answer))
      try await probe.nextReply(expecting: .completion, to: "STOR in block mode")
      await upload.close()
    },
    ServerCase(
      "rfc1123/4.1.3.4/bad-restart-554", "RETR from beyond the end of the file gets 554.",
      needs: [.writeAccess, .data], tags: ["resume"],
      failsWith: ["code-answer=RETR:550", "restart-ignored"]
    ) { probe in
      try await probe.upload("STOR short.txt", "ten bytes!", type: "I")
      // The transfer directly follows REST, because the effect of a command between them is undefined.
      try await probe.ftp.connectData(announcedIn: try await probe.announcement())
      let rest = try await probe.sendOptional("REST 1000")
      guard rest.code == 350 else { return try probe.expect(rest, .permanent, to: "REST 1000") }
      let (reply, transfer) = try await probe.ftp.startTransfer("RETR short.txt")
      let bytes = (try await transfer?.contents()) ?? []
      let final = (try await transfer?.end()) ?? reply
      try probe.expect(final, 554, to: "RETR from beyond the end, which sent \(bytes.count) bytes")
    },
    ServerCase(
      "rfc1123/4.1.3.4/mismatch-555", "A restart that the structure does not permit gets 555.",
      needs: [.writeAccess, .data],
      tags: ["resume", "structure"], failsWith: ["code-answer=RETR:550", "restart-ignored"]
    ) { probe in
      try await probe.upload("STOR lines.txt", "one line\r\nanother\r\n", type: "A")
      let structure = try await probe.sendOptional("STRU R")
      // If record structure is refused, file structure remains in force, which allows a restart.
      if structure.code.isNegative { throw CaseStop.unsupported(Probe.words(of: structure)) }
      try await probe.ftp.connectData(announcedIn: try await probe.announcement())
      let rest = try await probe.sendOptional("REST 4")
      guard rest.code == 350 else {
        return try probe.expect(rest, .permanent, to: "REST in record structure")
      }
      let (reply, transfer) = try await probe.ftp.startTransfer("RETR lines.txt")
      let bytes = (try await transfer?.contents()) ?? []
      let final = (try await transfer?.end()) ?? reply
      try probe.expect(
        final, 555, 554, to: "RETR of records from inside the file, which sent \(bytes.count) bytes")
    },
  ]
}
