extension Duration {
  /// The duration as rows have it: whole milliseconds, `200ms`.
  var inVectorUnits: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)ms"
  }

  /// Reads what rows have: `200ms` or `2s`, up to an hour.
  init?(vectorUnits text: some StringProtocol) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 7, let number = Int(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": self = .milliseconds(number)
    case "s": self = .seconds(number)
    default: return nil
    }
    guard self <= .seconds(3_600) else { return nil }
  }

  /// Reads ``milliseconds``: `0.4ms`, `12.0ms`.
  init?(milliseconds text: some StringProtocol) {
    guard text.hasSuffix("ms") else { return nil }
    let parts = text.dropLast(2).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count <= 9, (1...2).contains(parts[1].count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let whole = Int(parts[0]), let fraction = Int(parts[1])
    else { return nil }
    self = .microseconds(whole * 1_000 + fraction * (parts[1].count == 1 ? 100 : 10))
  }
}
