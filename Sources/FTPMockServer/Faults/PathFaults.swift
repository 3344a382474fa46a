import FTPProtocol

/// `path-…`: the path in a 257 reply.
enum PathFaults {
  static let all = [
    FaultKind(
      "path-no-quotes", "The path has no quotation marks.",
      .field("Q64", "MicroPython, sharp-ftp-server"),
      changing { text in text.filter { $0 != UInt8(ascii: "\"") } }),
    FaultKind(
      "path-quotes", "Quotation marks in the path are not doubled.", .field("Q64", "pyftpdlib, ftpserverlib"),
      changing { text in
        var result: [UInt8] = []
        for byte in text where byte != UInt8(ascii: "\"") || result.last != byte { result.append(byte) }
        return result
      }),
    FaultKind(
      "path-missing", "The reply contains no path.", "959:appendix-ii:pwd-reply-form",
      changing { _ in Array("Done.".utf8) }),
    FaultKind(
      "path-break", "There is a CR inside the quotation marks.", .field("Q67", "servers seen by curl"),
      .resending(if: { $0.code == 257 }) { bytes in
        guard let quote = bytes.firstIndex(of: UInt8(ascii: "\"")) else { return [.bytes(bytes)] }
        return [.bytes(Array(bytes[...quote]) + [0x0D] + bytes[(quote + 1)...])]
      }),
    FaultKind(
      "path-250", "MKD gets 250 without a path.", .field("Q63", "ftpserverlib, SwiFTP"),
      .replacing(with: .reply(250, "Directory created.")) { $0.verb == .mkd && $0.code == 257 }),
  ]

  private static func changing(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .rewriting(if: { $0.code == 257 }) { $0.lines = $0.lines.map(change) }
  }
}
