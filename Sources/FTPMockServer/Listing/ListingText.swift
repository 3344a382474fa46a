/// Pieces of listing lines.
enum ListingText {
  /// Text padded with spaces at the end; longer text is unchanged.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }

  /// Text padded with spaces at the beginning; longer text is unchanged.
  static func right(_ text: some CustomStringConvertible, _ width: Int) -> String {
    let text = text.description
    return String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  /// A number of at least two digits.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// How many units of a size this many bytes occupy.
  static func units(_ bytes: UInt64, of size: UInt64) -> UInt64 {
    bytes / size + (bytes % size == 0 ? 0 : 1)
  }
}

/// The fields of a time that a listing writes.
struct ListingDate {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  init(_ time: FileTime) {
    // Every moment in the range of FileTime has a value.
    let value = time.value
    (year, month, day) = (value?.year ?? 1970, value?.month ?? 1, value?.day ?? 1)
    (hour, minute, second) = (value?.hour ?? 0, value?.minute ?? 0, value?.second ?? 0)
  }

  /// `Jan`.
  var monthName: String { ListingText.months[month - 1] }

  /// The last two digits of the year.
  var shortYear: String { ListingText.two(year % 100) }

  /// `2024-05-17`, or with another separator.
  func yearMonthDay(_ separator: String) -> String {
    "\(year)\(separator)\(ListingText.two(month))\(separator)\(ListingText.two(day))"
  }

  /// `09:30`.
  var hourMinute: String { "\(ListingText.two(hour)):\(ListingText.two(minute))" }

  /// `09:30:05`.
  var hourMinuteSecond: String { "\(hourMinute):\(ListingText.two(second))" }
}

extension [UInt8] {
  /// The bytes of some text, then those of a name.
  init(_ text: String, _ name: [UInt8]) { self = Array<UInt8>(text.utf8) + name }
}
