import FTPClient
import FTPProtocol

/// RFC 959, sections 3.4 and 3.5: transmission modes and restart markers.
///
/// Modes other than stream, and record structure, are rare: if they are refused, there is nothing to test, and a case
/// is *unsupported*.
enum RFC959Section3_4 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/3.4/explicit-record-ends",
      "In record structure, every record ends with a marker in the data, including the last.",
      needs: [.writeAccess, .data], tags: ["records"],
      failsWith: ["code-pretend=STRU:200"]
    ) { probe in
      try await probe.prepare(.store("lines.txt", "one\r\ntwo\r\n", type: "A"))
      try await probe.requireAccepted("STRU R")
      let file = try await probe.downloadCoded("RETR lines.txt", .recordStream)
      try probe.require(
        file.count { $0 == .endOfRecord } == 2, "two end-of-record markers",
        "\(file.count { $0 == .endOfRecord })")
    },
    ServerCase(
      "rfc959/3.4.1/file-structure-eof", "In stream mode with file structure, all bytes are data.",
      ["959:3.4.1:file-structure-eof", "959:3.5:markers-need-mode"], needs: [.writeAccess, .data],
      failsWith: ["data-garbage", "data-short"],
      .prepare(.store("codes.bin", codes)),
      .retrieve("codes.bin", is: codes)),
    ServerCase(
      "rfc959/3.4.1/record-escapes", "In record structure, 0xFF begins an escape, and is doubled in data.",
      ["959:3.4.1:record-escapes", "959:3.4:explicit-record-ends", "959:3.1.2:same-parameters-identical"],
      needs: [.writeAccess, .data], tags: ["records"], failsWith: ["data-empty"]
    ) { probe in
      try await probe.prepare(.send("TYPE A"))
      try await probe.requireAccepted("STRU R")
      let records: [TransferElement] = [
        .data([79, 0xFF, 80]), .endOfRecord, .endOfRecord, .data([0xFF]), .endOfRecord, .endOfFile,
      ]
      try await probe.uploadCoded("records.txt", records, .recordStream)
      let copy = try await probe.downloadCoded("RETR records.txt", .recordStream)
      // A host without records may store the bytes as they come (RFC 1123, section 4.1.2.13).
      try probe.require(copy == records, "the three records that were sent", "\(copy.count) elements")
    },
    ServerCase(
      "rfc959/3.4.2/block-header", "In block mode, a file is sent in blocks, and the last one is marked.",
      [
        "959:3.4.2:block-header", "959:3.4.2:block-eof-flag", "959:3.4.2:block-flags",
        "959:3.4.2:marker-printable",
      ], needs: [.writeAccess, .data], tags: ["block"], failsWith: ["code-pretend=MODE:200", "data-empty"]
    ) { probe in
      try await probe.requireRoundTrip(in: "B", .block)
    },
    ServerCase(
      "rfc959/3.4.2/block-eof-flag",
      "In block mode, a flag ends a file while the connection is still open.", needs: [.writeAccess, .data],
      tags: ["block"],
      failsWith: ["code-pretend=MODE:200"]
    ) { probe in
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
    ServerCase(
      "rfc959/3.4.3/compressed-runs", "In compressed mode, a file is retrieved as it was stored.",
      ["959:3.4.3:compressed-runs", "959:3.4.2:block-flags"], needs: [.writeAccess, .data],
      tags: ["compressed"], failsWith: ["code-pretend=MODE:200", "data-empty"]
    ) { probe in
      try await probe.requireRoundTrip(in: "C", .compressedImage)
    },
    ServerCase(
      "rfc959/3.4.3/filler-octet",
      "In compressed mode, the filler is a zero byte in image type and a space in ASCII type.",
      needs: [.writeAccess, .data], tags: ["compressed"], failsWith: ["data-empty"]
    ) { probe in
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

  /// Elsewhere, these bytes would be the end of a record, the end of a file, and a marker.
  private static let codes = CaseContent.bytes(
    [65, 0xFF, 1, 66, 0xFF, 2, 67, 0xFF, 3, 68, 0xFF, 0xFF, 16, 0, 1, 49, 0x40, 0, 0])
}
