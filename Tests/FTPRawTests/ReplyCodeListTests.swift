import Testing

@testable import ftpraw

@Suite("A list of expected reply codes matches exactly these codes")
struct ReplyCodeListTests {
  @Test(arguments: [
    ("226", [226], [225, 227, 22, 2260]), ("2yz", [200, 257, 299], [199, 300, 2, 2000, -226]),
    ("25x", [250, 259], [249, 260]), ("200,226", [200, 226], [250]), ("2XX,553", [226, 553], [550]),
    ("63z", [631, 633], [641]), ("226,226", [226], [227]),
  ])
  func good(text: String, matching: [Int], other: [Int]) throws {
    let list = try ReplyCodeList(text)
    #expect(list.text == text)
    for code in matching { #expect(list.contains(code), "\(code)") }
    for code in other { #expect(!list.contains(code), "\(code)") }
  }

  @Test(arguments: [
    "", ",", "226,", ",226", "22", "2266", "xyz", "x26", "0yz", "726", "2y6", "2 6", " 226", "226 ", "2y",
    "-26",
    "\u{0662}26", "226;250", "abc",
  ])
  func bad(text: String) {
    #expect(throws: ArgumentValueError.self) { try ReplyCodeList(text) }
  }
}
