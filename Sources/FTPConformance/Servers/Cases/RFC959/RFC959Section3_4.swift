import FTPClient
import FTPProtocol

/// RFC 959, sections 3.4 and 3.5: transmission modes and restart markers.
enum RFC959Section3_4 {
  static let bodies: [String: CaseBody] = [
    "rfc959/3.4/explicit-record-ends": { probe in
      try await probe.prepare(.store("lines.txt", "one\r\ntwo\r\n", type: "A"))
      try await probe.requireAccepted("STRU R")
      let file = try await probe.downloadCoded("RETR lines.txt", .recordStream)
      try probe.require(
        file.count { $0 == .endOfRecord } == 2, "two end-of-record markers",
        "\(file.count { $0 == .endOfRecord })")
    },
    "rfc959/3.4.1/record-escapes": { probe in
      try await probe.prepare(.send("TYPE A"))
      try await probe.requireAccepted("STRU R")
      let records: [TransferElement] = [
        .data([79, 0xFF, 80]), .endOfRecord, .endOfRecord, .data([0xFF]), .endOfRecord, .endOfFile,
      ]
      try await probe.uploadCoded("records.txt", records, .recordStream)
      let copy = try await probe.downloadCoded("RETR records.txt", .recordStream)
      try probe.require(copy == records, "the three records that were sent", "\(copy.count) elements")
      try await probe.prepare(.send("STRU F"))
      let plain = try await probe.download("RETR records.txt", type: nil)
      try probe.require(
        !plain.bytes.suffix(2).elementsEqual([0xFF, 2]), "no escapes in file structure", plain.summary)
    },
    "rfc959/3.4.2/block-header": { try await $0.requireRoundTrip(in: "B", .block) },
    "rfc959/3.4.2/block-eof-flag": { probe in
      try await probe.prepare(.send("TYPE I"))
      try await probe.requireAccepted("MODE B")
      // A server that treats everything as data would wait for the close.
      try await probe.uploadCoded("empty.bin", [.endOfFile], .block)
      _ = try await probe.downloadCoded("RETR empty.bin", .block)
      let transfer = try await probe.ftp.passive(probe.facts.passiveCommand, "STOR block.bin")
      try await transfer.sendUntilRefused(BlockHeader(.endOfFile, count: 3).bytes + Array("abc".utf8))
      do {
        try await probe.nextReply(expecting: .completion, to: "a block that ends the file")
      } catch FTPClientError.timedOut {
        try probe.fail("a reply to STOR after the block that ends the file", "no reply before the close")
      }
      await transfer.close()
    },
    "rfc959/3.4.3/compressed-runs": { try await $0.requireRoundTrip(in: "C", .compressedImage) },
    "rfc959/3.4.3/filler-octet": { probe in
      for (type, filler) in [("I", UInt8(0)), ("A", 0x20)] {
        try await probe.prepare(.send("TYPE \(type)"))
        try await probe.requireAccepted("MODE C")
        // The end of the file, and five fillers.
        let coded = [0, BlockDescriptor.endOfFile.rawValue, 0xC5]
        try await probe.prepare(.store("filler.bin", .bytes(coded), type: nil), .send("MODE S"))
        let copy = try await probe.download("RETR filler.bin", type: nil)
        if copy.bytes == coded { try probe.skip("MODE C has no effect (see rfc959/3.4.3/compressed-runs)") }
        try probe.requireSame(
          copy, as: [UInt8](repeating: filler, count: 5), "five times \(filler) in TYPE \(type)")
      }
    },
  ]
}
