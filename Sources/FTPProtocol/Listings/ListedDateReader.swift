/// Reads the dates of `ls -l` and similar forms.
///
/// | written | by |
/// |---|---|
/// | `May 17 09:30`, `May 17  2024`, `17. Mai 09:30`, `17 мая 2024` | `ls` in many languages |
/// | `5月 17日 09:30`, `5月 17 2024年`, `2024年 5月 17日` | the same in Chinese, Japanese and Korean, in any encoding |
/// | `2024-05-17 09:30`, `05-17 09:30`, `2024-05-17 ` | GNU `ls` with a time style |
/// | `2024-05-17 09:30:05.123456789 +0200` | the same with `full-iso` |
/// | `Fri May 17 09:30:05 2024`, `May 17 09:30:05 2024` | busybox and BSD, with an option for the full date |
/// | `May 17, 2024 09:30`, `17-may-24`, `17-05-2024 09:30`, `5 17 09:30` | others |
enum ListedDateReader {
  /// Which of them are looked for.
  enum Style {
    /// Those that nothing else looks like.
    case plain
    /// Those that owner, group and size may look like.
    case weak
  }

  /// A date, its last word, and how many spaces follow.
  struct Found {
    var date: ListedDate
    var last: Int
    var blanks = 1
  }

  /// The date that begins with a word; nil if there is none, or if it is not a valid day.
  static func read(
    _ line: LineWords, at start: Int, _ style: Style, _ context: inout ListingContext
  ) -> Found? {
    if style == .weak { return ofNumbers(line, at: start, context.clock) }
    if let named = named(line, at: start) { return found(named, context.clock) }
    if let full = inFull(line, at: start) { return found(full, context.clock) }
    return ofOneWord(line, at: start, &context)
  }

  private static func found(_ written: (date: WrittenDate, last: Int), _ clock: ListingClock) -> Found? {
    clock.date(written.date).map { Found(date: $0, last: written.last) }
  }

  /// A date with the name of a month, or a number that is marked as one: month and day in either order, or year, month and day;
  /// then a year or a time of day, and rarely both.
  static func named(_ line: LineWords, at start: Int) -> (date: WrittenDate, last: Int)? {
    guard line.count > start + 2 else { return nil }
    if let month = MonthNames.month(line[start]), let (day, hasComma) = day(line[start + 1]) {
      return named(line, month, day, at: start + 2, hasComma: hasComma)
    }
    if let (day, _) = day(line[start]), let month = MonthNames.month(line[start + 1]) {
      return named(line, month, day, at: start + 2, hasComma: false)
    }
    if let year = year(line[start]), let month = MonthNames.markedNumber(line[start + 1]),
      let (day, _) = day(line[start + 2])
    {
      return (WrittenDate(year: .full(year), month: month, day: day), start + 2)
    }
    return nil
  }

  private static func named(
    _ line: LineWords, _ month: Int, _ day: Int, at third: Int, hasComma: Bool
  ) -> (date: WrittenDate, last: Int)? {
    var date = WrittenDate(year: .missing, month: month, day: day)
    if let time = WrittenTime(line[third]) {
      date.clock = time
      // If there are seconds, the year follows, so nothing is missing.
      if time.second != nil, let year = year(line[third + 1]) {
        date.year = .full(year)
        return (date, third + 1)
      }
      return (date, third)
    }
    guard let year = year(line[third]) else { return nil }
    date.year = .full(year)
    if hasComma, let time = WrittenTime(line[third + 1]) {
      date.clock = time
      return (date, third + 1)
    }
    return (date, third)
  }

  /// A weekday with a complete date after it.
  private static func inFull(_ line: LineWords, at start: Int) -> (date: WrittenDate, last: Int)? {
    let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    guard weekdays.contains(where: line[start].isText), let named = named(line, at: start + 1),
      case .full = named.date.year, named.date.clock != nil
    else { return nil }
    return named
  }

  /// A date in one word, optionally with a time of day after it.
  private static func ofOneWord(
    _ line: LineWords, at start: Int, _ context: inout ListingContext
  ) -> Found? {
    let word = line[start]
    guard word.first?.isDigit ?? false else { return nil }
    let time = WrittenTime(line[start + 1])
    if var date = context.date(word, time, usual: .monthFirst) {
      guard let time else {
        // A short date of numbers without a time would be too little; GNU's is filled up to the width of one with a time.
        return word.count == 10 ? Found(date: date, last: start, blanks: 2) : nil
      }
      guard time.second != nil, let zone = zone(line[start + 2]) else {
        return Found(date: date, last: start + 1)
      }
      date = ListedDate(
        local: date.local, precision: date.precision, guesses: date.guesses, secondsFromUTC: zone)
      return Found(date: date, last: start + 2)
    }
    let parts = word.split(separator: 0x2D, omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let month: Int = parts[0].decimal(),
      let day: Int = parts[1].decimal()
    {
      let year = year(line[start + 1])
      guard time != nil || year != nil else { return nil }
      let date = WrittenDate(year: year.map { .full($0) } ?? .missing, month: month, day: day, clock: time)
      return found((date, start + 1), context.clock)
    }
    guard parts.count == 3, let (day, _) = day(parts[0]), let month = MonthNames.month(parts[1]),
      let year: Int = parts[2].decimal(), parts[2].count == 2 || parts[2].count == 4
    else { return nil }
    let date = WrittenDate(
      year: parts[2].count == 2 ? .short(year) : .full(year), month: month, day: day, clock: time)
    return found((date, time == nil ? start : start + 1), context.clock)
  }

  /// Month, day and time as numbers.
  private static func ofNumbers(_ line: LineWords, at start: Int, _ clock: ListingClock) -> Found? {
    guard line[start].count <= 2, line[start + 1].count <= 2, let month: Int = line[start].decimal(),
      let day: Int = line[start + 1].decimal(), let time = WrittenTime(line[start + 2])
    else { return nil }
    return found((WrittenDate(year: .missing, month: month, day: day, clock: time), start + 2), clock)
  }

  /// `17`, `17.`, `17,` or `17日`, and whether there was a comma.
  private static func day(_ word: ArraySlice<UInt8>) -> (Int, hasComma: Bool)? {
    let digits = word.prefix(while: \.isDigit)
    guard digits.count <= 2, let day: Int = digits.decimal(), (1...31).contains(day) else { return nil }
    let rest = word[digits.endIndex...]
    let isPoint = rest.count == 1 && (rest.first == 0x2E || rest.first == 0x2C)
    guard rest.isEmpty || isPoint || MonthNames.isMark(rest) else { return nil }
    return (day, rest.first == 0x2C)
  }

  /// `2024` or `2024年`.
  private static func year(_ word: ArraySlice<UInt8>) -> Int? {
    let digits = word.prefix(while: \.isDigit)
    let rest = word[digits.endIndex...]
    guard digits.count == 4, rest.isEmpty || MonthNames.isMark(rest) else { return nil }
    return digits.decimal()
  }

  /// `+0200`.
  private static func zone(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count == 5, word.first == 0x2B || word.first == 0x2D,
      let hours: Int = word.dropFirst().prefix(2).decimal(), let minutes: Int = word.suffix(2).decimal(),
      hours <= 14, minutes <= 59
    else { return nil }
    return (hours * 3600 + minutes * 60) * (word.first == 0x2D ? -1 : 1)
  }
}
