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
    return bytes.masking(ranges).withUnsafeBytes { masked in
      Reply(
        code: code, copying: masked, lineCount: lineCount, strayLineCount: strayLineCount, marks: marks)
    }
  }
}
