import Testing

@testable import FTPRequirements

@Suite("The catalogue's format: good lines are accepted, bad lines are reported")
struct CatalogueParserTests {
  private static let head = "# RFC 1\n\nProse.\n\n## 2.1 A section\n\n"

  private func parse(_ text: String) -> CatalogueDocument {
    CatalogueDocument(rfc: "1", bytes: Array(text.utf8))
  }

  @Test("a good file")
  func good() {
    let document = parse(
      Self.head + """
        - `1:2.1:one` must "must be" server: Text: with a colon, `code` and (brackets).
        - `1:2.1:two-words` should grammar both: Text. (waived: it cannot be seen (at all) on the wire)
        - `1:2.1:code` should "SHOULD" server: 200. (code: 1:2.1:one) (conflict: odd, even) (waived: no)

        ## appendix-ii More

        - `1:appendix-ii:3a-b` may "may" client: Täxt. (code)
        """)
    #expect(document.problems.isEmpty)
    #expect(
      document.requirements == [
        Requirement(
          id: "1:2.1:one", rfc: "1", section: "2.1", level: .must, word: .phrase("must be"), side: .server,
          text: "Text: with a colon, `code` and (brackets)."),
        Requirement(
          id: "1:2.1:two-words", rfc: "1", section: "2.1", level: .should, word: .form(.grammar), side: .both,
          text: "Text.", waiver: "it cannot be seen (at all) on the wire"),
        Requirement(
          id: "1:2.1:code", rfc: "1", section: "2.1", level: .should, word: .phrase("SHOULD"), side: .server,
          text: "200.", code: .relaxed(by: "1:2.1:one"), conflicts: ["odd", "even"], waiver: "no"),
        Requirement(
          id: "1:appendix-ii:3a-b", rfc: "1", section: "appendix-ii", level: .may, word: .phrase("may"),
          side: .client, text: "Täxt.", code: .own),
      ])
    #expect(document.requirement(id: "1:2.1:two-words")?.level == .should)
  }

  @Test("the lines under a requirement tell its harm, its condition and where it shows")
  func details() {
    let document = parse(
      Self.head + """
        - `1:2.1:one` advice "is" server: Text.
          - harm data-loss: A file is cut: nobody is told.
          - when: offers EPSV EPRT
          - seen in: data, files
        - `1:2.1:two` must "is" server: Text.
          - when: "the server is small"
          - seen in: nothing
        - `1:2.1:three` must "is" server: Text.
          - when: lists REST STREAM
        - `1:2.1:four` must "is" server: Text.
          - harm wedge: It hangs.
          - when: under TLS

        """)
    #expect(document.problems.isEmpty)
    let found = document.requirements
    #expect(found.map(\.level) == [.advice, .must, .must, .must])
    #expect(
      found.map(\.harm) == [
        Requirement.Harm(kind: .dataLoss, sentence: "A file is cut: nobody is told."), nil, nil,
        Requirement.Harm(kind: .wedge, sentence: "It hangs."),
      ])
    #expect(
      found.map(\.condition) == [
        .offers(["EPSV", "EPRT"]), .words("the server is small"), .lists("REST STREAM"), .underTLS,
      ])
    #expect(found.map(\.observables) == [[.data, .files], [.nothing], [], []])
  }

  @Test(
    "details stand under a requirement, in their order, and once",
    arguments: [
      "- seen in: data\n  - harm wedge: It hangs.", "- seen in: data\n  - when: under TLS",
      "- when: under TLS\n  - harm wedge: It hangs.", "- when: under TLS\n  - when: under TLS",
      "- harm wedge: It hangs.\n  - harm wedge: It hangs.", "- seen in: data\n  - seen in: data",
    ])
  func disorder(lines: String) {
    let good = "- `1:2.1:good` must grammar server: Text.\n"
    #expect(parse(Self.head + good + "  \(lines)\n").problems.map(\.line) == [9])
    #expect(parse(Self.head + "  - seen in: data\n").problems.map(\.line) == [7])
    #expect(parse(Self.head + good + "\n## 2.2 More\n\n- bad\n  - seen in: data\n").problems.count == 2)
  }

  @Test(
    "a bad line is reported with its number and affects no other line",
    arguments: [
      (#"- `1:2.1:x` MUST "must" server: Text."#, "no such level: MUST"),
      (#"- `1:2.1:x` plain "is" server: Text."#, "no such level: plain"),
      ("- `1:2.1:x` must server: Text.", "no such decider: server"),
      (#"- `1:2.1:x` must "" server: Text."#, "no such decider"),
      (#"- `1:2.1:x` must "must server: Text."#, "what decides the level"),
      (#"- `1:2.1:x` must "must" peer: Text."#, "no such side: peer"),
      (#"- `1:2.1:x`  must "must" server: Text."#, "a level follows"),
      (#"- `1:2.1:x` must "must": Text."#, "a side comes before"),
      (#"- `1:2.1:x` must "must" server Text."#, "a requirement reads"),
      (#"- `1:2.1:x must "must" server: Text."#, "a requirement reads"),
      (#"- `1:2.1:x` must "must" server:"#, "follows the colon"),
      (#"- `1:2.1:x` must "must" server: "#, "follows the colon"),
      (#"- `1:2.1:x` must "must" server:Text."#, "follows the colon"),
      (#"- `1:2.2:x` must "must" server: Text."#, "the id is not 1:2.1:"),
      (#"- `2:2.1:x` must "must" server: Text."#, "the id is not 1:2.1:"),
      (#"- `1:2.1:` must "must" server: Text."#, "the id is not 1:2.1:"),
      (#"- `1:2.1:X` must "must" server: Text."#, "the id is not 1:2.1:"),
      (#"- `1:2.1:x--y` must "must" server: Text."#, "the id is not 1:2.1:"),
      (#"- `1:2.1:good` must "must" server: Text."#, "used twice"),
      (#"* `1:2.1:x` must "must" server: Text."#, "neither"),
      ("-", "neither"),
      ("prose", "neither"),
      ("# Another title", "neither"),
      ("  - harm bad: It hangs.", "no such detail"),
      ("  - harm wedge: It hangs", "no such detail"),
      ("  - harm wedge:It hangs.", "no such detail"),
      ("  - when: offered", "no such detail"),
      ("  - when: \"\"", "no such detail"),
      ("  - seen in: ", "no such detail"),
      ("  - seen in: data, air", "no such detail"),
      ("  - seen: data", "no such detail"),
      ("## 2.2", "a heading is"),
      ("## Replies 4.2", "a heading is"),
      ("##  4.2", "a heading is"),
    ])
  func bad(line: String, message: String) {
    let good = "- `1:2.1:good` must grammar server: Text.\n"
    let more = "- `1:2.1:more` must grammar server: Text.\n"
    let document = parse(Self.head + good + line + "\n" + more)
    #expect(document.requirements.map(\.id) == ["1:2.1:good", "1:2.1:more"])
    #expect(document.requirement(id: "1:2.1:good")?.id == "1:2.1:good")
    #expect(document.problems.count == 1)
    #expect(document.problems.first?.line == 8)
    #expect(document.problems.first?.message.contains(message) == true)
    #expect(document.problems.first?.description.hasPrefix("rfc1.md:8: ") == true)
  }

  @Test("a file begins with its title, and requirements follow a section heading")
  func order() {
    #expect(parse("Prose\n").problems.map(\.line) == [1])
    #expect(parse("# T\n- `1:2.1:x` must grammar server: Text.\n").problems.map(\.line) == [2])
    #expect(parse("").problems.isEmpty)
  }

  @Test("a file that is cut anywhere, or has any one octet changed, causes no trap")
  func damage() {
    let bytes = Array(
      (Self.head + "- `1:2.1:good` must \"must\" server: Text. (code) (conflict: a) (waived: no)\n").utf8)
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
