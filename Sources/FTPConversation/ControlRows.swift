/// Splits bytes of the control connection into rows of vector notation, one for each line.
///
/// A row implies CRLF at its end. Any other ending is spelled out and closed with a backslash, which cancels the
/// implied CRLF: `220 hello\n\` is a line that ends with LF alone, `220 hel\` one that has not ended.
package enum ControlRows {
  /// The rows of `bytes`, with `\|` at each offset in `cuts` that falls inside a line.
  package static func split(_ bytes: some RandomAccessCollection<UInt8>, cuts: [Int] = []) -> [String] {
    var rows: [String] = []
    var start = bytes.startIndex
    while start != bytes.endIndex {
      let feed = bytes[start...].firstIndex(of: 0x0A)
      let end = feed.map { bytes.index(after: $0) } ?? bytes.endIndex
      rows.append(
        row(bytes[start..<end], cuts: cuts, offset: bytes.distance(from: bytes.startIndex, to: start)))
      start = end
    }
    return rows
  }

  private static func row(_ line: some RandomAccessCollection<UInt8>, cuts: [Int], offset: Int) -> String {
    let inside = cuts.filter { $0 > offset && $0 < offset + line.count }.map { $0 - offset }
    let tail = line.suffix(2)
    if tail.count == 2, tail.first == 0x0D, tail.last == 0x0A {
      let text = line.dropLast(2)
      switch inside.last {
      case text.count: return VectorText.escape(text, cuts: inside) + "\\|"
      case text.count + 1: break
      default: return VectorText.escape(text, cuts: inside)
      }
    }
    return VectorText.escape(line, cuts: inside) + "\\"
  }
}
