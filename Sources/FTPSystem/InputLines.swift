/// A standard stream, line by line.
///
/// ```swift
/// var lines = InputLines()
/// while let line = try lines.next() { … }
/// ```
package struct InputLines: Sendable {
  package let stream: StandardStream
  /// The size of a piece: a longer line is returned in pieces of at least this size, at most twice.
  package let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  /// Makes a reader; `limit` is at least 1.
  package init(_ stream: StandardStream = .input, limit: Int = 65_536) {
    self.stream = stream
    self.limit = max(1, limit)
    buffer = [UInt8](repeating: 0, count: self.limit)
  }

  /// The next line without its LF and a CR before that; nil at the end.
  ///
  /// A last line without LF counts.
  ///
  /// Waits for input. Throws with operation `.read`.
  package mutating func next() throws(LocalFileError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let newline = buffer[start..<end].firstIndex(of: 0x0A) {
        line += buffer[start..<newline]
        start = newline + 1
        if line.last == 0x0D { line.removeLast() }
        return line
      }
      line += buffer[start..<end]
      start = 0
      end = 0
      if line.count >= limit { return line }
      if isAtEnd { return line.isEmpty ? nil : line }
      end = try stream.read(into: &buffer)
      isAtEnd = end == 0
    }
  }
}
