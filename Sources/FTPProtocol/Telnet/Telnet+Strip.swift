extension Telnet {
  /// One Telnet sequence that was removed from a text.
  package struct Sequence: Hashable, Sendable {
    /// The whole sequence, IAC first.
    package let bytes: [UInt8]
    /// Its position in the original bytes.
    package let offset: Int
  }

  /// Removes the Telnet sequences from a complete text; a doubled IAC becomes one byte 255.
  ///
  /// An IAC that begins no sequence stays as data, and so does a subnegotiation's content if its end is
  /// missing. CR NUL becomes CR (RFC 854). For bytes that arrive in segments, use ``TelnetDecoder``.
  package static func strip(_ bytes: some Collection<UInt8>) -> (text: [UInt8], sequences: [Sequence]) {
    let array = Array(bytes)
    var sequences: [Sequence] = []
    let text = text(array.span, 0..<array.count) { range in
      sequences.append(Sequence(bytes: Array(array[range]), offset: range.lowerBound))
    }
    return (text, sequences)
  }

  /// The bytes of a range without Telnet sequences, each of which is reported.
  static func text(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ report: (Range<Int>) -> Void = { _ in }
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      var length = 1
      if byte == iac {
        length = sequenceLength(in: bytes, at: index, end: range.upperBound)
        if isData(in: bytes, at: index, end: range.upperBound) {
          text.append(iac)
        } else {
          report(index..<(index + length))
        }
      } else {
        text.append(byte)
        if byte == 0x0D, index + 1 < range.upperBound, bytes[index + 1] == 0 { length = 2 }
      }
      index += length
    }
    return text
  }
}
