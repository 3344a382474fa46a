import FTPProtocol

/// The text form of bytes in vector notation: printable ASCII unchanged, everything else escaped.
///
/// The escapes are `\r`, `\n`, `\t`, `\\` and `\xHH`. The result contains no control character and no byte above
/// 126, so text of a peer can be shown on a terminal and kept in a file that no editor changes.
package enum VectorText {
  /// Writes bytes as vector text.
  ///
  /// A space at the very end is written `\x20`, because editors strip it, and an opening brace that would
  /// read as a placeholder (`{name}`, `{name:kind}`) is written `\{`.
  package static func escape(_ bytes: some Collection<UInt8>) -> String {
    escape(bytes, cuts: [])
  }

  /// Writes bytes as vector text with `\|` before each offset in `cuts`, which must be ascending.
  package static func escape(_ bytes: some Collection<UInt8>, cuts: [Int]) -> String {
    var text: [UInt8] = []
    var places: [SegmentCut] = []
    for cut in cuts where cut < bytes.count && places.last?.offset != cut {
      places.append(SegmentCut(offset: cut))
    }
    append(Array(bytes), cuts: places, endsRow: true, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends bytes as vector text, with the ends of segments among them.
  ///
  /// `endsRow` says whether nothing follows in the row, so that a space at the end must be escaped.
  package static func append(_ bytes: [UInt8], cuts: [SegmentCut], endsRow: Bool, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + bytes.count + 8)
    var cuts = cuts[...]
    var followsCut = false
    for index in bytes.indices {
      while let cut = cuts.first, cut.offset <= index {
        append(cut, to: &text)
        cuts.removeFirst()
        followsCut = true
      }
      let byte = bytes[index]
      if byte == space, endsRow, index == bytes.count - 1 {
        Escaping.appendHexadecimal(byte, to: &text)
      } else if byte == brace, opensPlaceholder(bytes[(index + 1)...]) {
        text += [backslash, brace]
      } else if byte == parenthesis, followsCut, pause(in: bytes[index...]) != nil {
        Escaping.appendHexadecimal(byte, to: &text)
      } else {
        Escaping.append(byte, to: &text)
      }
      followsCut = false
    }
    for cut in cuts { append(cut, to: &text) }
  }

  /// Reads the output of ``escape(_:)-(Collection<UInt8>)``; nil for an escape that it does not write.
  package static func unescape(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == backslash else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case backslash: bytes.append(backslash)
      case brace: bytes.append(brace)
      case UInt8(ascii: "x"):
        guard rest.count >= 2, let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }

  /// Reads the optional pause after the end of a segment, `(200ms)`, and returns its length in bytes too.
  package static func pause(in bytes: ArraySlice<UInt8>) -> (duration: Duration, count: Int)? {
    guard bytes.first == parenthesis, let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ")")) else {
      return nil
    }
    let text = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    return Duration(vectorUnits: text).map { ($0, end - bytes.startIndex + 1) }
  }

  private static func append(_ cut: SegmentCut, to text: inout [UInt8]) {
    text += [backslash, UInt8(ascii: "|")]
    if let pause = cut.pause { text += "(\(pause.inVectorUnits))".utf8 }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let space = UInt8(ascii: " ")
  private static let brace = UInt8(ascii: "{")
  private static let parenthesis = UInt8(ascii: "(")

  /// Whether a brace is followed by `name}` or `name:kind}` (either may be empty), of letters, digits and hyphens.
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
