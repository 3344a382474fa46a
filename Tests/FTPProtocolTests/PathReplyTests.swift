import FTPProtocol
import Testing

@Suite("A 257 contains a path in quotation marks")
struct PathReplyTests {
  static let form = "959:appendix-ii:pwd-reply-form"
  static let doubled = "959:appendix-ii:doubled-quote"

  static let rows = [
    CodecRow(#""/" is current directory."#, "/|is current directory."),
    CodecRow(#""/home/a b""#, "/home/a b|"),
    CodecRow(#""/a""b" x"#, #"/a"b|x"#),
    CodecRow(#""""""#, #""|"#),
    CodecRow(#""" is it"#, "|is it"),
    CodecRow(#""/a"""#, #"/a"| \#(form)"#),
    CodecRow(#""/a" b "c" d"#, #"/a|b "c" d"#),
    CodecRow(#""/a"b""#, #"/a"b| \#(doubled)"#),
    CodecRow(#""/a"b"c" x"#, #"/a"b"c|x \#(doubled) \#(doubled)"#),
    CodecRow(#""/a"."#, "/a|. \(form)"),
    CodecRow(#"Current directory is "/a""#, "/a| \(form)"),
    CodecRow(#" "/a""#, "/a| \(form)"),
    CodecRow(#""/a"#, "/a| \(form)"),
    CodecRow(#"""#, "| \(form)"),
    CodecRow("/a", "/a| \(form)"),
    CodecRow("/a is current directory.", "/a|is current directory. \(form)"),
    CodecRow("/my files", "/my files| \(form)"),
    CodecRow("C:\\ftp is the current directory", "C:\\ftp|is the current directory \(form)"),
    CodecRow("\"/a\rDELE b\" x", "/a\rDELE b|x 959:appendix-ii:pwd-name-round-trip"),
    CodecRow("\"/a\nb\"", "/a\nb| 959:appendix-ii:pwd-name-round-trip"),
    CodecRow("\"/a\u{0}b\"", "/a\u{0}b| 959:appendix-ii:pwd-name-round-trip"),
    CodecRow("\"/n\u{e9}\"", "/n\u{e9}|"),
    CodecRow("", "error: \(form)"), CodecRow("  ", "error: \(form)"),
  ]

  @Test(arguments: rows) func read(row: CodecRow) {
    #expect(
      outcome { mode throws(ValueDeviation) in try shown(PathReply.read(row.written.utf8, mode)) } == row.read
    )
  }

  @Test func whatIsReadByTheLetterIsWrittenAlike() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let bytes = random.bytes(upTo: 16, from: Array("/ab \"\"\"\r\n".utf8))
      if let strict = try? PathReply.read(bytes, .strict).value, !strict.comment.isEmpty || bytes.last == 0x22
      {
        #expect(try strict.encoded() == bytes)
      }
      let made = PathReply(path: bytes, comment: Array("ok".utf8))
      guard made.isSendable else {
        #expect(throws: ValueDeviation.self) { try made.encoded() }
        continue
      }
      #expect(try PathReply.read(made.encoded(), .strict) == Reading(made))
    }
  }

  @Test(arguments: [
    ("257 \"/a\" created\r\n", "/a|created"), ("257-x\r\n257 \"/a\"\r\n", "/a|"),
    ("250 \"/a\"\r\n", "/a| \(form)"), ("250 /a\r\n", "error: \(form)"),
    ("150 \"/a\"\r\n", "error: \(form)"), ("550 \"/a\"\r\n", "error: \(form)"),
    ("257 \"/a\rb\"\r\n", "/a\rb| 959:appendix-ii:pwd-name-round-trip"),
  ]) func replies(text: String, expected: String) throws {
    let reply = try #require(Reply(parsing: text))
    #expect(outcome { mode throws(ValueDeviation) in try shown(PathReply.read(reply, mode)) } == expected)
  }

  private func shown(_ reading: Reading<PathReply>) -> Reading<String> {
    let comment = String(decoding: reading.value.comment, as: UTF8.self)
    return Reading("\(reading.value.text)|\(comment)", notes: reading.notes)
  }
}
