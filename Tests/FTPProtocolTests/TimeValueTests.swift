import FTPProtocol
import TestSupport
import Testing

@Suite("Times of MDTM and MLSx are exact, in UTC, and valid dates")
struct TimeValueTests {
  static let form = "3659:2.3:time-form"

  static let rows = [
    CodecRow("20070301120000", "20070301120000"),
    CodecRow("19980615100045.014", "19980615100045.014"),
    CodecRow("20070301120000.0", "20070301120000.0"),
    CodecRow("20070301120000.500", "20070301120000.500"),
    CodecRow(
      "20070301120000.123456789012345678901234567890", "20070301120000.123456789012345678901234567890"),
    CodecRow("10000101000000", "10000101000000"),
    CodecRow("99991231235959", "99991231235959"),
    CodecRow("20161231235960", "20161231235960"),
    CodecRow("20170101005960", "20170101005960"),
    CodecRow("20000229000000", "20000229000000"),
    CodecRow("20240229000000", "20240229000000"),
    CodecRow("20161231235860", "20161231235860 \(form)"),
    CodecRow("20070301120000.", "20070301120000 \(form)"),
    CodecRow(" 20070301120000", "20070301120000 \(form)"),
    CodecRow("191050301120000", "20050301120000 \(form)"),
    CodecRow("191000301120000.5", "20000301120000.5 \(form)"),
    CodecRow("20070301120000 UTC", "20070301120000 3659:3.1:mdtm-reply-form"),
    CodecRow("20070301120000+0100", "20070301120000 3659:3.1:mdtm-reply-form"),
    CodecRow("20070301120000 notes.txt", "20070301120000 3659:3.1:mdtm-reply-form"),
    CodecRow("20070301120000.5.6", "20070301120000.5 3659:3.1:mdtm-reply-form"),
    CodecRow("", "error: \(form)"), CodecRow("now", "error: \(form)"),
    CodecRow("-2007030112000", "error: \(form)"),
    CodecRow("2007030112000", "error: \(form)"), CodecRow("200703011200000", "error: \(form)"),
    CodecRow("200703011200", "error: \(form)"), CodecRow("20070301", "error: \(form)"),
    CodecRow("2007-03-01 12:00:00", "error: \(form)"), CodecRow("20070301 120000", "error: \(form)"),
    CodecRow("09990101000000", "error: \(form)"), CodecRow("00000101000000", "error: \(form)"),
    CodecRow("20070001000000", "error: \(form)"), CodecRow("20071301000000", "error: \(form)"),
    CodecRow("20070100000000", "error: \(form)"), CodecRow("20070132000000", "error: \(form)"),
    CodecRow("20070431000000", "error: \(form)"), CodecRow("20070229000000", "error: \(form)"),
    CodecRow("19000229000000", "error: \(form)"), CodecRow("20070301240000", "error: \(form)"),
    CodecRow("20070301006000", "error: \(form)"), CodecRow("20070301000061", "error: \(form)"),
    CodecRow("99999999999999999999999999999999", "error: \(form)"),
  ]

  @Test(arguments: rows) func read(row: CodecRow) {
    #expect(outcome { mode throws(ValueDeviation) in try TimeValue.read(row.written.utf8, mode) } == row.read)
  }

  @Test(arguments: [
    ("19700101000000", Int64(0)), ("19691231235959", -1), ("20010909014640", 1_000_000_000),
    ("20380119031408", 2_147_483_648), ("10000101000000", -30_610_224_000),
    ("99991231235959", 253_402_300_799),
    ("20000229120000", 951_825_600), ("19000301000000", -2_203_891_200), ("16000229000000", -11_670_998_400),
  ]) func seconds(text: String, seconds: Int64) throws {
    let time = try TimeValue.read(text.utf8, .strict).value
    #expect(time.secondsSince1970 == seconds)
    #expect(TimeValue(secondsSince1970: seconds) == time)
  }

  @Test func secondsAndFieldsAgreeOverAllYears() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<Thoroughness.rounds(20_000) {
      let seconds = Int64.random(in: -30_610_224_000...253_402_300_799, using: &random)
      let time = try #require(TimeValue(secondsSince1970: seconds, fraction: "25"))
      #expect(time.secondsSince1970 == seconds)
      #expect(try TimeValue.read(time.description.utf8, .strict).value == time)
    }
    for seconds in [Int64.min, .min + 1, -30_610_224_001, 253_402_300_800, .max - 1, .max] {
      #expect(TimeValue(secondsSince1970: seconds) == nil)
    }
  }

  @Test func everyDayFollowsTheOneBefore() throws {
    var seconds: Int64 = -2_208_988_800
    var last = try #require(TimeValue(secondsSince1970: seconds - 86_400))
    for _ in 0..<100_000 {
      let day = try #require(TimeValue(secondsSince1970: seconds))
      #expect(last < day)
      #expect(day.day == last.day + 1 || day.day == 1)
      last = day
      seconds += 86_400
    }
  }

  @Test func orderFollowsFieldsAndThenDigits() throws {
    let texts = [
      "20061231235959", "20070101000000", "20070101000000.0", "20070101000000.009", "20070101000000.09",
      "20070101000000.1", "20070101000000.10", "20070101000000.2", "20070101000001", "20070102000000",
    ]
    let times = try texts.map { try TimeValue.read($0.utf8, .strict).value }
    #expect(times.reversed().sorted() == times)
  }

  @Test func leapSecondsCountAsTheSecondThatFollows() throws {
    let leap = try TimeValue.read("20161231235960".utf8, .strict).value
    #expect(TimeValue(secondsSince1970: leap.secondsSince1970)?.description == "20170101000000")
  }

  @Test(arguments: [("", 0), ("5", 500_000_000), ("000000001", 1), ("1234567899", 123_456_789)])
  func nanoseconds(fraction: String, nanoseconds: Int) {
    let time = TimeValue(year: 2007, month: 3, day: 1, fraction: fraction)
    #expect(time?.nanoseconds == nanoseconds)
    #expect(time?.iso8601 == "2007-03-01T00:00:00\(fraction.isEmpty ? "" : "." + fraction)Z")
  }

  @Test func fractionsAreDigits() {
    #expect(TimeValue(year: 2007, month: 3, day: 1, fraction: "5x") == nil)
    #expect(TimeValue(year: 2007, month: 2, day: 29) == nil)
  }

  @Test(arguments: [
    ("213 20070301120000\r\n", "20070301120000"), ("213-x\r\n213 20070301120000\r\n", "20070301120000"),
    ("550 No.\r\n", "error: 3659:3.1:mdtm-213"), ("213 \r\n", "error: \(form)"),
  ]) func replies(text: String, expected: String) throws {
    let reply = try #require(Reply(parsing: text))
    #expect(outcome { mode throws(ValueDeviation) in try TimeValue.read(reply, mode) } == expected)
  }

  @Test func randomTextNeverTraps() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<Thoroughness.rounds(20_000) {
      let bytes = random.mutated(Array("20070301120000.5".utf8), with: Array("0123456789. -9".utf8))
      guard let reading = try? TimeValue.read(bytes) else { continue }
      #expect(!reading.isCanonical || Array(reading.value.description.utf8) == bytes)
    }
  }
}
