import Testing

@testable import ftpraw

@Suite("A mistyped word finds the word that was meant")
struct SuggestionTests {
  @Test(arguments: [
    ("sned", "send"), ("SEND", "send"), ("shel", "shell"), ("hepl", "help"), ("comp", "completions"),
    ("complentions", "completions"), ("mn", "man"), ("helpp", "help"), ("sh", "shell"),
  ])
  func near(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: ["send", "shell", "completions", "man", "help"]) == meant)
  }

  @Test(arguments: ["", "x", "quit", "ftp://host", String(repeating: "s", count: 100_000)])
  func far(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["send", "shell", "completions", "help"]) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abcd", 1),
    ("abc", "bc", 1), ("abc", "axc", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func distance(left: String, right: String, edits: Int) {
    #expect(Suggestion.distance(Array(left.utf8), Array(right.utf8)) == edits)
    #expect(Suggestion.distance(Array(right.utf8), Array(left.utf8)) == edits)
  }
}
