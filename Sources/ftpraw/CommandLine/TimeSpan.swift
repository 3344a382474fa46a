import FTPProtocol

/// Reads spans of time as people type them: `1`, `1.5`, `500ms`, `2s`, `3m`.
enum TimeSpan {
  /// The longest span accepted: one day.
  static let longest: Duration = .seconds(86_400)

  /// The duration written in a text; a number without a unit counts seconds.
  ///
  /// Digits beyond the nanosecond are refused rather than rounded away. Throws for a sign, an exponent, an
  /// unknown unit, zero, and more than a day.
  static func duration(_ text: String) throws(ArgumentValueError) -> Duration {
    guard let duration = Duration(text: text) else {
      throw ArgumentValueError("'\(text)' is not a span of time such as 1.5, 500ms, 2s or 3m")
    }
    guard duration > .zero, duration <= longest else {
      throw ArgumentValueError(
        "'\(text)' is out of range; a span of time is more than zero and at most a day")
    }
    return duration
  }
}
