import FTPProtocol

/// RFC 959, sections 2.3 and 3.1: types, structures, and files of many sizes and with all kinds of contents.
enum RFC959Section3_1 {
  static let bodies: [String: CaseBody] = [
    "rfc959/3.1.1.3/image-sizes": { probe in
      let exponents = probe.isNear ? Array(9...20) : [10, 12]
      let bytes = probe.manyBytes(1 << 20 + 1)
      for size in exponents.flatMap({ (power: Int) -> [Int] in (-1...1).map { 1 << power + $0 } }) {
        let content = Array(bytes.prefix(size))
        try await probe.prepare(.store("size-\(size).bin", .bytes(content)))
        let copy = try await probe.download("RETR size-\(size).bin")
        try probe.requireSame(copy, as: content, "the \(size) bytes of a file of this size")
      }
    },
    "rfc959/3.1.1.3/image-large": { probe in
      if !probe.isNear { try probe.skip("the server is too far away for large files") }
      try await probe.prepare(.send("TYPE I"))
      let bytes = probe.manyBytes(8 << 20 + 1)
      try await probe.preparing("STOR") {
        let (reply, transfer) = try await probe.beginLarge("STOR large.bin", bytes)
        // The server may have no room for it.
        try probe.expect(try await transfer?.end() ?? reply, .completion, to: "STOR")
      }
      let copy = try await probe.download("RETR large.bin", atMost: 2 * bytes.count)
      try probe.requireSame(copy, as: bytes, "the \(bytes.count) bytes of the file")
    },
  ]

  /// Enough lines for the buffers of either side to cut through line ends, wherever they begin: in runs of empty lines,
  /// every second cut falls inside a line end, and the runs begin at odd and even positions in turn.
  fileprivate static func lines(end: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for number in 0..<6 {
      text += Array("run \(number)".utf8) + (number.isMultiple(of: 2) ? [] : [0x21])
      for _ in 0..<8_000 { text += end }
    }
    for number in 0..<500 { text += Array(String(repeating: ".", count: number % 97).utf8) + end }
    return text + Array("the last one".utf8) + end
  }
}

extension CaseContent {
  /// Contents with a name, too long for a line of a case.
  static let named: [String: CaseContent] = {
    let lines = RFC959Section3_1.lines(end: [0x0D, 0x0A])
    return [
      "lines-lf": .bytes(RFC959Section3_1.lines(end: [0x0A])), "lines-crlf": .bytes(lines),
      "lines-unended": .bytes(lines + Array("and one without an end".utf8)),
      "every-byte": .bytes(Array("\r\n\n".utf8) + Array(0...255)), "every-octet": .bytes(Array(0...255)),
    ]
  }()
}

extension Probe {
  /// Begins an upload and sends many bytes, of which a server need not take all; no transfer if the upload is refused.
  func beginLarge(_ command: String, _ bytes: [UInt8]) async throws -> (Reply, CaseTransfer?) {
    let (reply, transfer) = try await startPassive(command)
    try await transfer?.offer(bytes)
    return (reply, transfer)
  }
}
