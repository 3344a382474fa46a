extension Reply {
  /// The reply with every occurrence of a secret replaced by `****`, for transcripts of a server that echoes what
  /// it was sent. The code, the lines and the line ends stay.
  public func redacting(_ secret: [UInt8]) -> Reply {
    guard !secret.isEmpty, bytes.count >= secret.count else { return self }
    var result: [UInt8] = []
    var ends: [Int] = []
    var index = 0
    var rest = lineEnds[...]
    while index < bytes.count {
      if bytes[index...].starts(with: secret) {
        result += [0x2A, 0x2A, 0x2A, 0x2A]
        index += secret.count
      } else {
        result.append(bytes[index])
        index += 1
      }
      while let end = rest.first, end <= index {
        ends.append(result.count)
        rest = rest.dropFirst()
      }
    }
    guard result != bytes else { return self }
    return Reply(code: code, bytes: result, lineEnds: ends, strayLineCount: strayLineCount, marks: marks)
  }
}
