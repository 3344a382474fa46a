/// Text in any script, without invisible characters.
package enum PrintableText {
  /// A line in which control characters, and others that change the direction of the text or are invisible, are shown
  /// as `\xHH`.
  package static func line(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(text) }
    var line = ""
    for scalar in text.unicodeScalars {
      if isUnseen(scalar) { appendEscaped(scalar, to: &line) } else { line.unicodeScalars.append(scalar) }
    }
    return line
  }

  /// Whether the character is invisible, or displayed as something else.
  package static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    guard !(" "..."~").contains(scalar) else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Appends the bytes of a character as `\xHH`.
  package static func appendEscaped(_ scalar: Unicode.Scalar, to text: inout String) {
    for byte in String(scalar).utf8 { text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }
  }
}
