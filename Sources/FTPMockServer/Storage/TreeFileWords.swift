/// The words of one line of a tree file, or of another text whose words are the same.
package struct TreeFileWords {
  private var rest: ArraySlice<UInt8>
  private let line: Int

  /// Prepares to read a line; errors name its number.
  package init(_ text: ArraySlice<UInt8>, line: Int) {
    rest = text.drop(while: Self.isBlank)
    self.line = line
  }

  /// Whether the line is a comment.
  var isComment: Bool { rest.first == UInt8(ascii: "#") }

  /// The next word without its quotation marks; nil at the end of the line.
  package mutating func next() throws(TreeFileError) -> [UInt8]? {
    rest = rest.drop(while: Self.isBlank)
    guard !rest.isEmpty else { return nil }
    return try text(until: Self.isBlank)
  }

  /// The next `key=value`; nil at the end of the line.
  mutating func nextPair() throws(TreeFileError) -> (key: [UInt8], value: [UInt8])? {
    rest = rest.drop(while: Self.isBlank)
    guard !rest.isEmpty else { return nil }
    let key = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isBlank($0) }
    rest = rest.dropFirst(key.count)
    guard !key.isEmpty, rest.first == UInt8(ascii: "=") else {
      throw error("the path must be followed by words such as size=100")
    }
    rest = rest.dropFirst()
    return (Array(key), try text(until: Self.isBlank))
  }

  /// Takes a word that is completely in quotation marks or not at all.
  private mutating func text(until isEnd: (UInt8) -> Bool) throws(TreeFileError) -> [UInt8] {
    guard rest.first == UInt8(ascii: "\"") else {
      let word = rest.prefix { !isEnd($0) }
      guard !word.contains(UInt8(ascii: "\"")) else { throw error("there is a quotation mark inside a word") }
      rest = rest.dropFirst(word.count)
      return Array(word)
    }
    rest = rest.dropFirst()
    var word: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard rest.first.map(isEnd) ?? true else {
          throw error("a space is missing after the quotation mark")
        }
        return word
      case UInt8(ascii: "\\"): word.append(try escaped())
      default: word.append(byte)
      }
    }
    throw error("a quotation mark is missing at the end")
  }

  private mutating func escaped() throws(TreeFileError) -> UInt8 {
    guard let byte = EscapedByte.read(&rest) else { throw error(EscapedByte.advice) }
    return byte
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func error(_ message: String) -> TreeFileError { TreeFileError(line: line, message: message) }
}
