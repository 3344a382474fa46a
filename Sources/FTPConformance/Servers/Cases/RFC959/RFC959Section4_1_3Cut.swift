import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.3: transfers that one side ends early, or whose end takes long.
enum RFC959Section4_1_3Cut {
  static let bodies: [String: CaseBody] = [
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
    "rfc959/3.4.1/stor-waits-for-end": { probe in
      let halves = [probe.bytes(5_000), probe.bytes(5_000)]
      let upload = try await probe.beginUpload("halves.bin", halves[0])
      try await probe.expectNothing(because: "before the end of the data")
      try await upload.sendUntilRefused(halves[1])
      try probe.expect(try await upload.end(), .completion, to: "STOR")
      let copy = try await probe.download("RETR halves.bin")
      try probe.requireSame(copy, as: halves[0] + halves[1], "both halves of the file")
    },
  ]
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
