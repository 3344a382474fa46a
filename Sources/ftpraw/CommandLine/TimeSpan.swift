/// Reads spans of time as people type them: `1`, `1.5`, `500ms`, `2s`, `3m`.
enum TimeSpan {
  /// The longest span accepted: one day.
  static let longest: Duration = .seconds(86_400)

  /// The duration written in a text; a number without a unit counts seconds.
  ///
  /// Digits beyond the nanosecond are refused rather than rounded away. Throws for a sign, an exponent, an
  /// unknown unit, zero, and more than a day.
  static func duration(_ text: String) throws(ArgumentValueError) -> Duration {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text[digits.endIndex...]
    let nanosecondsPerUnit: Int64
    switch unit {
    case "ms": nanosecondsPerUnit = 1_000_000
    case "", "s": nanosecondsPerUnit = 1_000_000_000
    case "m": nanosecondsPerUnit = 60_000_000_000
    default: throw unreadable(text)
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, digits.count <= 24, let whole = Int64(parts.first ?? "") else {
      throw unreadable(text)
    }
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard let numerator = Int64(fraction), fraction.count <= 9 else { throw unreadable(text) }
    let scale = (0..<fraction.count).reduce(Int64(1)) { product, _ in product * 10 }
    let (wholePart, tooLong) = whole.multipliedReportingOverflow(by: nanosecondsPerUnit)
    let tail = numerator.multipliedReportingOverflow(by: nanosecondsPerUnit)
    guard !tooLong, !tail.overflow else { throw outOfRange(text) }
    let duration = Duration.nanoseconds(wholePart) + .nanoseconds(tail.partialValue / scale)
    guard duration > .zero, duration <= longest else { throw outOfRange(text) }
    return duration
  }

  private static func unreadable(_ text: String) -> ArgumentValueError {
    ArgumentValueError("'\(text)' is not a span of time such as 1.5, 500ms, 2s or 3m")
  }

  private static func outOfRange(_ text: String) -> ArgumentValueError {
    ArgumentValueError("'\(text)' is out of range; a span of time is more than zero and at most a day")
  }
}
