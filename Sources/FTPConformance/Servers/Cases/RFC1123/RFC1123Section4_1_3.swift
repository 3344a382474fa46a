import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1.3: specific issues for servers and clients.
enum RFC1123Section4_1_3 {
  static let bodies: [String: CaseBody] = [
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
      let answer: Reply
      do { answer = try await probe.ftp.nextReply(within: probe.patience.closing) } catch FTPClientError
        .timedOut
      {
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
    }
  ]
}
