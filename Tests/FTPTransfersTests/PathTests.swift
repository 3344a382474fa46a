import FTPTransfers
import Testing

@Suite struct PathTests {
  @Test func appends() {
    #expect(FTPPath("a").appending("b") == "a/b")
    #expect(FTPPath("/").appending("b") == "/b")
    #expect(FTPPath("").appending("b") == "b")
  }

  @Test func takesApart() {
    #expect(FTPPath("/a/b").name == Array("b".utf8))
    #expect(FTPPath("/a/b").parent == "/a")
    #expect(FTPPath("/b").parent == "/")
    #expect(FTPPath("b").parent == "")
  }
}
