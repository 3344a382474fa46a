/// A date in a listing: what is written, how precisely, and what had to be guessed.
public struct ListedDate: Hashable, Sendable {
  /// The smallest unit that is written.
  public enum Precision: Int, Comparable, Hashable, Sendable {
    /// A day; the time of day is not known.
    case day
    /// A minute.
    case minute
    /// A second.
    case second
    /// Parts of a second.
    case fraction

    /// Coarser precisions come first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A part of a date that is not in the line.
  package struct Guesses: OptionSet, Hashable, Sendable {
    /// One bit for each.
    package let rawValue: UInt8

    /// Wraps bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The year is not written: it is the last one in which that day was not in the future, by the caller's clock.
    package static let year = Guesses(rawValue: 1)
    /// The year has two digits: it is the one that is at most 20 years ahead and less than 80 years back.
    package static let century = Guesses(rawValue: 2)
    /// The date is three numbers that make another day in another order.
    package static let order = Guesses(rawValue: 4)
  }

  /// The date by the clock of the server; fields beyond ``precision`` are 0.
  public let local: TimeValue
  /// Which part of ``local`` is written.
  public let precision: Precision
  package let guesses: Guesses
  /// By how many seconds the clock of the server is ahead of UTC: as in the line, or as the caller says.
  public let secondsFromUTC: Int

  /// Seconds since the beginning of 1970 in UTC, without the fraction.
  public var secondsSince1970: Int64 { local.secondsSince1970 - Int64(secondsFromUTC) }

  /// The moment in UTC, as MDTM has it; nil outside the years 1000 to 9999.
  public var utc: TimeValue? { TimeValue(secondsSince1970: secondsSince1970, fraction: local.fraction) }

  /// Whether the year is not in the line, or only two digits of it.
  public var isYearGuessed: Bool { guesses.contains(.year) || guesses.contains(.century) }
}

extension ListedDate: CustomStringConvertible {
  /// The date in ISO 8601 format, as far as it is known: `2024-05-17T09:30`.
  public var description: String {
    let text = local.iso8601.dropLast()
    switch precision {
    case .day: return String(text.prefix(10))
    case .minute: return String(text.prefix(16))
    case .second, .fraction: return String(text)
    }
  }
}
