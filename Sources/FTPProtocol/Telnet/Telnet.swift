/// The Telnet bytes that may occur on a control connection (RFC 854, RFC 855; RFC 1123, section 4.1.2.12).
///
/// FTP uses the Telnet protocol on its control connection, but options are not negotiated: a client sends
/// at most IP and the Synch, and a server refuses every option.
package enum Telnet {
  /// 255, "interpret as command": begins every sequence; doubled, it is a byte of data.
  package static let iac: UInt8 = 255
  /// 254: the sender asks the peer to stop using an option, or refuses its WILL.
  package static let dont: UInt8 = 254
  /// 253: the sender asks the peer to use an option.
  package static let `do`: UInt8 = 253
  /// 252: the sender refuses to use an option, or stops using it.
  package static let wont: UInt8 = 252
  /// 251: the sender offers to use an option.
  package static let will: UInt8 = 251
  /// 250: begins a subnegotiation, which IAC SE ends.
  package static let subnegotiation: UInt8 = 250
  /// 246: are you there.
  package static let areYouThere: UInt8 = 246
  /// 244: interrupt process.
  package static let interrupt: UInt8 = 244
  /// 242, data mark: the end of a Synch.
  package static let dataMark: UInt8 = 242
  /// 240: ends a subnegotiation.
  package static let subnegotiationEnd: UInt8 = 240

  /// IAC IP, which a client sends before a Synch and ABOR (RFC 959, section 4.1.3 on the Telnet
  /// commands; besides it, RFC 1123, section 4.1.2.12 allows a client only the Synch).
  package static let interruptProcess: [UInt8] = [iac, interrupt]
  /// IAC DM, the bytes of a Synch: to be sent as TCP urgent data, so that DM is the urgent byte (RFC 854).
  ///
  /// A server that does not read urgent data in line gets the IAC without its DM; ``CommandParser`` allows
  /// for that.
  package static let synch: [UInt8] = [iac, dataMark]

  /// Text with every byte 255 doubled, as it must be sent on a control connection (RFC 854).
  package static func escape(_ text: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      bytes.append(byte)
      if byte == iac { bytes.append(iac) }
    }
    return bytes
  }

  /// The length of the sequence that begins with the IAC at `index`, within `end`.
  ///
  /// 1 is an IAC that begins no sequence (followed by no command, or by nothing), which counts as data. A
  /// subnegotiation whose end is not found within 256 bytes counts as its first two bytes only, so that
  /// no stray pair of bytes in a text can hide the text after it.
  static func sequenceLength(in bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    guard index + 1 < end else { return 1 }
    switch bytes[index + 1] {
    case will...dont: return index + 2 < end ? 3 : 2
    case subnegotiation:
      var scan = index + 2
      let bound = min(end, index + 256)
      while scan + 1 < bound {
        if bytes[scan] == iac, bytes[scan + 1] == subnegotiationEnd { return scan + 2 - index }
        scan += bytes[scan] == iac ? 2 : 1
      }
      return 2
    case subnegotiationEnd...iac: return 2
    default: return 1
    }
  }

  /// True if the IAC at `index` is a byte of data: doubled, or followed by no command.
  static func isData(in bytes: Span<UInt8>, at index: Int, end: Int) -> Bool {
    guard index + 1 < end else { return true }
    let next = bytes[index + 1]
    return next == iac || next < subnegotiationEnd
  }
}
