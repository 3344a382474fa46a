extension Reply {
  /// The reply with every occurrence of a secret replaced by `****`, for transcripts of a server that echoes
  /// its input.
  ///
  /// The code, the lines and the line ends stay.
  public func redacting(_ secret: [UInt8]) -> Reply {
    masking(SecretFinder([secret]).ranges(in: bytes))
  }

  /// The reply with `****` in the place of each range of its bytes.
  package func masking(_ ranges: [Range<Int>]) -> Reply {
    guard !ranges.isEmpty else { return self }
    let masked = bytes.masking(ranges)
    // A secret may contain a line end.
    let lineCount = ReplyLines.ends(in: masked, count: lineCount, marks).count
    return masked.withUnsafeBytes { bytes in
      Reply(
        code: code, copying: bytes, lineCount: lineCount,
        strayLineCount: min(strayLineCount, lineCount - 1), marks: marks)
    }
  }
}
