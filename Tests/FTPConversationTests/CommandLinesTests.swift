import Testing

@testable import FTPConversation

@Suite("The lines that a client sends are kept without their secrets")
struct CommandLinesTests {
  /// Feeds segments and returns the lines, including an unfinished one.
  private func lines(_ segments: [String]) -> [CommandLines.Line] {
    var follower = CommandLines()
    var lines: [CommandLines.Line] = []
    for segment in segments {
      follower.append(Array(segment.unicodeScalars.map { UInt8($0.value) })) { lines.append($0) }
    }
    if let rest = follower.flush() { lines.append(rest) }
    return lines
  }

  private static let table: [(String, String)] = [
    ("SYST\r\n", "SYST\r\n"), ("PASS secret\r\n", "PASS ****\r\n"), ("pass secret\n", "pass ****\n"),
    ("PASS \r\n", "PASS \r\n"), ("PASS\r\n", "PASS\r\n"), ("ACCT a b\r\n", "ACCT ****\r\n"),
    ("ADAT AAAA==\r\n", "ADAT ****\r\n"), ("PASV\r\n", "PASV\r\n"), ("PASSsecret\r\n", "PASS****\r\n"),
    ("USER a\r\nPASS b\r\nSYST\r\n", "USER a\r\nPASS ****\r\nSYST\r\n"),
    ("\u{FF}\u{F4}\u{FF}\u{F2}PASS b\r\n", "\u{FF}\u{F4}\u{FF}\u{F2}PASS ****\r\n"),
    (
      String(repeating: "\u{FF}\u{FB}P", count: 40) + "PASS b\r\n",
      String(repeating: "\u{FF}\u{FB}P", count: 40) + "PASS ****\r\n"
    ),
    ("\u{FF}\u{FA}\u{18}\u{FF}\u{F0}PASS b\r\n", "\u{FF}\u{FA}\u{18}\u{FF}\u{F0}PASS ****\r\n"),
    // A Telnet sequence is removed as a whole: one without an end would swallow the lines that follow.
    ("\u{FF}\u{FA}PASS b\u{FF}\u{F0}NOOP\r\n", "****\r\n"),
    ("PA\u{FF}\u{F1}SS b\r\n", "PA\u{FF}\u{F1}SS ****\r\n"),
    ("PASS\u{FF}\u{F1} b\r\n", "PASS\u{FF}\u{F1} ****\r\n"),
    ("\0PASS b\r\n", "\0PASS ****\r\n"), ("\rPASS b\r\n", "\rPASS ****\r\n"),
    ("PA\0SS b\r\n", "PA\0SS ****\r\n"),
    ("PASS \r\0b\r\n", "PASS ****\r\n"), ("XPASS b\r\n", "XPASS ****\r\n"),
    ("SITE PSWD a b\r\n", "SITE PSWD ****\r\n"),
    ("site  cpwd b\r\n", "site  cpwd ****\r\n"), ("SITE CHMOD 600 PASS\r\n", "SITE CHMOD 600 PASS\r\n"),
    ("RETR PASS b\r\n", "RETR PASS b\r\n"), ("/5AC0/C/tree.txt b\r\n", "/5AC0/C/tree.txt b\r\n"),
    ("5PASS b\r\n", "5PASS ****\r\n"), ("SI-TE PASS b\r\n", "SI-TE PASS b\r\n"),
    ("  PASS b\r\n", "  PASS ****\r\n"), ("PASS b", "PASS ****"), ("NOOP", "NOOP"),
  ]

  @Test(arguments: table)
  func redactsWhole(written: String, kept: String) {
    #expect(lines([written]).flatMap(\.bytes) == kept.unicodeScalars.map { UInt8($0.value) })
  }

  @Test(arguments: table)
  func redactsAtEveryCut(written: String, kept: String) {
    let scalars = Array(written.unicodeScalars)
    for cut in 0...scalars.count {
      var first = String.UnicodeScalarView(), second = String.UnicodeScalarView()
      first.append(contentsOf: scalars[..<cut])
      second.append(contentsOf: scalars[cut...])
      let bytes = lines([String(first), String(second)]).flatMap(\.bytes)
      #expect(bytes == kept.unicodeScalars.map { UInt8($0.value) }, "cut at \(cut)")
    }
  }

  @Test func aSecretWrittenInPartsBetweenFlushesStaysHidden() {
    var follower = CommandLines()
    var kept: [CommandLines.Line] = []
    for piece in ["PA", "SS", " my", "secret", "\r\n", "NOOP\r\n"] {
      follower.append(Array(piece.utf8)) { kept.append($0) }
      if let part = follower.flush() { kept.append(part) }
    }
    let text = String(decoding: kept.flatMap(\.bytes), as: UTF8.self)
    #expect(!text.contains("my") && !text.contains("secret"))
    #expect(text.hasSuffix("\r\nNOOP\r\n"))
    #expect(kept.last?.startsLine == true)
  }

  @Test func cutsAreOffsetsInTheLine() {
    #expect(lines(["SY", "S", "T\r\n"]).map(\.cuts) == [[2, 3]])
    #expect(lines(["SYST\r\nNO", "OP\r\n"]).map(\.cuts) == [[], [2]])
    #expect(lines(["PASS se", "cret\r\n"]).map(\.cuts) == [[]])
  }

  @Test func anEndlessLineIsGivenInParts() {
    let parts = lines([String(repeating: "x", count: 70_000), "y\r\n"])
    #expect(parts.map(\.startsLine) == [true, false])
    #expect(parts.map(\.endsLine) == [false, true])
  }
}
