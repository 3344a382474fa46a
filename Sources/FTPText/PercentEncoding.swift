/// Bytes as a URL has them (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// A path: letters, digits, `-._~` and slashes stay; everything else is encoded.
  package static func path(_ text: String) -> String { encoded(text.utf8, keeping: 0x2F) }

  /// A part of a URL, such as a user: slashes are encoded too.
  package static func part(_ bytes: some Sequence<UInt8>) -> String { encoded(bytes, keeping: nil) }

  private static func encoded(_ bytes: some Sequence<UInt8>, keeping slash: UInt8?) -> String {
    var text = ""
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where byte == slash:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 0x10 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }
}
