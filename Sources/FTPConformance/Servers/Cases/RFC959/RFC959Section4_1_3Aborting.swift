import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.3: ABOR and STAT, and transfers that one side ends early, or whose end takes long.
///
/// Most transfers are uploads, because the client decides how long an upload lasts, whatever the buffers hold.
enum RFC959Section4_1_3Aborting {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/abor-426-226": { probe in
      try await probe.sendOptional("ABOR")
      let signal = try await probe.usableSignal()
      let upload = try await probe.beginUpload("cut.bin", probe.bytes(1_000))
      let replies = try await probe.abort(upload, by: signal)
      guard replies.count == 2 else {
        let words = replies.map(Probe.words).joined(separator: ", ")
        try probe.fail("one reply to STOR and one to ABOR", words.isEmpty ? "neither" : words)
      }
      let (cut, abor) = (replies[0], replies[1])
      // A server that reads no commands during a transfer takes the close for the end of the file, and answers ABOR
      // after it (RFC 1123, section 4.1.3.3).
      try probe.expect(cut, .completion, .negative, to: "STOR, which was aborted")
      // RFC 1123, section 4.1.2.11, allows another code here.
      if cut.code.isNegative, cut.code != 426 {
        probe.warn("426 to STOR, which was aborted", Probe.words(of: cut))
      }
      try probe.expect(abor, 226, 225, to: "ABOR")
      try await probe.sendHarmless()
    },
    "rfc959/4.1.3/abor-keeps-control": { probe in
      let upload = try await probe.beginUpload("cut.bin", probe.bytes(1_000))
      do {
        try await probe.requireOpen(after: "ABOR") {
          for reply in try await probe.abort(upload) { try probe.requirePresence(reply, of: "ABOR") }
          try await probe.send("PWD", expecting: 257, 250)
        }
      } catch CaseStop.found(let finding) {
        // Without ABOR, a server can only have closed because of the signals before it.
        let other = try await probe.connect()
        try await probe.logIn(over: other)
        if let reply = try? await other.send("ABOR") { try probe.requirePresence(reply, of: "ABOR") }
        throw CaseStop.found(finding)
      }
      try await probe.upload("STOR whole.bin", probe.bytes(100))
    },
    "rfc959/4.1.3/stat-during-transfer": { probe in
      try await probe.sendOptional("STAT")
      let halves = [probe.bytes(1_000), probe.bytes(1_000)]
      let upload = try await probe.beginUpload("whole.bin", halves[0])
      try await probe.write("STAT\r\n")
      var answer = try await probe.ftp.earlyReply(within: probe.pause())
      try await upload.sendUntilRefused(halves[1])
      try probe.expect(try await upload.end(), .completion, to: "STOR")
      if answer == nil { answer = try await probe.nextReply(to: "STAT") }
      let reply = try probe.require(answer, "a reply to STAT", "none")
      try probe.expect(reply, 211, 212, 213, to: "STAT during a transfer")
      let copy = try await probe.download("RETR whole.bin")
      try probe.requireSame(copy, as: halves[0] + halves[1], "both halves of the file")
    },
    "rfc959/4.1.3/stat-during-retr": { probe in
      try await probe.sendOptional("STAT")
      for command in ["NOOP", "STAT"] {
        let download = try await probe.beginLongDownload()
        var count = try await download.read(upTo: 1 << 16).count
        try await probe.write("\(command)\r\n")
        var replies = [try await probe.ftp.earlyReply(within: probe.pause(3))].compactMap(\.self)
        while case let piece = try await download.read(), !piece.isEmpty { count += piece.count }
        await download.close()
        while replies.count < 2 { replies.append(try await probe.nextReply(to: command)) }
        let words = replies.map(Probe.words).joined(separator: ", ")
        try probe.require(
          replies.contains { $0.code == 226 || $0.code == 250 }, "226 to RETR with \(command) on the way",
          words)
        try probe.require(
          count == Probe.longSize, "\(Probe.longSize) bytes from RETR with \(command) on the way", "\(count)")
      }
    },
    "rfc959/4.2/retr-cut-by-reader": { probe in
      let download = try await probe.beginLongDownload()
      _ = try await download.read(upTo: 1 << 16)
      // Unread data turns the close into a reset.
      await download.close()
      do {
        let final = try await probe.nextReply()
        try probe.require(
          !final.code.isPreliminary, "one 1yz reply to RETR, whose data connection the client closed early",
          "another, \(Probe.words(of: final))", citing: "959:4.2:one-preliminary")
        try probe.expect(final, .negative, to: "RETR, whose data connection the client closed early")
      } catch FTPClientError.timedOut {
        try probe.fail(
          "a final reply to RETR, whose data connection the client closed early", "none",
          citing: "959:4.2:preliminary-then-final")
      }
      try await probe.sendHarmless()
    },
    "rfc959/4.1.3/abor-during-retr": { probe in
      try await probe.sendOptional("ABOR")
      let size = Probe.longSize
      for signal in [AbortSignal.plain, .synch] {
        let download = try await probe.beginLongDownload()
        var count = try await download.read(upTo: 1 << 16).count
        try await probe.ftp.writeAbort(signal)
        do {
          while case let piece = try await download.read(), !piece.isEmpty { count += piece.count }
        } catch FTPClientError.transport(let error) where error.isPeerGone {}
        await download.close()
        let words = signal == .plain ? "ABOR" : "ABOR after a Synch"
        let cut = try await probe.nextReply(expecting: .completion, .negative, to: "RETR, which was aborted")
        // A server may not read commands during a transfer.
        if cut.code.kind == .completion, count < size {
          try probe.fail(
            "426 to RETR, which was cut by \(words)", "\(Probe.words(of: cut)), after \(count) bytes")
        }
        try await probe.promptReply(expecting: 226, 225, to: words)
        try await probe.sendHarmless()
      }
    },
  ]
}

extension Probe {
  /// How to send ABOR: after a Synch, or plainly if an idle server does not survive a Synch, which other cases are
  /// about.
  fileprivate func usableSignal() async throws -> AbortSignal {
    try await ftp.writeAbort(.synch)
    return try await ftp.earlyReply(within: patience.closing)?.code.isNegative ?? true ? .plain : .synch
  }

  /// Sends ABOR during an upload, and returns the replies in the order in which they come.
  ///
  /// The data connection is closed only if no reply comes: a server that has seen both ABOR and the close may answer
  /// either first.
  fileprivate func abort(_ upload: CaseTransfer, by signal: AbortSignal = .synch) async throws -> [Reply] {
    try await ftp.writeAbort(signal)
    var replies: [Reply] = []
    for attempt in 0..<3 where replies.count < 2 {
      do { replies.append(try await ftp.nextReply(within: patience.closing)) } catch FTPClientError.timedOut {
        if attempt > 0 { break }
        await upload.close()
      }
    }
    await upload.close()
    return replies
  }
}

extension Probe {
  /// More than fits into the buffers of both sides together.
  fileprivate static let longSize = 16 << 20

  /// Begins to download a file of ``longSize`` bytes, which is stored first if necessary; the case is skipped if that
  /// would take long.
  fileprivate func beginLongDownload() async throws -> CaseTransfer {
    if !isNear { try skip("the server is too far away for large files") }
    return try await preparing("RETR") {
      try await send("TYPE I", expecting: .completion)
      var (reply, transfer) = try await startPassive("RETR long.bin")
      if transfer == nil {
        let stored = try await beginLarge("STOR long.bin", manyBytes(Self.longSize))
        let final = try await stored.1?.end() ?? stored.0
        if final.code.isNegative { try skip("there is no room for a large file: \(Self.words(of: final))") }
        (reply, transfer) = try await startPassive("RETR long.bin")
      }
      return try require(transfer, "1yz to RETR", Self.words(of: reply))
    }
  }
}
