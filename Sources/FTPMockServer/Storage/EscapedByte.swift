/// An escape between quotation marks, in tree files and in rule files.
enum EscapedByte {
  /// The possible escapes.
  static let advice = "a backslash must be followed by n, r, t, \\, \" or x and two hexadecimal digits"

  /// Removes the escape; nil if it is invalid.
  static func read(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
    case UInt8(ascii: "\""): return UInt8(ascii: "\"")
    case UInt8(ascii: "x"):
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else {
        return nil
      }
      rest = rest.dropFirst(2)
      return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    default: return nil
    }
  }
}
