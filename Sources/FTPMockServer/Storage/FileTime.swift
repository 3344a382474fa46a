import FTPProtocol
import FTPSystem

/// A moment in UTC, to the second: when a file was changed.
public struct FileTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
  public let seconds: Int64

  /// Wraps seconds since 1970.
  ///
  /// Moments that cannot be written in a reply, before the year 1000 and after 9999, are moved to the nearest that can.
  public init(seconds: Int64) {
    self.seconds = min(max(seconds, -30_610_224_000), 253_402_300_799)
  }

  /// Makes a moment from a date and a time of day; an invalid one becomes the start of 1970.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let time = TimeValue(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    self.init(seconds: time?.secondsSince1970 ?? 0)
  }

  /// The current time, by the machine's clock.
  @Sendable public static func now() -> FileTime { FileTime(seconds: LocalClock.now().seconds) }

  /// The moment as in replies and facts; possible for the whole range of ``seconds``.
  var value: TimeValue? { TimeValue(secondsSince1970: seconds) }
}

extension FileTime: Comparable, CustomStringConvertible {
  /// Earlier moments come first.
  public static func < (left: FileTime, right: FileTime) -> Bool { left.seconds < right.seconds }

  /// `YYYYMMDDHHMMSS`, as MDTM writes it (RFC 3659, section 2.3).
  public var description: String { value?.description ?? "" }
}
