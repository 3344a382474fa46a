/// The current time and the server's time zone, which a listing does not contain but its reader needs.
public struct ListingClock: Hashable, Sendable {
  /// The time in UTC.
  public let now: TimeValue
  /// By how many seconds the clock of the server is ahead of UTC; most servers list in UTC or in the time of their place.
  public let secondsFromUTC: Int

  /// Makes a clock that is stopped.
  public init(now: TimeValue, secondsFromUTC: Int = 0) {
    self.now = now
    self.secondsFromUTC = min(max(secondsFromUTC, -86_400), 86_400)
  }

  /// The date that a written date stands for; nil if there is no such day.
  func date(_ written: WrittenDate) -> ListedDate? {
    var guesses = written.guesses
    let local: TimeValue?
    switch written.year {
    case .full(let year): local = written.time(in: year)
    case .short(let year):
      guesses.insert(.century)
      local = written.time(in: Self.year(endingIn: year, near: today.year))
    case .missing:
      guesses.insert(.year)
      local = lastTime(written)
    }
    guard let local else { return nil }
    return ListedDate(
      local: local, precision: written.precision, guesses: guesses,
      secondsFromUTC: written.secondsFromUTC ?? secondsFromUTC)
  }

  /// The date of a moment in UTC, as EPLF gives it.
  func date(secondsSince1970 seconds: Int64) -> ListedDate? {
    let (shifted, overflow) = seconds.addingReportingOverflow(Int64(secondsFromUTC))
    // Beyond these the calendar has no four digits, and its arithmetic no room.
    guard !overflow, (-31_000_000_000...254_000_000_000).contains(shifted),
      let local = TimeValue(secondsSince1970: shifted)
    else { return nil }
    return ListedDate(local: local, precision: .second, guesses: [], secondsFromUTC: secondsFromUTC)
  }

  /// A year of two digits: at most 20 years ahead.
  static func year(endingIn digits: Int, near now: Int) -> Int {
    let year = now - now % 100 + digits
    if year > now + 20 { return year - 100 }
    return year <= now - 80 ? year + 100 : year
  }

  private var today: TimeValue { TimeValue(secondsSince1970: nowThere) ?? now }

  private var nowThere: Int64 { now.secondsSince1970 + Int64(secondsFromUTC) }

  /// The last time that is not in the future.
  ///
  /// A day of that is allowed, because clocks differ, and zones more.
  private func lastTime(_ written: WrittenDate) -> TimeValue? {
    let latest = nowThere + 86_400
    // There is a 29 February every eighth year at the latest.
    for year in stride(from: today.year + 1, through: today.year - 8, by: -1) {
      if let time = written.time(in: year), time.secondsSince1970 <= latest { return time }
    }
    return nil
  }
}
