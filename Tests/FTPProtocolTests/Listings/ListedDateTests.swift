import Testing

@testable import FTPProtocol

@Suite("Dates of listings distinguish what is written from what is guessed")
struct ListedDateTests {
  private static func clock(_ now: String, ahead seconds: Int = 0) throws -> ListingClock {
    ListingClock(now: try TimeValue.read(now.utf8).value, secondsFromUTC: seconds)
  }

  private static func date(_ written: String, _ clock: ListingClock) -> ListedDate? {
    let line = "-rw-r--r-- 1 ftp ftp 42 \(written) a"
    return ListingParser.read(line.utf8, clock: clock, form: .unix).lines.first?.entry?.modified
  }

  static let years: [(now: String, written: String, read: String)] = [
    ("20240520120000", "May 20 12:00", "2024-05-20T12:00"),
    ("20240520120000", "May 21 12:00", "2024-05-21T12:00"),
    ("20240520120000", "May 21 12:01", "2023-05-21T12:01"),
    ("20240520120000", "Dec 31 23:59", "2023-12-31T23:59"),
    ("20240520120000", "Jan  1 00:00", "2024-01-01T00:00"),
    ("20231231180000", "Jan  1 12:00", "2024-01-01T12:00"),
    ("20240101000000", "Dec 31 23:59", "2023-12-31T23:59"),
    ("20240228120000", "Feb 29 12:00", "2024-02-29T12:00"),
    ("20230228120000", "Feb 29 12:00", "2020-02-29T12:00"),
    ("19030228120000", "Feb 29 12:00", "1896-02-29T12:00"),
    ("10000101000000", "Mar  1 12:00", "-"),
  ]

  @Test(arguments: years) func yearsThatAreNotWritten(now: String, written: String, read: String) throws {
    let date = Self.date(written, try Self.clock(now))
    #expect(date.map { "\($0)" } ?? "-" == read)
    if let date { #expect(date.guesses == .year && date.isYearGuessed && date.precision == .minute) }
  }

  @Test(arguments: [(24, 2024), (44, 2044), (45, 1945), (0, 2000), (99, 1999), (69, 1969)])
  func yearsOfTwoDigits(digits: Int, year: Int) throws {
    let text = digits < 10 ? "0\(digits)" : "\(digits)"
    let date = try #require(Self.date("17-may-\(text)", try Self.clock("20240520120000")))
    #expect(date.local.year == year)
    #expect(date.guesses == .century && date.isYearGuessed)
    #expect(ListingClock.year(endingIn: 5, near: 1999) == 2005)
    #expect(ListingClock.year(endingIn: 20, near: 1999) == 1920)
  }

  @Test func zones() throws {
    let east = try Self.clock("20240520120000", ahead: 7200)
    let date = try #require(Self.date("May 17 09:30", east))
    #expect(date.local.description == "20240517093000")
    #expect(date.utc?.description == "20240517073000")
    #expect(date.secondsSince1970 == 1_715_931_000)
    // Whether a date is in the future depends on the clock of the server.
    #expect(Self.date("May 21 14:00", east).map { "\($0)" } == "2024-05-21T14:00")
    #expect(Self.date("May 21 14:01", east).map { "\($0)" } == "2023-05-21T14:01")
    // A time zone in the line counts, and forms in UTC are read as UTC.
    let full = try #require(Self.date("2024-05-17 09:30:05.5 -0330", east))
    #expect(full.secondsFromUTC == -12_600 && full.precision == .fraction)
    #expect(full.utc?.description == "20240517130005.5")
    let eplf = ListingParser.read("+m1715938200,r,\ta".utf8, clock: east).lines.first?.entry?.modified
    #expect(eplf?.local.description == "20240517113000")
    #expect(eplf?.utc?.description == "20240517093000")
    #expect(ListingClock(now: east.now, secondsFromUTC: .max).secondsFromUTC == 86_400)
    #expect(ListingClock(now: east.now, secondsFromUTC: .min).secondsFromUTC == -86_400)
  }

  @Test func precision() throws {
    let clock = try Self.clock("20240520120000")
    let precisions = ["May 17 2022", "May 17 09:30", "May 17 09:30:05 2022", "2022-05-17 09:30:05.5"].map {
      Self.date($0, clock)?.precision
    }
    #expect(precisions == [.day, .minute, .second, .fraction])
    #expect(ListedDate.Precision.day < .minute && ListedDate.Precision.second < .fraction)
  }

  @Test func noNameStandsForTwoMonths() {
    var numbers: [[UInt8]: Int] = [:]
    for row in MonthNames.names {
      let months = MonthNames.months(row.months)
      #expect(months.count == 12, "\(row.language)")
      for (index, month) in months.enumerated() {
        for spelling in month.flatMap(MonthNames.spellings) {
          #expect(numbers[spelling, default: index] == index, "\(month) of \(row.language)")
          numbers[spelling] = index
          #expect(MonthNames.month(spelling[...]) == index + 1)
        }
      }
    }
    for word in ["", "ma", "mayo nnaise", "13月", "5", "0月", "a", "."] {
      #expect(MonthNames.month(Array(word.utf8)[...]) == nil)
    }
  }
}
