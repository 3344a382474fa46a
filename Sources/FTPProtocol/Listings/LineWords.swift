/// A line of a listing without its end, and the positions of its words, which spaces and tabs separate.
struct LineWords {
  let bytes: [UInt8]
  let words: [Range<Int>]

  init(_ content: ArraySlice<UInt8>) {
    bytes = Array(content)
    var words: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte.isBlank {
        if let begin = start { words.append(begin..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let start { words.append(start..<bytes.count) }
    self.words = words
  }

  var count: Int { words.count }
  var isEmpty: Bool { words.isEmpty }

  /// A word; empty if there are not that many.
  subscript(index: Int) -> ArraySlice<UInt8> {
    words.indices.contains(index) ? bytes[words[index]] : []
  }

  /// Whether a word is this text, without regard to case.
  func isWord(_ index: Int, _ text: String) -> Bool { self[index].isText(text) }

  /// Everything from one word up to another, with the bytes between them; nil if there is no word.
  func text(_ range: Range<Int>) -> [UInt8]? {
    guard !range.isEmpty, words.indices.contains(range.lowerBound), range.upperBound <= words.count else {
      return nil
    }
    return Array(bytes[words[range.lowerBound].lowerBound..<words[range.upperBound - 1].upperBound])
  }

  /// The bytes after a position and the spaces of a column that ends there, at most `blanks`, so that further ones
  /// begin a name.
  ///
  /// Nil if only spaces are left.
  func name(from place: Int, afterBlanks most: Int) -> ArraySlice<UInt8>? {
    guard place < bytes.count, bytes[place].isBlank else { return nil }
    let blanks = bytes[place...].prefix(while: \.isBlank).count
    let name = bytes[(place + min(blanks, most))...]
    return name.allSatisfy(\.isBlank) ? nil : name
  }

  /// The same after a word.
  func name(after index: Int, blanks most: Int = 1) -> ArraySlice<UInt8>? {
    words.indices.contains(index) ? name(from: words[index].upperBound, afterBlanks: most) : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are this text, which is in lower case, without regard to case.
  func isText(_ text: String) -> Bool { lazy.map(\.lowercased).elementsEqual(text.utf8) }

  /// Whether these bytes, which are not empty, are all digits.
  var isAllDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }
}
