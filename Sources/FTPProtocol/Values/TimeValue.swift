/// A moment in UTC as MDTM, MFMT and the facts of MLSx write it: `YYYYMMDDHHMMSS`, and after a dot any
/// number of digits of a fraction (RFC 3659, section 2.3).
///
/// The fraction is kept digit by digit, so that no precision is lost or invented: `.5` and `.500` differ.
public struct TimeValue: Hashable, Sendable {
  /// The year, 1000 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31 at most.
  public let day: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 59, and 60 in a leap second.
  public let second: Int
  /// The digits after the dot; empty if there is no fraction.
  public let fraction: String

  /// Makes a time; nil if a field is out of its range, the month has no such day, or the fraction contains
  /// anything but digits.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, fraction: String = ""
  ) {
    guard (1000...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(in: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second), fraction.utf8.allSatisfy(\.isDigit)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.fraction = fraction
  }

  /// Makes the time that lies this many seconds after the beginning of 1970; nil outside the years 1000 to
  /// 9999.
  public init?(secondsSince1970 seconds: Int64, fraction: String = "") {
    let (day, rest) = seconds.quotientAndFloor(by: 86_400)
    // Days since 1 March 0000, in eras of 400 years, so that the leap day is the last of its year.
    let (era, dayOfEra) = (day + 719_468).quotientAndFloor(by: 146_097)
    guard (0...24).contains(era) else { return nil }
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init(
      year: Int(era * 400 + yearOfEra + (month <= 2 ? 1 : 0)), month: Int(month),
      day: Int(dayOfYear - (153 * shifted + 2) / 5 + 1), hour: Int(rest / 3600), minute: Int(rest / 60 % 60),
      second: Int(rest % 60), fraction: fraction)
  }

  /// Seconds since the beginning of 1970, without the fraction and, as POSIX counts, without leap seconds: a
  /// second 60 is the same as the second 0 that follows it.
  public var secondsSince1970: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// The fraction in nanoseconds, cut after nine digits.
  public var nanoseconds: Int {
    var value = 0
    var digits = 0
    for digit in fraction.utf8.prefix(9) {
      value = value * 10 + Int(digit & 15)
      digits += 1
    }
    while digits < 9 {
      value *= 10
      digits += 1
    }
    return value
  }

  /// The number of days of a month, 1 to 12, in the Gregorian calendar.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  fileprivate func quotientAndFloor(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension TimeValue: CustomStringConvertible, Comparable {
  /// The form of the wire: fourteen digits, and the fraction after a dot.
  public var description: String {
    let head = "\(year)" + [month, day, hour, minute, second].map(Self.twoDigits).joined()
    return fraction.isEmpty ? head : "\(head).\(fraction)"
  }

  /// The time in ISO 8601 format, such as `2026-07-30T12:00:00.5Z`.
  public var iso8601: String {
    let date = [month, day].map(Self.twoDigits).joined(separator: "-")
    let time = [hour, minute, second].map(Self.twoDigits).joined(separator: ":")
    return "\(year)-\(date)T\(time)\(fraction.isEmpty ? "" : ".\(fraction)")Z"
  }

  /// Orders times; of two that differ only in zeros at the end of the fraction, the shorter comes first.
  public static func < (left: TimeValue, right: TimeValue) -> Bool {
    let pairs = [
      (left.year, right.year), (left.month, right.month), (left.day, right.day), (left.hour, right.hour),
      (left.minute, right.minute), (left.second, right.second),
    ]
    for (one, other) in pairs where one != other { return one < other }
    return left.fraction.utf8.lexicographicallyPrecedes(right.fraction.utf8)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension TimeValue {
  /// Reads a time.
  ///
  /// Deviations: blanks before, anything after, a dot without digits, a second 60 that ends no hour, and the
  /// year 2000 error that writes 2005 as `19105` (fifteen digits that begin with `191`). Errors: any other
  /// count of digits, a field out of its range, a day that the month has not.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<TimeValue> {
    let bytes = slice(text)
    let start = NumberList.skippingBlanks(bytes, from: bytes.startIndex)
    var notes: [ValueDeviation] = []
    if start > bytes.startIndex { notes.append(ValueDeviation(form, "blanks before the time")) }
    let digits = bytes[start...].prefix(while: \.isDigit)
    var rest = bytes[digits.endIndex...]
    var fraction: ArraySlice<UInt8> = []
    if rest.first == 0x2E {
      fraction = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest.dropFirst(1 + fraction.count)
      if fraction.isEmpty { notes.append(ValueDeviation(form, "a dot without digits after it")) }
    }
    let quoted = "'\(Escaping.ascii(bytes, limit: 30))'"
    let isCentury = digits.count == 15 && digits.starts(with: [0x31, 0x39, 0x31])
    guard digits.count == 14 || isCentury, let numbers = fields(of: digits, yearDigits: digits.count - 10)
    else {
      throw ValueDeviation(form, "\(quoted), which has \(digits.count) digits instead of 14")
    }
    if isCentury {
      notes.append(ValueDeviation(form, "a year written as 19 and the years since 1900"))
    }
    let year = isCentury ? 1900 + numbers[0] % 1000 : numbers[0]
    guard
      let time = TimeValue(
        year: year, month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
        second: numbers[5],
        fraction: String(decoding: fraction, as: UTF8.self))
    else { throw ValueDeviation(form, "\(quoted), which is not a valid date and time") }
    if time.second == 60, time.minute != 59 {
      notes.append(ValueDeviation(form, "a leap second that ends no hour"))
    }
    if !rest.isEmpty {
      let text = "'\(Escaping.ascii(rest, limit: 20))' after the time"
      notes.append(ValueDeviation("3659:3.1:mdtm-reply-form", text))
    }
    return try Reading(time, notes: notes).checked(leniency)
  }

  /// Reads the 213 that answers MDTM: its last line.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<TimeValue> {
    try read(reply.value(coded: [213], "3659:3.1:mdtm-213"), leniency)
  }

  private static let form: RequirementID = "3659:2.3:time-form"

  /// Year, month, day, hour, minute and second from bytes that are known to be digits.
  private static func fields(of digits: ArraySlice<UInt8>, yearDigits: Int) -> [Int]? {
    var rest = digits.dropFirst(yearDigits)
    guard let year: Int = digits.prefix(yearDigits).decimal() else { return nil }
    var numbers = [year]
    while numbers.count < 6, let number: Int = rest.prefix(2).decimal() {
      numbers.append(number)
      rest = rest.dropFirst(2)
    }
    return numbers.count == 6 ? numbers : nil
  }
}
