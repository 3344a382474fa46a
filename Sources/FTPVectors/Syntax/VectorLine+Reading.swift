extension VectorLine {
  /// Reads text with the escapes of a row of data: `\r`, `\n`, `\t`, `\\`, `\{`, `\xHH`, and `\|` for the end of a segment.
  ///
  /// No line end is implied.
  ///
  /// - Throws: what is wrong; the line of the error is 1.
  package init(reading text: [UInt8]) throws(VectorSyntaxError) {
    do throws(LineReader.Problem) {
      self = try LineReader.read(text[...], isControl: false)
    } catch {
      throw VectorSyntaxError(line: 1, column: error.offset + 1, error.message)
    }
  }
}
