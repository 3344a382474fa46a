/// Reads the dates of `ls -l` and similar forms.
///
/// | written | by |
/// |---|---|
/// | `May 17 09:30`, `May 17  2024`, `17. Mai 09:30`, `17 мая 2024` | `ls` in many languages |
/// | `5月 17日 09:30`, `5月 17 2024年`, `2024年 5月 17日` | the same in Chinese, Japanese and Korean, in UTF-8 or an 8-bit encoding |
/// | `5月17日 09:30`, `5月17日 2024年`, `2024年5月17日` | the same without spaces |
/// | `2024-05-17 09:30`, `05-17 09:30`, `2024-05-17 ` | GNU `ls` with a time style |
/// | `2024-05-17 09:30:05.123456789 +0200` | the same with `full-iso` |
/// | `Fri May 17 09:30:05 2024`, `May 17 09:30:05 2024` | busybox and BSD, with an option for the full date |
/// | `May 17, 2024 09:30`, `17-may-24`, `17-05-2024 09:30`, `5 17 09:30` | others |
/// | `5/17 09:30`, `5/ 7 2024` | others |
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
    if let marked = marked(line, at: start) { return marked }
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

  /// A date of numbers that are marked as day, month and year, with two or three of them in one word.
  private static func marked(_ line: LineWords, at start: Int) -> (date: WrittenDate, last: Int)? {
    guard let numbers = MonthNames.markedNumbers(line[start]) else { return nil }
    // Of a year there are four digits, of all others one or two.
    let isYear = numbers.map { $0.digits == 4 }
    guard numbers.allSatisfy({ $0.digits <= 2 || $0.digits == 4 }) else { return nil }
    let values = numbers.map(\.value)
    switch (isYear.count, isYear.firstIndex(of: true), isYear.lastIndex(of: true)) {
    case (2, nil, nil): return named(line, values[0], values[1], at: start + 1, hasComma: false)
    case (3, 2, 2): return full(line, values[2], values[0], values[1], at: start)
    case (3, 0, 0): return full(line, values[0], values[1], values[2], at: start)
    case (2, 0, 0):
      return day(line[start + 1]).flatMap { full(line, values[0], values[1], $0.0, at: start + 1) }
    default: return nil
    }
  }

  /// A complete date up to a word; what looks like a time of day may also be the name.
  private static func full(
    _ line: LineWords, _ year: Int, _ month: Int, _ day: Int, at last: Int
  ) -> (date: WrittenDate, last: Int)? {
    let time = line.count > last + 2 ? WrittenTime(line[last + 1]) : nil
    return (
      WrittenDate(year: .full(year), month: month, day: day, clock: time), time == nil ? last : last + 1
    )
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
    return dashed(word, time).flatMap { found(($0, time == nil ? start : start + 1), context.clock) }
  }

  /// `17-May-24` or `17-May-2024`.
  static func dashed(_ word: ArraySlice<UInt8>, _ time: WrittenTime?) -> WrittenDate? {
    let parts = word.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.count == 3, let (day, _) = day(parts[0]), let month = MonthNames.month(parts[1]),
      let year: Int = parts[2].decimal(), parts[2].count == 2 || parts[2].count == 4
    else { return nil }
    return WrittenDate(
      year: parts[2].count == 2 ? .short(year) : .full(year), month: month, day: day, clock: time)
  }

  /// Month and day as numbers, then a time of day, or after a slash a year.
  private static func ofNumbers(_ line: LineWords, at start: Int, _ clock: ListingClock) -> Found? {
    var parts = [line[start], line[start + 1]]
    var last = start + 2
    let slash = line[start].split(separator: 0x2F, omittingEmptySubsequences: false)
    if slash.count == 2 {
      // `5/17` or, if the day is padded, `5/` and `7`.
      parts = slash[1].isEmpty ? [slash[0], line[start + 1]] : slash
      if !slash[1].isEmpty { last = start + 1 }
    }
    guard parts[0].count <= 2, parts[1].count <= 2, let month: Int = parts[0].decimal(),
      let day: Int = parts[1].decimal()
    else { return nil }
    let time = WrittenTime(line[last])
    let year = slash.count == 2 && time == nil ? year(line[last]) : nil
    guard time != nil || year != nil else { return nil }
    let date = WrittenDate(year: year.map { .full($0) } ?? .missing, month: month, day: day, clock: time)
    return found((date, last), clock)
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
