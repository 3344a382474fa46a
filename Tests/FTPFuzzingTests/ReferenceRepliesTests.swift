import FTPProtocol
import Testing

@testable import FTPFuzzing

@Suite("The reference parser reads replies as RFC 959 defines them")
struct ReferenceRepliesTests {
  /// Streams and their replies.
  ///
  /// They are written by hand, because everything else is compared with the reference.
  static let examples: [(String, String)] = [
    ("220 a\r\n", #"220 to byte 7 ("a")"#),
    ("220 a\r\n331 b\r\n", #"220 to byte 7 ("a"); 331 to byte 14 ("b")"#),
    ("220-a\r\n b\r\n220 c\r\n", #"220 of 3 lines to byte 18 ("a", " b", "c")"#),
    ("220-a\r\n\r\n220-b\r\n331 c\r\n220 d\r\n", #"220 of 5 lines to byte 30 ("a", "", "b", "331 c", "d")"#),
    ("220-a\r\n220\r\n", #"220 of 2 lines to byte 12 ("a", "")"#),
    ("220\r\n", #"220 to byte 5 ("")"#),
    ("220\r\r\n", #"220 to byte 6 ("\r")"#),
    ("220\ta\n", #"220 to byte 6 ("\ta")"#),
    ("2200 a\r\n", #"220 to byte 8 ("0 a")"#),
    ("22\r\n\r\n220 a\r\n", #"220 after 2 stray to byte 13 ("22", "", "a")"#),
    ("\u{FF}\u{FB}\n220 a\r\n", #"220 to byte 10 ("a")"#),
    ("2\u{FF}\u{F1}20 a\r\n", #"220 to byte 9 ("a")"#),
    ("220 a\u{FF}\u{FE}\nb\r\n", #"220 to byte 11 ("a\xff\xfe\nb")"#),
    ("220 a\u{FF}\u{FF}\u{FE}\n", #"220 to byte 9 ("a\xff\xff\xfe")"#),
    ("220 a", #"220 to byte 5 ("a")"#),
    ("220", "the end in line 1 of the reply at byte 0"),
    ("220-a\r\n220", "the end in line 2 of the reply at byte 0"),
    ("220 a\r\nb", #"220 to byte 7 ("a"); the end in line 1 of the reply at byte 7"#),
    ("", "nothing"),
  ]

  @Test(arguments: examples)
  func reads(stream: String, expected: String) {
    var trace = ReplyTrace(isDetailed: true)
    var reference = ReferenceReplies()
    reference.read(stream.latin1, .lenient, limits: .standard, into: &trace)
    #expect("\(trace)" == expected)
  }

  @Test func knowsTheOtherWaysToRead() {
    var trace = ReplyTrace(isDetailed: true)
    var reference = ReferenceReplies()
    reference.read(
      "220-a\r221 b\r\n220 c\r\0".latin1, Leniency(multilineEnd: .anyCode, carriageReturnEndsLine: true),
      limits: .standard, into: &trace)
    #expect("\(trace)" == #"220 of 2 lines to byte 12 ("a", "b"); 220 to byte 19 ("c")"#)
    trace.removeAll()
    reference.read("220-a\r\nb\r\nc\r\nd\r\n".latin1, .lenient, limits: ReplySettings.tight, into: &trace)
    #expect("\(trace)" == "too many lines in line 4 of the reply at byte 0")
    trace.removeAll()
    reference.read(
      "331 a\r\n220 a long text that is too much\r\n".latin1, .lenient, limits: ReplySettings.tight,
      into: &trace)
    #expect("\(trace)" == #"331 to byte 7 ("a"); a line that is too long in line 1 of the reply at byte 7"#)
  }

  @Test(arguments: [
    ("220 a\r\n", 1), ("220-a\r\nb\r\n220 \r\n", 1), ("220 a\n", 0), ("220\r\n", 0), ("720 a\r\n", 0),
    ("260 a\r\n", 0),
    ("220-a\r\n331 b\r\n220 c\r\n", 0), ("633-a\r\n633-b\r\n633 c\r\n", 1), ("220 \u{C3}\u{A9}\r\n", 1),
    ("220 \u{E9}\r\n", 0),
    ("220 a\r\0\r\n", 1), ("220 a\rb\r\n", 0), ("220 \0\r\n", 0), ("a\r\n220 b\r\n", 0),
    ("220 a\r\n220 b\n220 c\r\n", 1),
    ("220 a", 0), ("220 \u{FF}\u{FF}\r\n", 0),
  ])
  func knowsWhatIsWellFormed(stream: String, count: Int) {
    var trace = ReplyTrace(isDetailed: false)
    var reference = ReferenceReplies()
    reference.read(stream.latin1, .lenient, limits: .standard, into: &trace)
    #expect(reference.flawlessCount == count)
  }
}

extension String {
  /// The characters as bytes.
  var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
