import Testing

@testable import FTPProtocol

@Suite("A pattern matches whole arguments, in few steps")
struct GlobTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("*", "", true), ("*", "a b", true), ("**", "x", true),
    ("?", "", false),
    ("?", "a", true), ("?", "ab", false), ("a", "A", false), ("*.iso", ".iso", true),
    ("*.iso", "a.isO", false),
    ("*.iso", "a.iso.iso", true), ("*.iso", "a.iso.", false), ("a*b*c", "abc", true),
    ("a*b*c", "a-b-b-c", true),
    ("a*b*c", "acb", false), ("*a?", "aaa", true), ("*a?", "aa", true), ("*a?", "a", false),
    ("[a]", "[a]", true),
    ("*ï*", "naïve", true), ("??", "ï", true),
  ])
  func matchesTheWhole(pattern: String, text: String, isMatch: Bool) {
    #expect(Glob(Array(pattern.utf8)).matches(Array(text.utf8)) == isMatch)
  }

  @Test func aSignThatIsIntendedIsKept() {
    let star = Glob(Array("a*".utf8), literals: [1])
    #expect(
      star.matches(Array("a*".utf8)) && !star.matches(Array("ab".utf8)) && !star.matches(Array("a".utf8)))
    let question = Glob(Array("?*".utf8), literals: [0])
    #expect(question.matches(Array("?xyz".utf8)) && !question.matches(Array("axyz".utf8)))
  }

  @Test func manyStarsTakeNoLongerThanTheirPairs() {
    // A matcher that backtracks at every star would never end.
    let glob = Glob(Array(String(repeating: "a*", count: 200).utf8) + [0x62])
    #expect(!glob.matches(Array(repeating: 0x61, count: 2000)))
  }
}
