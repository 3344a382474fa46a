import FTPText

/// What `fuzz` prints of a search.
enum FuzzText {
  /// How many there were, how long they took, and how many that is in a unit of time.
  static func pace(
    _ count: String, _ seed: UInt64, _ duration: Duration, _ rate: (number: Int64, unit: String)?
  ) -> String {
    let tenths = Int64(duration / .milliseconds(100))
    return "\(count) with seed \(seed) in \(tenths / 10).\(tenths % 10) s"
      + (rate.map { ", \($0.number) a \($0.unit)" } ?? "")
  }

  /// A bar that shows how many of the possible ones were seen.
  static func bar(_ seen: Int, _ possible: Int, _ noun: String) -> String {
    let width = 20
    let filled = seen * width / max(1, possible)
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      + "] \(seen) of \(possible) \(noun)"
  }

  /// How many findings and hints there are.
  static func count(_ certain: Int, of all: Int) -> String {
    guard all > 0 else { return "nothing found" }
    return [
      certain == 0 ? nil : certain.counted("finding"), all == certain ? nil : (all - certain).counted("hint"),
    ]
    .compactMap(\.self).joined(separator: ", ")
  }
}
