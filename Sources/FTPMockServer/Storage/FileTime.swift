import FTPTransport

/// A moment in UTC, to the second: when a file was changed.
public struct FileTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
  public let seconds: Int64

  /// Wraps seconds since 1970. Years outside 0 to 9999 cannot be written in a reply and are clamped there.
  public init(seconds: Int64) {
    self.seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
  }

  /// Makes a moment from a date of the Gregorian calendar; parts out of range carry over.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let days = Self.days(year: year, month: month, day: day)
    self.init(seconds: Int64(days) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second))
  }

  /// The date and the time of day.
  struct Parts: Hashable {
    var year, month, day, hour, minute, second: Int
  }

  /// The moment taken apart.
  var parts: Parts {
    let (days, rest) = Self.floorDivide(Int(seconds), by: 86_400)
    // Years that begin in March end with the leap day, so that a month's start is one linear formula.
    let shifted = days + 719_468
    let (era, dayOfEra) = Self.floorDivide(shifted, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return Parts(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1,
      hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
  }

  /// `YYYYMMDDHHMMSS`, as MDTM and MLST write it (RFC 3659, section 2.3).
  var digits: String {
    let parts = parts
    return Self.padded(parts.year, 4) + Self.padded(parts.month, 2) + Self.padded(parts.day, 2)
      + Self.padded(parts.hour, 2) + Self.padded(parts.minute, 2) + Self.padded(parts.second, 2)
  }

  /// A number with leading zeros.
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let (extraYears, zeroBasedMonth) = floorDivide(month - 1, by: 12)
    let year = year + extraYears - (zeroBasedMonth < 2 ? 1 : 0)
    let marchMonth = (zeroBasedMonth + 10) % 12
    let (era, yearOfEra) = floorDivide(year, by: 400)
    let dayOfYear = (153 * marchMonth + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear + day - 1 - 719_468
  }

  private static func floorDivide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension FileTime: Comparable {
  /// The earlier comes first.
  public static func < (left: FileTime, right: FileTime) -> Bool { left.seconds < right.seconds }
}

extension FileTime {
  /// What time it is by the clock of the machine.
  @Sendable public static func now() -> FileTime { FileTime(seconds: LocalClock.now().seconds) }
}
