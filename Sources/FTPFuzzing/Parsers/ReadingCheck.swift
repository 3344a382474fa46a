import FTPProtocol

/// What must hold for everything that reads a value and reports how it was written.
enum ReadingCheck {
  /// Reads strictly and leniently.
  ///
  /// The strict reader must throw exactly if the lenient one throws or notes a deviation, and otherwise read the same
  /// value.
  ///
  /// - Returns: the lenient reading; nil if nothing can be read.
  static func both<Input, Value, Failure: Error & CustomStringConvertible>(
    _ input: Input, _ read: (Input, Leniency) throws(Failure) -> Reading<Value>
  ) throws(ParserFault) -> Reading<Value>? {
    let lenient = try outcome(input, .lenient, read)
    let strict = try outcome(input, .strict, read)
    let expected = lenient.flatMap { $0.isCanonical ? $0 : nil }
    try ParserOracle.strictness.expect(
      strict == expected,
      "lenient reads \(described(lenient)), strict \(described(strict))")
    return lenient
  }

  /// Checks that a message can be shown on one line.
  static func message(_ text: String) throws(ParserFault) {
    let isLine = !text.isEmpty && text.utf8.count <= 600 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    try ParserOracle.messages.expect(isLine, "'\(Escaping.ascii(text.utf8, limit: 700))'")
  }

  /// Checks the message about a place in a text, and that the text has such a line.
  static func message(
    _ error: some CustomStringConvertible, line: Int, column: Int = 1, of text: [UInt8]
  ) throws(ParserFault) {
    try message(error.description)
    let lines = text.count { $0 == 0x0A } + 1
    try ParserOracle.messages.expect(1...lines ~= line && column >= 1, "'\(error)' in \(lines) lines")
  }

  private static func outcome<Input, Value, Failure: Error & CustomStringConvertible>(
    _ input: Input, _ leniency: Leniency, _ read: (Input, Leniency) throws(Failure) -> Reading<Value>
  ) throws(ParserFault) -> Reading<Value>? {
    let reading: Reading<Value>
    do throws(Failure) { reading = try read(input, leniency) } catch {
      try message(error.description)
      return nil
    }
    for note in reading.notes { try message(note.description) }
    return reading
  }

  private static func described<Value>(_ reading: Reading<Value>?) -> String {
    guard let reading else { return "nothing" }
    return "\(reading.value) with \(reading.notes.map(\.description))"
  }
}
