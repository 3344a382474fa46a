import FTPConformance
import FTPSystem
import Testing

@Suite("A baseline is read and printed, and its mistakes are reported with their place")
struct BaselineTextTests {
  static let text = """
    # Known trouble.
    # Two lines of it.

    rfc1123/4.1.2.9/stou-reply  fail                   ?
    # Promised.
    rfc959/4.2/reply-line       warn until 2027-01-31  Says "naïve" things.

    # The end.

    """

  @Test func isPrintedAsItWasRead() throws {
    let baseline = try Baseline(parsing: Self.text.utf8)
    #expect(baseline.description == Self.text)
    #expect(baseline.comment == ["Known trouble.", "Two lines of it."])
    #expect(
      baseline.entries == [
        .init("rfc1123/4.1.2.9/stou-reply", .fail),
        .init(
          "rfc959/4.2/reply-line", .warn, until: CalendarDate(year: 2027, month: 1, day: 31),
          reason: "Says \"naïve\" things.", comment: ["Promised."]),
      ])
    #expect(baseline.closingComment == ["The end."])
  }

  @Test func isSortedAndInColumnsWhereItWasNot() throws {
    let untidy =
      "#\n\n\trfc959/4.2/b flaky\r\n\n rfc959/4.2/a   error   until   2026-12-01 ? \n#x\nrfc1/1/c broken  a  b "
    let baseline = try Baseline(parsing: untidy.utf8)
    #expect(
      baseline.description == """
        #

        # x
        rfc1/1/c      broken                  a  b
        rfc959/4.2/a  error until 2026-12-01  ?
        rfc959/4.2/b  flaky                   ?

        """)
    #expect(try Baseline(parsing: baseline.description.utf8).description == baseline.description)
  }

  @Test(arguments: ["", "\n\n", "# nothing\n"])
  func mayBeEmpty(text: String) throws {
    let baseline = try Baseline(parsing: text.utf8)
    #expect(baseline.entries.isEmpty)
    #expect(baseline.description == text.drop { $0 == "\n" })
  }

  @Test func explainsItselfWhereNobodyElseDoes() throws {
    let text = Baseline().description
    #expect(text.hasPrefix("# Known findings of `ftpraw check`"))
    #expect(try Baseline(parsing: text.utf8) == Baseline())
  }

  static let mistakes: [(String, String)] = [
    (
      "reply-line fail",
      "1:1: 'reply-line' is not a case; ids have three parts, such as rfc959/4.2/reply-line"
    ),
    ("a/b/c/d fail", "1:1: 'a/b/c/d' is not a case; ids have three parts, such as rfc959/4.2/reply-line"),
    ("a//c fail", "1:1: 'a//c' is not a case; ids have three parts, such as rfc959/4.2/reply-line"),
    (
      "# x\n a/b/ç fial x",
      "2:8: 'fial' is not a verdict; there are warn, fail, broken, flaky, error"
    ),
    (
      "a/b/c pass",
      "1:7: 'pass' is not a finding, so it needs no line; there are warn, fail, broken, flaky, error"
    ),
    ("a/b/c", "1:6: expected a verdict after the case: warn, fail, broken, flaky, error"),
    ("a/b/c fail until", "1:17: expected a date such as 2027-01-31 after 'until'"),
    ("a/b/c fail until 2027-02-29 x", "1:18: '2027-02-29' is not a date such as 2027-01-31"),
    ("a/b/c fail until then", "1:18: 'then' is not a date such as 2027-01-31"),
    ("a/b/c fail x\n\na/b/c warn y", "3:1: line 1 lists the same case"),
    ("a/b/c fail \u{1B}[2J", "1:12: a control character: \\x1b"),
  ]

  @Test(arguments: mistakes)
  func mistakesHaveAPlace(text: String, message: String) {
    let error = #expect(throws: BaselineError.self) { try Baseline(parsing: text.utf8) }
    #expect(error?.description == message)
  }

  @Test func anyBytesAreReadOrRefused() {
    for byte in UInt8.min...UInt8.max {
      for text in [[byte], Array("a/b/c fail ".utf8) + [byte], [byte] + Array("a/b/c fail x".utf8)] {
        _ = try? Baseline(parsing: text)
      }
    }
  }
}

@Suite("Only days of the calendar are accepted")
struct CalendarDateTests {
  @Test(arguments: ["2027-01-31", "2024-02-29", "1000-01-01", "9999-12-31"])
  func days(text: String) { #expect(CalendarDate(text)?.description == text) }

  @Test(arguments: [
    "", "2027-1-31", "2027-01-32", "2027-02-29", "2027-13-01", "0999-01-01", "2027-01-3x", "2027/01/31",
    "2027-01-31 ", "20270131", "２０27-01-31",
  ])
  func noDays(text: String) { #expect(CalendarDate(text) == nil) }

  @Test func momentsHaveTheirDay() {
    let day: (Int64) -> String = { CalendarDate(LocalClock.WallTime(seconds: $0)).description }
    #expect(day(0) == "1970-01-01")
    #expect(day(86_399) == "1970-01-01")
    #expect(day(86_400) == "1970-01-02")
    #expect(day(-1) == "1969-12-31")
    #expect(day(.max) == "9999-12-31")
  }

  @Test func areInOrder() throws {
    let days = try ["2026-12-31", "2027-01-01", "2027-01-02", "2027-02-01"].map {
      try #require(CalendarDate($0))
    }
    #expect(days == days.reversed().sorted())
  }
}
