/// Splits bytes with placeholders into the rows of a vector, one for each line.
enum LineSplitter {
  /// The rows; `cuts` are offsets of the bytes, in which a placeholder counts as nothing.
  static func split(_ parts: [VectorLine.Part], cuts: [Int]) -> [VectorLine] {
    var lines: [VectorLine] = []
    var line: [VectorLine.Part] = []
    var cuts = cuts[...]
    var offset = 0
    func isEmpty(_ line: [VectorLine.Part]) -> Bool {
      line.allSatisfy { if case .cut = $0 { true } else { false } }
    }
    for part in parts {
      guard case .bytes(let bytes) = part else {
        line.append(part)
        continue
      }
      for byte in bytes {
        while let cut = cuts.first, cut <= offset {
          if cut > 0 { line.append(.cut(pause: nil)) }
          cuts.removeFirst()
        }
        line.append(.bytes([byte]))
        offset += 1
        if byte == 0x0A {
          lines.append(VectorLine(line))
          line = []
        }
      }
    }
    if !isEmpty(line) { lines.append(VectorLine(line)) }
    return lines
  }
}
