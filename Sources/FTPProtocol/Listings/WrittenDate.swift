/// The fields of a date as a line has them.
struct WrittenDate {
  enum Year {
    /// The complete date.
    case full(Int)
    /// Its last two digits.
    case short(Int)
    /// None.
    case missing
  }

  var year: Year
  var month: Int
  var day: Int
  var clock: WrittenTime?
  var guesses: ListedDate.Guesses = []
  var secondsFromUTC: Int?

  var precision: ListedDate.Precision { clock?.precision ?? .day }

  /// The date in a year; nil if there is no such day.
  ///
  /// 24:00 is the beginning of the next day.
  func time(in year: Int) -> TimeValue? {
    let hour = clock?.hour ?? 0
    let time = TimeValue(
      year: year, month: month, day: day, hour: hour == 24 ? 0 : hour, minute: clock?.minute ?? 0,
      second: clock?.second ?? 0, fraction: clock?.fraction ?? "")
    guard hour == 24, let time else { return time }
    return clock?.minute == 0 ? TimeValue(secondsSince1970: time.secondsSince1970 + 86_400) : nil
  }
}

/// A time of day as a line has it.
struct WrittenTime {
  var hour: Int
  var minute: Int
  var second: Int?
  var fraction = ""

  var precision: ListedDate.Precision { second == nil ? .minute : fraction.isEmpty ? .second : .fraction }

  /// Reads `9:30`, `09:30:05`, `09:30:05.25`; with `hasHalves` also `09:30PM` and `09:30p`.
  init?(_ word: ArraySlice<UInt8>, hasHalves: Bool = false) {
    var rest = word
    var isAfternoon: Bool?
    if hasHalves {
      if let last = rest.last, last | 0x20 == 0x6D { rest = rest.dropLast() }
      if let half = rest.last.map({ $0 | 0x20 }), half == 0x61 || half == 0x70 {
        isAfternoon = half == 0x70
        rest = rest.dropLast()
      } else if rest.count < word.count {
        return nil
      }
    }
    let parts = rest.split(separator: 0x3A, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts[0].count <= 2, parts[1].count <= 2,
      let hour: Int = parts[0].decimal(), let minute: Int = parts[1].decimal()
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    if parts.count == 3 {
      let seconds = parts[2].prefix(while: \.isDigit)
      guard seconds.count == 2, let second: Int = seconds.decimal() else { return nil }
      let after = parts[2][seconds.endIndex...]
      guard
        after.isEmpty || after.first == 0x2E && after.count <= 10 && after.dropFirst().allSatisfy(\.isDigit)
      else { return nil }
      self.second = second
      fraction = String(decoding: after.dropFirst(), as: UTF8.self)
    }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      self.hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard self.hour <= 24, minute <= 59, second ?? 0 <= 60 else { return nil }
  }
}
