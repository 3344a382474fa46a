/// Bytes of a peer as printable ASCII, so that they can go to a terminal, a log or an error message.
public enum Escaping {
  /// Writes printable ASCII as it is, CR, LF, TAB and backslash as `\r`, `\n`, `\t` and `\\`, and every other
  /// byte as `\xHH`.
  ///
  /// - Parameter limit: the most bytes that are written; the rest is told as a number.
  public static func ascii(_ bytes: some Collection<UInt8>, limit: Int = .max) -> String {
    var text = ""
    for byte in bytes.prefix(max(0, limit)) {
      switch byte {
      case 0x0D: text += "\\r"
      case 0x0A: text += "\\n"
      case 0x09: text += "\\t"
      case 0x5C: text += "\\\\"
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    let rest = bytes.count - min(bytes.count, max(0, limit))
    return rest == 0 ? text : "\(text)... (\(rest) more bytes)"
  }
}
