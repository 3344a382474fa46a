import FTPProtocol
import FTPSystem

/// A day of the Gregorian calendar, of the years 1000 to 9999: `2027-01-31`.
public struct CalendarDate: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard TimeValue(year: year, month: month, day: day) != nil else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a moment, in UTC; the last possible day for a moment outside the years 1000 to 9999.
  package init(_ time: LocalClock.WallTime) {
    let time = TimeValue(secondsSince1970: time.seconds)
    (year, month, day) = (time?.year ?? 9999, time?.month ?? 12, time?.day ?? 31)
  }

  /// Reads `YYYY-MM-DD`, with all its digits; nil if the text is not a day.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 & 15) } }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

extension CalendarDate: Comparable, CustomStringConvertible {
  /// Earlier days come first.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// `2027-01-31`.
  public var description: String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(digits(month))-\(digits(day))"
  }
}
