import Testing

@testable import FTPConversation

@Suite("Bytes of the control connection become one row for each line")
struct ControlRowsTests {
  @Test(arguments: [
    ("", []),
    ("220 hi\r\n", ["220 hi"]),
    ("220 hi\n", [#"220 hi\n\"#]),
    ("220 hi\r", [#"220 hi\r\"#]),
    ("220 hi", [#"220 hi\"#]),
    ("\r\n", [""]),
    ("\n", [#"\n\"#]),
    ("220-a\r\n b\r\n220 c\r\n", ["220-a", " b", "220 c"]),
    ("220-a\n\r\n220 c", [#"220-a\n\"#, "", #"220 c\"#]),
    ("a\rb\r\n", [#"a\rb"#]),
    ("ends in \\\r\n", [#"ends in \\"#]),
  ])
  func splits(bytes: String, rows: [String]) {
    #expect(ControlRows.split(Array(bytes.utf8)) == rows)
  }

  @Test(arguments: [
    ([2], [#"22\|0-a"#, "220 b"]),
    ([7], ["220-a", "220 b"]),
    ([7, 8], ["220-a", #"2\|20 b"#]),
    ([2, 9], [#"22\|0-a"#, #"22\|0 b"#]),
    ([5], [#"220-a\|"#, "220 b"]),
    ([2, 5, 12], [#"22\|0-a\|"#, #"220 b\|"#]),
    ([6], [#"220-a\r\|\n\"#, "220 b"]),
    ([5, 6, 13], [#"220-a\|\r\|\n\"#, #"220 b\r\|\n\"#]),
  ])
  func marksCutsInsideALine(cuts: [Int], rows: [String]) {
    #expect(ControlRows.split(Array("220-a\r\n220 b\r\n".utf8), cuts: cuts) == rows)
  }
}
