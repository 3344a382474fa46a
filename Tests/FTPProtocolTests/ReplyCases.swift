@testable import FTPProtocol

/// What one reply of a case must be.
struct Expected: Equatable, CustomStringConvertible {
  var code: ReplyCode
  var texts: [String]
  var deviations: [ReplyDeviation.Kind]

  init(_ code: ReplyCode, _ texts: String..., not deviations: [ReplyDeviation.Kind] = []) {
    self.code = code
    self.texts = texts
    self.deviations = deviations
  }

  init(_ reply: Reply) {
    code = reply.code
    texts = reply.lines.map { String(String.UnicodeScalarView($0.text.map { Unicode.Scalar($0) })) }
    deviations = reply.deviations.map(\.kind)
  }

  var description: String { "\(code) \(texts) \(deviations.map(\.rawValue))" }
}

/// Bytes of a server and their replies.
struct ReplyCase: CustomStringConvertible, Sendable {
  var name: String
  var bytes: [UInt8]
  var expected: [Expected]
  var leftover: [UInt8]
  var leniency: Leniency

  init(
    _ name: String, _ bytes: String, _ expected: [Expected], leftover: String = "",
    leniency: Leniency = .lenient
  ) {
    self.name = name
    self.bytes = bytes.latin1
    self.expected = expected
    self.leftover = leftover.latin1
    self.leniency = leniency
  }

  var description: String { name }
}

extension Expected: Sendable {}

private let anyCode = Leniency(multilineEnd: .anyCode)
private let byReturn = Leniency(carriageReturnEndsLine: true)

let replyCases: [ReplyCase] = [
  ReplyCase("nothing", "", []),
  ReplyCase("one line", "220 Ready\r\n", [Expected(220, "Ready")]),
  ReplyCase("two replies", "220 a\r\n331 b\r\n", [Expected(220, "a"), Expected(331, "b")]),
  ReplyCase("empty text", "220 \r\n", [Expected(220, "")]),
  ReplyCase("text of spaces", "220   \r\n", [Expected(220, "  ")]),
  ReplyCase("only two digits", "22", [], leftover: "22"),
  ReplyCase("no line end", "220 Ready", [], leftover: "220 Ready"),
  ReplyCase("CR without LF yet", "220 Ready\r", [], leftover: "220 Ready\r"),
  ReplyCase(
    "several lines", "123-First\r\nSecond\r\n  234 padded\r\n123 Last\r\n",
    [Expected(123, "First", "Second", "  234 padded", "Last")]),
  ReplyCase("padded end is no end", "220-a\r\n 220 b\r\n220 c\r\n", [Expected(220, "a", " 220 b", "c")]),
  ReplyCase("empty lines inside", "211-a\r\n\r\n\r\n211 c\r\n", [Expected(211, "a", "", "", "c")]),
  ReplyCase("short lines inside", "211-a\r\n2\r\n21\r\n211 c\r\n", [Expected(211, "a", "2", "21", "c")]),
  ReplyCase("opened with a hyphen alone", "211-\r\n211 \r\n", [Expected(211, "", "")]),
  ReplyCase(
    "another code inside", "220-a\r\n530 no\r\n331-x\r\n220 b\r\n",
    [Expected(220, "a", "530 no", "331-x", "b", not: [.unpaddedDigits, .unpaddedDigits])]),
  ReplyCase(
    "four digits inside", "213-a\r\n2130 files\r\n213 b\r\n",
    [Expected(213, "a", "2130 files", "b", not: [.repeatedCode])]),
  ReplyCase(
    "the code and a hyphen on every line", "211-Features\r\n211-MDTM\r\n211- SIZE\r\n211 End\r\n",
    [Expected(211, "Features", "MDTM", " SIZE", "End", not: [.repeatedCode, .repeatedCode])]),
  ReplyCase(
    "the same on a protected reply", "631-YWJj\r\n631-ZGVm\r\n631 Z2hp\r\n",
    [Expected(631, "YWJj", "ZGVm", "Z2hp")]),
  ReplyCase("LF alone", "220 a\n331 b\r\n", [Expected(220, "a", not: [.bareLineFeed]), Expected(331, "b")]),
  ReplyCase(
    "LF alone on every line", "220-a\nb\n220 c\n",
    [Expected(220, "a", "b", "c", not: [.bareLineFeed, .bareLineFeed, .bareLineFeed])]),
  ReplyCase("CR in the text", "220 a\rb\r\n", [Expected(220, "a\rb", not: [.bareCarriageReturn])]),
  ReplyCase("CR CR LF", "220 a\r\r\n", [Expected(220, "a\r", not: [.bareCarriageReturn])]),
  ReplyCase(
    "CR CR LF ends a multi-line reply", "220-a\r\r\n220\r\r\n",
    [Expected(220, "a\r", "\r", not: [.bareCarriageReturn, .missingText, .bareCarriageReturn])]),
  ReplyCase("CR NUL", "220 a\r\0b\r\n", [Expected(220, "a\r\0b")]),
  ReplyCase("NUL", "220 a\0b\r\n", [Expected(220, "a\0b", not: [.nul])]),
  ReplyCase("UTF-8", "220 \u{C3}\u{A9}\r\n", [Expected(220, "\u{C3}\u{A9}")]),
  ReplyCase("Latin-1", "220 \u{E9}\r\n", [Expected(220, "\u{E9}", not: [.invalidUTF8])]),
  ReplyCase("code alone", "220\r\n", [Expected(220, "", not: [.missingText])]),
  ReplyCase("code alone, LF", "220\n", [Expected(220, "", not: [.missingText, .bareLineFeed])]),
  ReplyCase("code alone at the end", "211-a\r\n211\r\n", [Expected(211, "a", "", not: [.missingText])]),
  ReplyCase("no separator", "220Ready\r\n", [Expected(220, "Ready", not: [.missingSeparator])]),
  ReplyCase("a tab", "220\tReady\r\n", [Expected(220, "\tReady", not: [.missingSeparator])]),
  ReplyCase(
    "a tab does not end a multi-line reply", "220-a\r\n220\tb\r\n220 c\r\n",
    [Expected(220, "a", "220\tb", "c", not: [.repeatedCode])]),
  ReplyCase(
    "blank lines between replies", "220 a\r\n\r\n\r\n331 b\r\n",
    [Expected(220, "a"), Expected(331, "", "", "b", not: [.blankLine, .blankLine])]),
  ReplyCase(
    "stray lines", "hello\r\n 220 padded\r\n220 a\r\n",
    [Expected(220, "hello", " 220 padded", "a", not: [.strayLine, .strayLine])]),
  ReplyCase(
    "stray lines before several", "x\r\n220-a\r\nb\r\n220 c\r\n",
    [Expected(220, "x", "a", "b", "c", not: [.strayLine])]),
  ReplyCase("stray lines alone", "SSH-2.0-x\r\n", [], leftover: "SSH-2.0-x\r\n"),
  ReplyCase(
    "codes outside the grammar", "999 a\r\n000 b\r\n260 c\r\n700 d\r\n633 e\r\n",
    [
      Expected(999, "a", not: [.codeOutOfRange]), Expected(0, "b", not: [.codeOutOfRange]),
      Expected(260, "c", not: [.codeOutOfRange]), Expected(700, "d", not: [.codeOutOfRange]),
      Expected(633, "e"),
    ]),
  ReplyCase(
    "closed with another code", "553-a\r\n150 b\r\n226 c\r\n", [], leftover: "553-a\r\n150 b\r\n226 c\r\n"),
  ReplyCase(
    "closed with another code, allowed", "553-a\r\n150 b\r\n226 c\r\n",
    [Expected(553, "a", "b", not: [.otherCodeAtEnd]), Expected(226, "c")], leniency: anyCode),
  ReplyCase(
    "other codes with a hyphen do not close", "553-a\r\n150-b\r\n553 c\r\n",
    [Expected(553, "a", "150-b", "c", not: [.unpaddedDigits])], leniency: anyCode),
  ReplyCase(
    "Telnet before the code", "\u{FF}\u{FB}\u{01}220 a\r\n", [Expected(220, "a", not: [.telnetCommand])]),
  ReplyCase(
    "Telnet inside the code", "2\u{FF}\u{F1}20\u{FF}\u{F1} a\r\n",
    [Expected(220, "a", not: [.telnetCommand])]),
  ReplyCase(
    "Telnet in the text", "220 a\u{FF}\u{F9}b\r\n", [Expected(220, "a\u{FF}\u{F9}b", not: [.telnetCommand])]),
  ReplyCase("doubled IAC", "220 a\u{FF}\u{FF}b\r\n", [Expected(220, "a\u{FF}\u{FF}b", not: [.invalidUTF8])]),
  ReplyCase(
    "IAC alone", "220 a\u{FF}b\r\n", [Expected(220, "a\u{FF}b", not: [.unescapedIAC, .invalidUTF8])]),
  ReplyCase(
    "an option that looks like LF", "220 a\u{FF}\u{FD}\nb\u{FF}\u{FB}\n\r\n",
    [Expected(220, "a\u{FF}\u{FD}\nb\u{FF}\u{FB}\n", not: [.telnetCommand])]),
  ReplyCase(
    "a line end after a doubled IAC", "220 a\u{FF}\u{FF}\u{FD}\n331 b\r\n",
    [Expected(220, "a\u{FF}\u{FF}\u{FD}", not: [.invalidUTF8, .bareLineFeed]), Expected(331, "b")]),
  ReplyCase(
    "Telnet before the closing code", "220-a\r\n\u{FF}\u{FC}\n220 b\r\n",
    [Expected(220, "a", "b", not: [.telnetCommand])]),
  ReplyCase(
    "8-bit before an inner line", "220-a\r\n\u{FF}\u{FF}220 b\r\n220 c\r\n",
    [Expected(220, "a", "\u{FF}\u{FF}220 b", "c", not: [.invalidUTF8])]),
  ReplyCase(
    "CR ends lines", "220-a\rb\r220 c\r331 d\r",
    [
      Expected(
        220, "a", "b", "c", not: [.carriageReturnOnly, .carriageReturnOnly, .carriageReturnOnly]),
      Expected(331, "d", not: [.carriageReturnOnly]),
    ], leniency: byReturn),
  ReplyCase(
    "CR ends lines and LF follows", "220-a\r\n\r\n220 c\r\n331 d\r\n",
    [
      Expected(220, "a", "", "c", not: [.carriageReturnOnly]),
      Expected(331, "d", not: [.carriageReturnOnly]),
    ], leniency: byReturn),
  ReplyCase(
    "CR NUL and LF end lines", "220-a\r\0b\n220 c\r\0331 d\n",
    [
      Expected(220, "a", "b", "c", not: [.carriageReturnOnly, .bareLineFeed, .carriageReturnOnly]),
      Expected(331, "d", not: [.bareLineFeed]),
    ], leniency: byReturn),
  ReplyCase(
    "CR as an option ends no line", "220 a\u{FF}\u{FD}\rb\r",
    [Expected(220, "a\u{FF}\u{FD}\rb", not: [.telnetCommand, .carriageReturnOnly])], leniency: byReturn),
]
