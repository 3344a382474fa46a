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
      var rest = bytes[...]
      while let first = rest.indices.first {
        while let cut = cuts.first, cut <= offset {
          if cut > 0 { line.append(.cut(pause: nil)) }
          cuts.removeFirst()
        }
        // Whole runs of bytes, since a line may be arbitrarily long.
        let reach = cuts.first.map { min(rest.endIndex, first + ($0 - offset)) } ?? rest.endIndex
        let lineEnd = rest[..<reach].firstIndex(of: 0x0A).map { $0 + 1 }
        let end = lineEnd ?? reach
        line.append(.bytes(Array(rest[first..<end])))
        offset += end - first
        rest = rest[end...]
        if lineEnd != nil {
          lines.append(VectorLine(line))
          line = []
        }
      }
    }
    if !isEmpty(line) { lines.append(VectorLine(line)) }
    return lines
  }
}
