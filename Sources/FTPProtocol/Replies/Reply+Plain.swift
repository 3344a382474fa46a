extension Reply {
  /// True for nearly every reply: one line of printable ASCII, a space after the code, CR LF at the end.
  ///
  /// Such a reply has no deviations, and testing for it is cheaper than searching for them.
  var isPlain: Bool {
    guard lineCount == 1, strayLineCount == 0, marks.isEmpty else { return false }
    return withBytes { bytes in
      let count = bytes.count
      guard count >= 6, bytes[3] == 0x20, bytes[count - 2] == 0x0D, bytes[count - 1] == 0x0A else {
        return false
      }
      for index in 0..<(count - 2) where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
      return true
    }
  }
}
