/// The order of the numbers in a date of three numbers.
public enum ListingDateOrder: String, CaseIterable, Hashable, Sendable {
  /// `05-17-24`, as Windows writes it in the United States.
  case monthFirst
  /// `17.05.24`
  case dayFirst
  /// `24/05/17`, as OS/400 writes it by default.
  case yearFirst
}

/// A date of three numbers.
struct NumericDate {
  let year: WrittenDate.Year
  let month: Int
  let day: Int
  /// The order in which it was read; nil if the year has four digits and comes first.
  let order: ListingDateOrder?
  /// Whether another order would give another day, and nothing determines which is meant.
  let isAmbiguous: Bool

  /// Reads a word such as `05-17-24`, `17.05.2024` or `2024/05/17`.
  ///
  /// `usual` is the usual order in the form. `settled` is the order of another date in the listing. `chosen` is the
  /// only order allowed, if the caller named it.
  init?(
    _ word: ArraySlice<UInt8>, usual: ListingDateOrder, settled: ListingDateOrder?, chosen: ListingDateOrder?
  ) {
    guard word.count <= 10, let separator = word.first(where: { !$0.isDigit }),
      separator == 0x2D || separator == 0x2F || separator == 0x2E
    else { return nil }
    let parts = word.split(separator: separator, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let first: Int = parts[0].decimal(), let second: Int = parts[1].decimal(),
      let third: Int = parts[2].decimal(), parts[1].count <= 2
    else { return nil }
    if parts[0].count == 4 {
      guard parts[2].count <= 2, Self.isDay(first, second, third) else { return nil }
      (year, month, day, order, isAmbiguous) = (.full(first), second, third, nil, false)
      return
    }
    guard parts[0].count <= 2, (2...4).contains(parts[2].count) else { return nil }
    let numbers = (first, second, third, parts[2].count)
    let preferred = settled ?? Self.preferred(word, usual)
    let orders = chosen.map { [$0] } ?? [preferred] + ListingDateOrder.allCases.filter { $0 != preferred }
    let readings = orders.compactMap { order in Self.reading(numbers, order).map { (order, $0) } }
    guard let (order, reading) = readings.first else { return nil }
    (year, month, day) = reading
    self.order = order
    isAmbiguous = settled == nil && readings.contains { !Self.isSame($0.1, reading) }
  }

  /// The order to try first: with dots, the day comes first.
  static func preferred(_ word: ArraySlice<UInt8>, _ usual: ListingDateOrder) -> ListingDateOrder {
    word.contains(0x2E) ? .dayFirst : usual
  }

  private typealias Reading = (year: WrittenDate.Year, month: Int, day: Int)

  private static func reading(
    _ numbers: (Int, Int, Int, digits: Int), _ order: ListingDateOrder
  ) -> Reading? {
    let (month, day, year, digits) =
      switch order {
      case .monthFirst: (numbers.0, numbers.1, numbers.2, numbers.digits)
      case .dayFirst: (numbers.1, numbers.0, numbers.2, numbers.digits)
      case .yearFirst: (numbers.1, numbers.2, numbers.0, 2)
      }
    // A year of four digits is at the end only in these two orders.
    if order == .yearFirst, numbers.digits != 2 { return nil }
    switch digits {
    case 2: return isDay(2000 + year, month, day) ? (.short(year), month, day) : nil
    // Years since 1900, by programs that did not foresee 2000.
    case 3: return isDay(1900 + year, month, day) ? (.full(1900 + year), month, day) : nil
    default: return isDay(year, month, day) ? (.full(year), month, day) : nil
    }
  }

  private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    TimeValue(year: year, month: month, day: day) != nil
  }

  private static func isSame(_ one: Reading, _ other: Reading) -> Bool {
    guard one.month == other.month, one.day == other.day else { return false }
    switch (one.year, other.year) {
    case (.short(let one), .short(let other)), (.full(let one), .full(let other)): return one == other
    default: return false
    }
  }
}
