/// Reads one row of a vector, regardless of its place among the others.
enum RowReader {
  typealias Problem = LineReader.Problem

  /// Reads a row; `line` has no line end, and contains only printable ASCII.
  static func read(_ line: ArraySlice<UInt8>) throws(Problem) -> VectorRow.Content {
    if line.isEmpty { return .blank }
    if line.first == UInt8(ascii: "#") { return .comment(try comment(line)) }
    let tag = String(decoding: line.prefix(2), as: UTF8.self)
    guard let read = readers[tag] else {
      throw Problem(
        offset: line.startIndex,
        message: "a row begins with C>, S>, D>, D<, =>, !!, @@, ~~, -- or #, or before all rows with a "
          + "header such as id:")
    }
    var rest = line.dropFirst(2)
    guard rest.isEmpty || rest.first == 0x20 else {
      throw Problem(offset: rest.startIndex, message: "a space must follow \(tag)")
    }
    rest = rest.dropFirst()
    if rest.isEmpty, !readsEmpty.contains(tag) {
      throw Problem(offset: line.startIndex, message: "nothing follows \(tag)")
    }
    return try read(rest)
  }

  /// Words and the offsets at which they begin.
  struct Word {
    var text: String
    var offset: Int
  }

  /// Splits at single spaces; two in a row are a problem, because nothing else would be printed back.
  static func words(_ text: ArraySlice<UInt8>) throws(Problem) -> [Word] {
    var words: [Word] = []
    for part in text.split(separator: 0x20, omittingEmptySubsequences: false) {
      guard !part.isEmpty else {
        throw Problem(offset: part.startIndex, message: "two spaces in a row; write one")
      }
      words.append(Word(text: String(decoding: part, as: UTF8.self), offset: part.startIndex))
    }
    return words
  }

  private typealias Reader = @Sendable (ArraySlice<UInt8>) throws(Problem) -> VectorRow.Content

  private static let readsEmpty: Set<String> = ["C>", "S>", "D>", "D<"]

  private static let readers: [String: Reader] = [
    "C>": { (text) throws(Problem) in .command(try LineReader.read(text, isControl: true)) },
    "S>": { (text) throws(Problem) in .reply(try LineReader.read(text, isControl: true)) },
    "D>": { (text) throws(Problem) in .data(.download, try LineReader.read(text, isControl: false)) },
    "D<": { (text) throws(Problem) in .data(.upload, try LineReader.read(text, isControl: false)) },
    "=>": { (text) throws(Problem) in .meaning(try ExpectationReader.meaning(text)) },
    "!!": { (text) throws(Problem) in .verdict(try ExpectationReader.verdict(text)) },
    "@@": { (text) throws(Problem) in .state(try ExpectationReader.state(text)) },
    "~~": { (text) throws(Problem) in .difference(try ExpectationReader.difference(text)) },
    "--": { (text) throws(Problem) in .mark(try MarkReader.read(text)) },
  ]

  private static func comment(_ line: ArraySlice<UInt8>) throws(Problem) -> String {
    let rest = line.dropFirst()
    guard rest.isEmpty || rest.first == 0x20 else {
      throw Problem(offset: rest.startIndex, message: "a space must follow #")
    }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}
