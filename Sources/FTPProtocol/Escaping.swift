/// Bytes of a peer as printable ASCII, so that they can go to a terminal, a log or an error message.
package enum Escaping {
  /// Writes printable ASCII as it is, CR, LF, TAB and backslash as `\r`, `\n`, `\t` and `\\`, and every other
  /// byte as `\xHH`.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - limit: the most bytes that are written; the rest is shown as a number.
  /// - Returns: ASCII that is safe on a terminal.
  package static func ascii(_ bytes: some Collection<UInt8>, limit: Int = .max) -> String {
    var escaped: [UInt8] = []
    for byte in bytes.prefix(max(0, limit)) { append(byte, to: &escaped) }
    let text = String(decoding: escaped, as: UTF8.self)
    let rest = bytes.count - min(bytes.count, max(0, limit))
    return rest == 0 ? text : "\(text)... (\(rest) more bytes)"
  }

  /// Appends one byte in the same way.
  package static func append(_ byte: UInt8, to text: inout [UInt8]) {
    let backslash: UInt8 = 0x5C
    switch byte {
    case backslash:
      text.append(backslash)
      text.append(backslash)
    case 0x20...0x7E: text.append(byte)
    case 0x0D, 0x0A, 0x09:
      text.append(backslash)
      text.append(byte == 0x0D ? 0x72 : byte == 0x0A ? 0x6E : 0x74)
    default: appendHexadecimal(byte, to: &text)
    }
  }

  /// Appends one byte as `\xHH`, whatever it is.
  package static func appendHexadecimal(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(0x5C)
    text.append(0x78)
    text.append(digit(byte >> 4))
    text.append(digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
