extension VectorLine {
  /// Whether received bytes match the row, and the values of its placeholders.
  ///
  /// Bound names must have the same value; others are bound to the bytes found. If
  /// the bytes do not match, nothing is bound.
  package func matches(_ bytes: some Collection<UInt8>, _ bindings: inout PlaceholderBindings) -> Bool {
    var matcher = Matcher(
      parts: parts.filter { if case .cut = $0 { false } else { true } }, bytes: Array(bytes),
      bindings: bindings)
    guard matcher.match(part: 0, at: 0) else { return false }
    bindings = matcher.bindings
    return true
  }

  /// Tries lengths for each placeholder, the longest first, and backtracks if the rest does not fit.
  private struct Matcher {
    let parts: [Part]
    let bytes: [UInt8]
    var bindings: PlaceholderBindings
    /// Places from which the rest was found not to fit, so that no input makes the search long.
    private var dead: Set<Place> = []

    private struct Place: Hashable {
      var part: Int
      var offset: Int
    }

    init(parts: [Part], bytes: [UInt8], bindings: PlaceholderBindings) {
      self.parts = parts
      self.bytes = bytes
      self.bindings = bindings
    }

    mutating func match(part index: Int, at offset: Int) -> Bool {
      guard index < parts.count else { return offset == bytes.count }
      guard !dead.contains(Place(part: index, offset: offset)) else { return false }
      if matchHere(index, offset) { return true }
      dead.insert(Place(part: index, offset: offset))
      return false
    }

    private mutating func matchHere(_ index: Int, _ offset: Int) -> Bool {
      switch parts[index] {
      case .cut: return match(part: index + 1, at: offset)
      case .bytes(let expected):
        guard bytes[offset...].starts(with: expected) else { return false }
        return match(part: index + 1, at: offset + expected.count)
      case .placeholder(let placeholder):
        if let value = bindings[placeholder.name], !placeholder.name.isEmpty {
          let expected = Array(value.wireText.utf8)
          guard bytes[offset...].starts(with: expected) else { return false }
          return match(part: index + 1, at: offset + expected.count)
        }
        guard let kind = placeholder.kind else { return false }
        return match(placeholder, kind, index, offset)
      }
    }

    private mutating func match(
      _ placeholder: Placeholder, _ kind: PlaceholderKind, _ index: Int, _ offset: Int
    ) -> Bool {
      let lineEnd = bytes[offset...].firstIndex { $0 == 0x0D || $0 == 0x0A } ?? bytes.count
      var end = min(lineEnd, offset + kind.longest)
      while end >= offset {
        if !dead.contains(Place(part: index + 1, offset: end)),
          let value = kind.value(of: bytes[offset..<end])
        {
          let before = bindings
          if !placeholder.name.isEmpty { bindings[placeholder.name] = value }
          if match(part: index + 1, at: end) { return true }
          bindings = before
        }
        end -= 1
      }
      return false
    }
  }
}

extension PlaceholderKind {
  /// The most bytes that stand for a placeholder of the kind.
  fileprivate var longest: Int {
    switch self {
    case .text, .word, .secret: 4_096
    default: 64
    }
  }
}
