import Testing

@testable import ftpraw

@Suite("A span of time is read exactly or rejected")
struct TimeSpanTests {
  @Test(arguments: [
    ("1", Duration.seconds(1)), ("1.5", .milliseconds(1500)), ("500ms", .milliseconds(500)),
    ("2s", .seconds(2)), ("3m", .seconds(180)), ("0.001", .milliseconds(1)), ("0.5ms", .microseconds(500)),
    ("1.000000001", .nanoseconds(1_000_000_001)), ("0.25m", .seconds(15)), ("86400", .seconds(86_400)),
    ("007", .seconds(7)),
  ])
  func good(text: String, duration: Duration) throws {
    #expect(try TimeSpan.duration(text) == duration)
  }

  @Test(arguments: [
    "", "s", "ms", "-1", "+1", "1e3", "1h", "1 s", " 1", "1.", ".5", "1.2.3", ".", "0", "0.0", "0ms", "86401",
    "1441m", "99999999999999999999", "9223372036854775807", "9223372036854775807m", "0.0000000001",
    "1.00000000000000000000000000000000000001", "\u{0661}", "\u{0}", "1\r\n",
  ])
  func bad(text: String) {
    #expect(throws: ArgumentValueError.self) { try TimeSpan.duration(text) }
  }
}
