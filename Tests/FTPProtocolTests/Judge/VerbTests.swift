import Testing

@testable import FTPProtocol

@Suite("A verb is its upper-case bytes, packed where they fit")
struct VerbTests {
  @Test(arguments: ["RETR", "X", "XSHA256", "EIGHTEEN", "NINETEENS", "XVERYLONGVERB", ""])
  func keepsItsName(_ name: String) {
    #expect(Verb(name).name == name)
    #expect(Verb(bytes: Array(name.utf8)).name == name)
    #expect(Verb(name.lowercased()) == Verb(name))
    #expect(Verb(name.lowercased()).hashValue == Verb(name).hashValue)
  }

  @Test(arguments: [
    ("RETR", "RETRX"), ("RETR", "RET"), ("", "A"), ("NINETEENS", "NINETEENT"), ("", "\0"), ("A", "A\0"),
  ])
  func tellsVerbsApart(_ left: String, _ right: String) {
    #expect(Verb(left) != Verb(right))
  }

  @Test func takesBytesThatAreNotText() {
    #expect(Verb(bytes: [0xFF, 0x61]) == Verb(bytes: [0xFF, 0x41]))
    #expect(Verb(bytes: [0xFF, 0x61]).name == "\u{FFFD}A")
    #expect(Verb(bytes: [0, 0, 0]).name == "\0\0\0")
  }

  @Test func foldsOnlyASCII() {
    #expect(Verb("é") != Verb("É"))
  }
}
