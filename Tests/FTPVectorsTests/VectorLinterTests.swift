import FTPVectors
import Testing

@Suite("The linter reports what a new reader would miss")
struct VectorLinterTests {
  static let headers = "# Words.\nid:   a/b\nrfc:  959:4.2:reply-line\nfrom: hand-made\n"
  static let rows = "S> 220 x\n=> 220 greeting success\n"

  /// A file, and the line and words of its only remark; nil if it has none.
  static let table: [(text: String, line: Int, words: String?)] = [
    (headers + rows, 0, nil),
    ("id:   a/b\nrfc:  959:4.2:reply-line\nfrom: hand-made\n" + rows, 1, "no comment"),
    ("#\nid:   a/b\nrfc:  959:4.2:reply-line\nfrom: hand-made\n" + rows, 1, "no comment"),
    ("# Words.\nrfc:  959:4.2:reply-line\nfrom: hand-made\n" + rows, 2, "'id' is missing"),
    ("# Words.\nid:   a/b\nfrom: hand-made\n" + rows, 2, "'rfc' is missing"),
    ("# Words.\nid:   a/b\nrfc:  959:4.2:reply-line\n" + rows, 2, "'from' is missing"),
    ("# Words.\nrfc:  959:4.2:reply-line\nid:   a/b\nfrom: hand-made\n" + rows, 3, "'id' is late"),
    ("# Words.\nid:   a/c\nrfc:  959:4.2:reply-line\nfrom: hand-made\n" + rows, 2, "must be the path"),
    (
      "# Words.\nid:   a/b\nrfc:  959:4.2:nothing\nfrom: hand-made\n" + rows, 3,
      "no requirement 959:4.2:nothing"
    ),
    (
      "# Words.\nid: a/b\nrfc:  959:4.2:reply-line\nfrom: hand-made\n" + rows, 2,
      "canonical form, which is `id:   a/b`"
    ),
    (headers, 1, "nothing happens"),
    (headers + rows + "!! 959:4.2:other\n", 7, "not among the requirements of the header"),
    (headers + "S> 220 x\n", 5, "no row =>"),
    (headers + "S> 220 x\nC> NOOP\nS> 200 x\n=> 200 simple success\n", 5, "no row =>"),
    (headers + "S> 220 x\n=> greeting success\n", 6, "accepts any code"),
    (headers + "S> 220 x\n=> 220 greeting success 0.2ms\n", 6, "never compared"),
    (headers + "-- opened data\n" + rows, 5, "is not a mark but a note"),
    (headers + rows + "C> STAT {x:word}\n", 7, "nothing uses 'x'"),
    (headers + rows + "C> PORT {x:hostport}\n", 0, nil),
    (headers + "S> 220 \\xe4\n=> 220 greeting success\n", 5, "not UTF-8"),
    (headers + "S> 220 \\xc3\\xa4\n=> 220 greeting success\n", 0, nil),
    (headers + "S> 220 \\x41\n=> 220 greeting success\n", 5, "`S> 220 A`"),
    (headers + "charset: iso-8859-1\nS> 220 \\xe4\n=> 220 greeting success\n", 0, nil),
  ]

  @Test(arguments: table)
  func finds(text: String, line: Int, words: String?) throws {
    let linter = VectorLinter { $0.rawValue == "959:4.2:reply-line" || $0.rawValue == "959:4.2:other" }
    let findings = try linter.lint(text, path: "a/b.ftpv")
    guard let words else {
      #expect(findings.isEmpty)
      return
    }
    #expect(findings.count == 1)
    #expect(findings.first?.line == line)
    #expect(findings.first?.message.contains(words) ?? false, "\(findings)")
  }

  @Test func whoKnowsNoRequirementsIsNotAskedForThem() throws {
    let text = "# Words.\nid:   a/b\nrfc:  1:2:3\nfrom: hand-made\n" + Self.rows
    #expect(try VectorLinter().lint(text) == [])
  }

  @Test func whatIsNoVectorIsNotLinted() {
    #expect(throws: VectorSyntaxError.self) { try VectorLinter().lint("S> 220 x") }
  }
}
