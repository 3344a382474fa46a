extension Duration {
  /// Reads a number with its unit, exactly: `300ms`, `1.5s`, `2m`; a number alone counts seconds.
  ///
  /// This is the only reader of time spans. Rows of vectors, rules, faults and the command line each accept a subset of
  /// its forms, with their own limits. Nil for a sign, an exponent, another unit, more than eighteen digits
  /// before the point, or more than nine after it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - allowsBlanks: Whether spaces may separate the number from its unit.
  package init?(text: some StringProtocol, allowsBlanks: Bool = false) {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = Self.number(first, longest: 18) else { return nil }
    var nanoseconds = 0
    if parts.count > 1 {
      guard parts.count == 2, let fraction = Self.number(parts[1], longest: 9) else { return nil }
      nanoseconds = fraction
      for _ in parts[1].utf8.count..<9 { nanoseconds *= 10 }
    }
    let seconds = Duration.seconds(whole) + .nanoseconds(nanoseconds)
    let unit = text[digits.endIndex...]
    switch allowsBlanks ? unit.drop(while: { $0 == " " }) : unit {
    case "ms": self = seconds / 1000
    case "", "s": self = seconds
    case "m": self = seconds * 60
    default: return nil
    }
  }

  private static func number(_ digits: some StringProtocol, longest: Int) -> Int? {
    (1...longest).contains(digits.utf8.count) ? Int(digits) : nil
  }
}
