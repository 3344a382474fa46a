import FTPText
import Testing

@Suite("Bytes are encoded in a URL as its syntax demands")
struct PercentEncodingTests {
  @Test(arguments: [
    ("../a b/#1?%:\u{E9}.html", "../a%20b/%231%3F%25%3A%C3%A9.html"),
    ("-._~azAZ09", "-._~azAZ09"), ("\r\n\0", "%0D%0A%00"), ("", ""),
  ])
  func aPathKeepsItsSlashes(text: String, encoded: String) {
    #expect(PercentEncoding.path(text) == encoded)
  }

  @Test func aPartHasNoSlash() {
    #expect(PercentEncoding.part("me@example.org/x:\u{E9}".utf8) == "me%40example.org%2Fx%3A%C3%A9")
    #expect(PercentEncoding.part([0xFF, 0x0A]) == "%FF%0A")
  }
}
