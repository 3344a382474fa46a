import Testing

@testable import FTPRequirements

@Suite("The catalogue's format: good lines are taken, bad lines are reported")
struct CatalogueParserTests {
  private static let head = "# RFC 1\n\nProse.\n\n## 2.1 A section\n\n"

  private func parse(_ text: String) -> CatalogueDocument {
    CatalogueDocument(rfc: "1", bytes: Array(text.utf8))
  }

  @Test("a good file")
  func good() {
    let document = parse(
      Self.head + """
        - `1:2.1:one` MUST server: Text: with a colon, `code` and (brackets).
        - `1:2.1:two-words` plain both: Text. (waived: it cannot be seen (at all) on the wire)

        ## appendix-ii More

        - `1:appendix-ii:3a-b` MAY client: Täxt.
        """)
    #expect(document.problems.isEmpty)
    #expect(
      document.requirements == [
        Requirement(
          id: "1:2.1:one", rfc: "1", section: "2.1", level: .must, side: .server,
          text: "Text: with a colon, `code` and (brackets).", waiver: nil),
        Requirement(
          id: "1:2.1:two-words", rfc: "1", section: "2.1", level: .plain, side: .both, text: "Text.",
          waiver: "it cannot be seen (at all) on the wire"),
        Requirement(
          id: "1:appendix-ii:3a-b", rfc: "1", section: "appendix-ii", level: .may, side: .client,
          text: "Täxt.", waiver: nil),
      ])
    #expect(document.requirement(id: "1:2.1:two-words")?.level == .plain)
  }

  @Test(
    "a bad line is reported with its number and costs no other line",
    arguments: [
      ("- `1:2.1:x` must server: Text.", "no such level: must"),
      ("- `1:2.1:x` MUST peer: Text.", "no such side: peer"),
      ("- `1:2.1:x`  MUST server: Text.", "a level and a side"),
      ("- `1:2.1:x` MUST: Text.", "a level and a side"),
      ("- `1:2.1:x` MUST server Text.", "a requirement reads"),
      ("- `1:2.1:x MUST server: Text.", "a requirement reads"),
      ("- `1:2.1:x` MUST server:", "follows the colon"),
      ("- `1:2.1:x` MUST server: ", "follows the colon"),
      ("- `1:2.1:x` MUST server:Text.", "follows the colon"),
      ("- `1:2.2:x` MUST server: Text.", "the id is not 1:2.1:"),
      ("- `2:2.1:x` MUST server: Text.", "the id is not 1:2.1:"),
      ("- `1:2.1:` MUST server: Text.", "the id is not 1:2.1:"),
      ("- `1:2.1:X` MUST server: Text.", "the id is not 1:2.1:"),
      ("- `1:2.1:x--y` MUST server: Text.", "the id is not 1:2.1:"),
      ("- `1:2.1:good` MUST server: Text.", "used twice"),
      ("* `1:2.1:x` MUST server: Text.", "neither"),
      ("-", "neither"),
      ("prose", "neither"),
      ("# Another title", "neither"),
      ("## 2.2", "a heading is"),
      ("## Replies 4.2", "a heading is"),
      ("##  4.2", "a heading is"),
    ])
  func bad(line: String, message: String) {
    let good = "- `1:2.1:good` MUST server: Text.\n"
    let more = "- `1:2.1:more` MUST server: Text.\n"
    let document = parse(Self.head + good + line + "\n" + more)
    #expect(document.requirements.map(\.id) == ["1:2.1:good", "1:2.1:more"])
    #expect(document.requirement(id: "1:2.1:good")?.id == "1:2.1:good")
    #expect(document.problems.count == 1)
    #expect(document.problems.first?.line == 8)
    #expect(document.problems.first?.message.contains(message) == true)
    #expect(document.problems.first?.description.hasPrefix("rfc1.md:8: ") == true)
  }

  @Test("a file begins with its title, and requirements stand under a section")
  func order() {
    #expect(parse("Prose\n").problems.map(\.line) == [1])
    #expect(parse("# T\n- `1:2.1:x` MUST server: Text.\n").problems.map(\.line) == [2])
    #expect(parse("").problems.isEmpty)
  }

  @Test("cut anywhere, or with any one octet spoilt, a file is parsed without a trap")
  func damage() {
    let bytes = Array((Self.head + "- `1:2.1:good` MUST server: Text. (waived: no)\n").utf8)
    for cut in 0...bytes.count {
      let document = CatalogueDocument(rfc: "1", bytes: Array(bytes[..<cut]))
      #expect(document.requirements.count <= 1)
    }
    for place in bytes.indices {
      for octet: UInt8 in [0, 10, 32, 45, 58, 96, 255] {
        var spoilt = bytes
        spoilt[place] = octet
        #expect(CatalogueDocument(rfc: "1", bytes: spoilt).requirements.count <= 1)
      }
    }
  }
}
