/// Keeps what came from outside from steering the terminal.
enum SafeText {
  /// A line in which every control character is shown as `\xHH` rather than obeyed.
  static func line(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format {
        for byte in String(scalar).utf8 {
          safe += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
