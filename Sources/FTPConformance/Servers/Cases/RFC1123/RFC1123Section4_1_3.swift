import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1.3: specific issues for servers and clients.
enum RFC1123Section4_1_3 {
  static let bodies: [String: CaseBody] = [
    "find inner by XPWD": { probe in
      let inner = try PathReply.read(try await probe.send("XPWD", expecting: .completion)).value
      try probe.require(inner.ends(with: "inner"), "a path that ends with inner", inner.text)
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
    },
    "restart beyond the end": { probe in
      guard let bytes = try await probe.restarted("REST 1000", "RETR short.txt") else { return }
      if bytes == Array("ten bytes!".utf8) {
        try probe.skip("RETR sends the whole file, as if there were no REST (see rfc3659/5.3/rest-retr)")
      }
      try probe.require(
        bytes.isEmpty, "554, another refusal or no data from beyond the end of the file",
        "\(bytes.count) bytes and 2yz", citing: "959:4.2:success-means-done")
    },
    "restart among records": { probe in
      // If record structure is refused, file structure remains in force, which allows a restart.
      try await probe.requireAccepted("STRU R")
      try await probe.prepare(.listen)
      guard let bytes = try await probe.restarted("REST 4", "RETR lines.txt") else { return }
      try probe.require(
        !bytes.starts(with: "one".utf8), "555, another refusal or the file without its first 4 bytes",
        "\(bytes.count) bytes from the first one on, and 2yz", citing: "959:4.2:success-means-done")
    },
  ]
}

extension Probe {
  /// Sends REST and directly after it a transfer command, because the effect of a command between them is undefined.
  ///
  /// - Returns: What is sent; nil if either command is refused, as it may be.
  fileprivate func restarted(_ restart: String, _ command: String) async throws -> [UInt8]? {
    let rest = try await sendOptional(restart)
    try expect(rest, 350, .permanent, to: restart)
    guard rest.code == 350 else { return nil }
    let (reply, transfer) = try await ftp.startTransfer(command)
    let bytes = try await transfer?.contents() ?? []
    let final = try await transfer?.end() ?? reply
    try expect(final, .completion, .negative, to: command)
    return final.code.isNegative ? nil : bytes
  }
}
