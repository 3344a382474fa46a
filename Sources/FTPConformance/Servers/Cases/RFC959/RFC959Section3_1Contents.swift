import FTPProtocol

/// RFC 959, sections 3.1.1.1 and 3.1.1.3: files of many sizes and with all kinds of contents, and line ends.
enum RFC959Section3_1Contents {
  static let cases: [ServerCase] = [
    // 3.1.1.1: line ends, which the server must convert to its own.
    ServerCase(
      "rfc959/3.1.1.1/ascii-sent", "Lines stored in image type are sent with CR LF in ASCII type.",
      ["959:3.1.1.1:ascii-crlf-on-wire"], needs: [.writeAccess, .data], tags: ["ascii"],
      failsWith: ["data-bare-lf", "command-before=RETR:TYPE I"],
      .compute(requireUnix),
      .prepare(.store("lines.txt", endedByLF)),
      .retrieve("lines.txt", type: "A", is: endedByCRLF)),
    ServerCase(
      "rfc959/3.1.1.1/ascii-received",
      "Lines stored in ASCII type have the server's own line ends in image type.",
      ["959:3.1.1.1:ascii-round-trip"], needs: [.writeAccess, .data], tags: ["ascii"],
      failsWith: ["command-before=STOR:TYPE I", "data-ascii"],
      .compute(requireUnix),
      // If line ends are not converted at all, this skips the case, and the case about sending reports it.
      .textFile,
      .prepare(.store("received.txt", endedByCRLF, type: "A")),
      .retrieve("received.txt", is: endedByLF)),
    // 3.1.1.3: every byte.
    ServerCase(
      "rfc959/3.1.1.3/image-sizes",
      "Files are retrieved completely if their size is a power of two, one less, or one more.",
      ["959:3.1.1.3:image-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      tags: ["contents", "slow"], failsWith: ["data-short", "data-close=65536"]
    ) { probe in
      let exponents = probe.isNear ? Array(9...20) : [10, 12]
      let bytes = probe.manyBytes(1 << 20 + 1)
      for size in exponents.flatMap({ (power: Int) -> [Int] in (-1...1).map { 1 << power + $0 } }) {
        try await probe.requireRoundTrip(
          Array(bytes.prefix(size)), of: "a file of this size", named: "size-\(size).bin")
      }
    },
    ServerCase(
      "rfc959/3.1.1.3/image-large", "A file of more than 8 MiB is retrieved completely.",
      ["959:3.1.1.3:image-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      tags: ["contents"], failsWith: ["data-close=4MiB", "data-short"]
    ) { probe in
      try await requireLarge(probe)
      let bytes = probe.manyBytes(8 << 20 + 1)
      try await probe.preparing("STOR") {
        let (reply, transfer) = try await probe.beginLarge("STOR large.bin", bytes)
        // The server may have no room for it.
        try probe.expect(try await transfer?.end() ?? reply, .completion, to: "STOR")
      }
      let copy = try await probe.download("RETR large.bin", atMost: 2 * bytes.count)
      try probe.requireSame(copy, as: bytes, "the \(bytes.count) bytes of the file")
    },
    ServerCase(
      "rfc959/3.1.1.3/image-ends",
      "Spaces, NULs, line ends and the like at the beginning and end of a file are part of it.",
      ["959:3.1.1.3:image-round-trip", "959:3.1.2:same-parameters-identical"], needs: [.writeAccess, .data],
      tags: ["contents"], failsWith: ["data-short", "data-bare-lf", "data-seven-bit"]
    ) { probe in
      let edges: [(String, [UInt8])] = [
        ("blanks", [0x20, 0x20, 0x20]), ("NULs", [0, 0, 0]), ("CR LF", [0x0D, 0x0A]), ("CR", [0x0D]),
        ("LF LF", [0x0A, 0x0A]), ("control-Z", [0x1A]), ("octets 255", [0xFF, 0xFF]),
        ("Telnet IP and a byte order mark", [0xFF, 0xF4, 0xEF, 0xBB, 0xBF]),
      ]
      for (number, (words, edge)) in edges.enumerated() {
        try await probe.requireRoundTrip(
          edge + Array("inside".utf8) + edge, of: "a file between \(words)", named: "edge-\(number).bin")
      }
    },
  ]

  private static let endedByLF = CaseContent.bytes(lines(end: [0x0A]))
  private static let endedByCRLF = CaseContent.bytes(lines(end: [0x0D, 0x0A]))
  /// A text in the form of ASCII type, whose last line has no end.
  static let unended = CaseContent.bytes(lines(end: [0x0D, 0x0A]) + Array("and one without an end".utf8))

  /// Enough lines for the buffers of either side to cut through line ends, wherever they begin: in runs of empty lines,
  /// every second cut falls inside a line end, and the runs begin at odd and even positions in turn.
  private static func lines(end: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for number in 0..<6 {
      text += Array("run \(number)".utf8) + (number.isMultiple(of: 2) ? [] : [0x21])
      for _ in 0..<8_000 { text += end }
    }
    for number in 0..<500 { text += Array(String(repeating: ".", count: number % 97).utf8) + end }
    return text + Array("the last one".utf8) + end
  }

  /// Skips the case if the server's own line ends are unknown.
  private static func requireUnix(_ probe: Probe) async throws {
    let system = try await probe.send("SYST")
    guard system.text.uppercased().hasPrefix("UNIX") else {
      try probe.skip("LF is known to end lines only on Unix: \(Probe.words(of: system))")
    }
  }

  private static func requireLarge(_ probe: Probe) async throws {
    if !probe.isNear { try probe.skip("the server is too far away for large files") }
    try await probe.prepare(.send("TYPE I"))
  }
}

extension Probe {
  /// Begins an upload and sends many bytes, of which a server need not take all; no transfer if the upload is refused.
  func beginLarge(_ command: String, _ bytes: [UInt8]) async throws -> (Reply, CaseTransfer?) {
    let (reply, transfer) = try await startPassive(command)
    try await transfer?.offer(bytes)
    return (reply, transfer)
  }
}
