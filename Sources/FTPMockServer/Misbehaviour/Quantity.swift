import FTPProtocol

/// Numbers with units, as in faults and rules.
enum Quantity {
  /// A whole number without sign, of up to eighteen digits.
  static func count(_ text: some StringProtocol) -> Int? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// `512`, `200KiB`, `5 MB`: K, M and G are powers of 1000, Ki, Mi and Gi powers of 1,024; at most 2^50 bytes.
  static func byteCount(_ text: some StringProtocol) -> UInt64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].drop { $0 == " " }
    guard let number = count(digits), let factor = factor(unit) else { return nil }
    let (product, overflow) = UInt64(number).multipliedReportingOverflow(by: factor)
    return overflow || product > 1 << 50 ? nil : product
  }

  /// `300ms`, `1.5s`, `2 m`; a number alone means seconds.
  ///
  /// At most a day.
  static func duration(_ text: some StringProtocol) -> Duration? {
    guard let duration = Duration(text: text, allowsBlanks: true), duration <= .seconds(86_400) else {
      return nil
    }
    return duration
  }

  /// A span of time in milliseconds, as ``duration(_:)`` reads it.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    var digits = rest == 0 ? "" : "\(1_000_000_000 + rest / 1_000_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(seconds * 1_000 + whole)" + (digits.isEmpty ? "" : ".\(digits)") + "ms"
  }

  private static func factor(_ unit: some StringProtocol) -> UInt64? {
    switch unit {
    case "", "B", "byte", "bytes": 1
    case "K", "KB", "kB": 1000
    case "KiB": 1 << 10
    case "M", "MB": 1_000_000
    case "MiB": 1 << 20
    case "G", "GB": 1_000_000_000
    case "GiB": 1 << 30
    default: nil
    }
  }
}
