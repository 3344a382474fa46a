import FTPProtocol

/// The text form of bytes in vector notation: printable ASCII as it is, everything else escaped.
///
/// The escapes are `\r`, `\n`, `\t`, `\\` and `\xHH`. The result holds no control character and no byte above
/// 126, so text of a peer can be shown on a terminal and kept in a file that any editor leaves alone.
public enum VectorText {
  /// Writes bytes as vector text.
  ///
  /// A space at the very end is written `\x20`, because editors strip it, and an opening brace that would
  /// read as a placeholder (`{name}`, `{name:kind}`) is written `\{`.
  public static func escape(_ bytes: some Collection<UInt8>) -> String {
    escape(bytes, cuts: [])
  }

  /// Writes bytes as vector text with `\|` in front of each offset in `cuts`, which must be ascending.
  public static func escape(_ bytes: some Collection<UInt8>, cuts: [Int]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 8)
    var cuts = cuts[...]
    var offset = 0
    var index = bytes.startIndex
    while index != bytes.endIndex {
      if let cut = cuts.first, cut <= offset {
        text += [backslash, UInt8(ascii: "|")]
        cuts = cuts.drop { $0 <= offset }
      }
      let byte = bytes[index]
      let next = bytes.index(after: index)
      if byte == space, next == bytes.endIndex {
        Escaping.appendHexadecimal(byte, to: &text)
      } else if byte == brace, opensPlaceholder(bytes[next...]) {
        text += [backslash, brace]
      } else {
        Escaping.append(byte, to: &text)
      }
      index = next
      offset += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let space = UInt8(ascii: " ")
  private static let brace = UInt8(ascii: "{")

  /// Whether what follows a brace is `name}` or `name:kind}` (either may be empty), of letters, digits and hyphens.
  private static func opensPlaceholder(_ rest: some Sequence<UInt8>) -> Bool {
    var colons = 0
    for (count, byte) in rest.enumerated() {
      switch byte {
      case UInt8(ascii: "}"): return count > 0
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        break
      default: return false
      }
      if colons > 1 || count > 64 { return false }
    }
    return false
  }
}
