import FTPProtocol

extension Vector {
  /// Reads a vector from the text of a file.
  ///
  /// The headers may be missing, so that a conversation as `ftpraw send` prints it is a vector too.
  ///
  /// - Throws: at the first line that is not part of a vector, or is in the wrong place.
  public init(parsing text: String) throws(VectorSyntaxError) { try self.init(parsing: Array(text.utf8)) }

  /// Reads a vector from the bytes of a file.
  ///
  /// - Throws: at the first line that is not part of a vector, or is in the wrong place.
  public init(parsing bytes: [UInt8]) throws(VectorSyntaxError) {
    var parser = VectorParser(bytes: bytes)
    self = try parser.parse()
  }
}

/// Reads a file line by line.
struct VectorParser {
  let bytes: [UInt8]
  private var vector = Vector()
  private var header = HeaderReader()
  private var checker = VectorChecker()
  private var number = 0
  private var isInRows = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse() throws(VectorSyntaxError) -> Vector {
    guard !bytes.isEmpty else { throw VectorSyntaxError(line: 1, column: 1, "the file is empty") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw VectorSyntaxError(
        line: 1, column: 1,
        "the file begins with a byte order mark; save it as UTF-8 without one, or as ASCII")
    }
    var start = 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: 0x0A)
      let line = bytes[start..<(end ?? bytes.count)]
      try checkBytes(line)
      guard let end else {
        throw error(
          line, line.endIndex, "the last line has no line end; add one, so that rows can be added after it")
      }
      do {
        try read(line)
      } catch {
        throw self.error(line, error.offset, error.message)
      }
      start = end + 1
    }
    return vector
  }

  /// The bytes that no line of a vector may contain, each with advice.
  private func checkBytes(_ line: ArraySlice<UInt8>) throws(VectorSyntaxError) {
    for index in line.indices where !(0x20...0x7E).contains(line[index]) {
      switch line[index] {
      case 0x0D where index == line.endIndex - 1:
        throw error(
          line, index,
          "the line ends with CR LF; a vector's lines end with LF alone. Save the file with Unix line ends; "
            + #"a CR that belongs to the conversation is written \r"#)
      case 0x0D:
        throw error(line, index, #"a CR inside a line; one that belongs to the conversation is written \r"#)
      case 0x09:
        throw error(
          line, index, #"a tab; one that belongs to the conversation is written \t, any other is a space"#)
      default:
        let rest = line[index...].prefix { !(0x20...0x7E).contains($0) && $0 != 0x0D && $0 != 0x09 }
        throw error(
          line, index, "a vector contains only printable ASCII; write \(hexadecimal(rest.prefix(4)))")
      }
    }
    if line.last == 0x20 {
      throw error(
        line, line.endIndex - 1,
        #"a space at the end of the line, which editors strip; one that belongs to the conversation is written \x20"#
      )
    }
  }

  private func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes { Escaping.appendHexadecimal(byte, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(LineReader.Problem) {
    if !isInRows {
      if HeaderReader.isHeader(line) { return try header.read(line, into: &vector) }
      if !header.hasBegun, line.first == UInt8(ascii: "#") {
        if case .comment(let text) = try RowReader.read(line) { vector.comment.append(text) }
        return
      }
      isInRows = true
    }
    if HeaderReader.isKnownHeader(line) {
      throw LineReader.Problem(
        offset: line.startIndex, message: "headers must be together at the top, before all rows")
    }
    let content = try RowReader.read(line)
    try checker.check(content, line: number, text: line)
    vector.rows.append(VectorRow(content, line: number))
  }

  private func error(_ line: ArraySlice<UInt8>, _ offset: Int, _ message: String) -> VectorSyntaxError {
    VectorSyntaxError(
      line: number, column: offset - line.startIndex + 1, message,
      excerpt: Escaping.ascii(line, limit: 110))
  }
}
