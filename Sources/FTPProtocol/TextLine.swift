import EmbeddedTexts

/// A line of a text that the program carries with it: a name, and what comes after a colon, below a heading after two number
/// signs.
struct TextLine {
  let heading: String
  let isIndented: Bool
  let name: String
  /// Nil if there is no colon.
  let value: String?
}

extension EmbeddedText {
  /// The lines, without headings and comments.
  var lines: [TextLine] { TextLine.all(in: UnsafeBufferPointer(start: start, count: count)) }
}

extension TextLine {
  /// The lines of a text, which is read byte by byte: every program that judges a command does so at its start.
  static func all(in text: UnsafeBufferPointer<UInt8>) -> [TextLine] {
    var lines: [TextLine] = []
    var heading = ""
    for line in text.split(separator: 0x0A) {
      guard line.first != 0x23 else {
        if line.starts(with: [0x23, 0x23]) { heading = String(decoding: line.dropFirst(3), as: UTF8.self) }
        continue
      }
      let colon = line.indices.first { line[$0] == 0x3A && $0 + 1 < line.endIndex && line[$0 + 1] == 0x20 }
      let name = line[..<(colon ?? line.endIndex)].drop { $0 == 0x20 }
      lines.append(
        TextLine(
          heading: heading, isIndented: line.first == 0x20, name: String(decoding: name, as: UTF8.self),
          value: colon.map { String(decoding: line[$0...].dropFirst(2), as: UTF8.self) }))
    }
    return lines
  }
}
