import LibC

/// Finds line ends.
///
/// Every parser of the control connection finds its lines here, and this is the only place that calls `memchr`: on
/// long lines it is several times as fast as a loop over bytes.
enum LineEnd {
  /// The offset of the first such byte at or after `start`, or nil.
  static func offset(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard UInt(bitPattern: start) < UInt(bitPattern: bytes.count), let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), bytes.count &- start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// True if the LF at `end` may be the option byte of a Telnet negotiation, which ``isOption`` decides.
  static func maybeOption(_ byteBefore: UInt8) -> Bool { byteBefore &- 0xFB < 4 }

  /// True if the LF at `feed` is the third byte of IAC WILL, WONT, DO or DONT and so ends no line.
  ///
  /// `ground` is an offset up to `feed` that lies between two Telnet sequences. Returns whether it belongs to an
  /// option.
  static func isOption(_ feed: Int, in bytes: Span<UInt8>, ground: Int) -> Bool {
    var index = ground
    while index < feed {
      guard bytes[index] == Telnet.iac, index + 1 < feed else {
        index += 1
        continue
      }
      let command = bytes[index + 1]
      if maybeOption(command) {
        if index + 2 == feed { return true }
        index += 3
      } else {
        index += command >= 0xF0 ? 2 : 1
      }
    }
    return false
  }

  /// The offset just past the first CR or LF at or after `start` that is not a Telnet option, or nil: the
  /// search for servers that end lines by CR alone.
  static func carriageReturnOrLineFeed(in bytes: Span<UInt8>, from start: Int, ground: inout Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D || byte == 0x0A {
        guard index > ground, maybeOption(bytes[index - 1]), isOption(index, in: bytes, ground: ground) else {
          return index + 1
        }
        ground = index + 1
      }
      index += 1
    }
    return nil
  }
}
