/// A pattern for the bytes of a name or an argument: `*` matches any bytes, `?` one byte, everything else itself.
package struct Glob: Hashable, Sendable {
  package let pattern: [UInt8]
  /// The offsets at which `*` and `?` are literal.
  package let literals: Set<Int>

  package init(_ pattern: [UInt8], literals: Set<Int> = []) {
    self.pattern = pattern
    self.literals = literals
  }

  package var matchesEverything: Bool { pattern == [UInt8(ascii: "*")] && literals.isEmpty }

  private func isWild(_ place: Int, _ byte: UInt8) -> Bool {
    pattern[place] == byte && !literals.contains(place)
  }

  /// Whether all of `text` matches the pattern; takes at most as many steps as there are pairs of bytes.
  package func matches(_ text: [UInt8]) -> Bool {
    var position = 0
    var place = 0
    var retry: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count, isWild(place, UInt8(ascii: "*")) {
        retry = (place + 1, position)
        place += 1
      } else if place < pattern.count, isWild(place, UInt8(ascii: "?")) || pattern[place] == text[position] {
        place += 1
        position += 1
      } else if let last = retry {
        place = last.place
        position = last.position + 1
        retry = (last.place, position)
      } else {
        return false
      }
    }
    return pattern.indices[place...].allSatisfy { isWild($0, UInt8(ascii: "*")) }
  }
}

extension Glob: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(Array(value.utf8)) }
}
