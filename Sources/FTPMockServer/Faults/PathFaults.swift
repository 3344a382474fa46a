import FTPProtocol

/// `path-…`: the path in a 257 reply.
enum PathFaults {
  static let bodies: [String: FaultBody] = [
    "path-no-quotes": FaultBody(changing { text in text.filter { $0 != UInt8(ascii: "\"") } }),
    "path-quotes": FaultBody(
      changing { text in
        var result: [UInt8] = []
        for byte in text where byte != UInt8(ascii: "\"") || result.last != byte { result.append(byte) }
        return result
      }),
    "path-missing": FaultBody(changing { _ in Array("Done.".utf8) }),
    "path-break": FaultBody(
      .resending(if: { $0.code == 257 }) { bytes in
        guard let quote = bytes.firstIndex(of: UInt8(ascii: "\"")) else { return [.bytes(bytes)] }
        return [.bytes(Array(bytes[...quote]) + [0x0D] + bytes[(quote + 1)...])]
      }),
    "path-250": FaultBody(
      .replacing(with: .reply(250, "Directory created.")) { $0.verb == .mkd && $0.code == 257 }),
  ]

  private static func changing(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .rewriting(if: { $0.code == 257 }) { $0.lines = $0.lines.map(change) }
  }
}
