import TestSupport
import Testing

@testable import FTPText

/// What a runner of GitHub does with a line: blanks at its start do not matter to `::`, and `##[` may be anywhere.
private func isCommand(_ line: some StringProtocol) -> Bool {
  line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("::") || line.contains("##[")
}

private func commands(in text: String) -> [Substring] {
  text.split { $0.isNewline }.filter(isCommand)
}

@Suite("No output acts as a command to a GitHub runner")
struct WorkflowTextTests {
  private func harmless(_ pieces: [String]) -> String {
    var text = WorkflowText()
    return String(decoding: pieces.flatMap { text.harmless(Array($0.utf8)) }, as: UTF8.self)
  }

  private static let lines = [
    ("::error::x", ":\\x3aerror::x"), ("  \t::x", "  \t:\\x3ax"), ("\u{3000}::x", "\u{3000}:\\x3ax"),
    ("a\r::x", "a\r:\\x3ax"), ("a\n::x\r\n::y", "a\n:\\x3ax\r\n:\\x3ay"), (":::", ":\\x3a:"),
    ("a ##[error]b", "a ##\\x5berror]b"), ("###[x]", "###\\x5bx]"), ("##[##[", "##\\x5b##\\x5b"),
    ("a::b", "a::b"), (": :a", ": :a"), ("# #[a]", "# #[a]"), ("##", "##"), ("", ""),
    ("\u{1B}[1m::", "\u{1B}[1m::"),
    ("Gr\u{F6}\u{DF}e", "Gr\u{F6}\u{DF}e"),
  ]

  @Test(arguments: lines)
  func whatWouldBeACommandIsEscaped(text: String, shown: String) {
    #expect(harmless([text]) == shown)
    #expect(commands(in: shown).isEmpty)
    // However the text is cut.
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      var output = WorkflowText()
      let both = output.harmless(Array(bytes[..<cut])) + output.harmless(Array(bytes[cut...]))
      #expect(String(decoding: both, as: UTF8.self) == shown)
    }
  }

  /// Every text of up to four pieces.
  @Test(.computing) func anythingElseStaysAsItIs() {
    let pieces = ["::", ":", "##[", "#", "[", "\n", "\r", " ", "\u{A0}", "a", "\u{1B}[0m"]
    var texts = [""]
    for _ in 0..<4 {
      texts = pieces.flatMap { piece in texts.map { $0 + piece } }
      for text in texts {
        let shown = harmless([text])
        #expect(commands(in: shown).isEmpty && commands(in: text).isEmpty == (shown == text))
        #expect(shown.replacing("\\x3a", with: ":").replacing("\\x5b", with: "[") == text)
      }
    }
  }

  @Test func JSONAndXMLAreHarmlessAndStillTheSame() throws {
    let json = JSONText.string("##[error]x")
    #expect(json.text == "\"##\\u005berror]x\"")
    #expect(try JSONText(parsing: Array(json.text.utf8)) == json)
    #expect(XMLText("a", [.init("b", "##[x]")]).document.hasSuffix("<a b=\"##&#x5B;x]\"/>\n"))
  }
}
