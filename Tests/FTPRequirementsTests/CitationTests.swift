import TestSupport
import Testing

@testable import FTPRequirements

@Suite("Every requirement id that the sources cite is in the catalogue", .computing)
struct CitationTests {
  @Test(
    "ids in Sources",
    arguments: try ["swift", "txt"].flatMap { try PackageFolder.files(below: "Sources", withExtension: $0) })
  func sources(file: TextFile) {
    for citation in Citation.all(in: file.text) {
      #expect(citation.resolves, "\(file.path):\(citation.line): no requirement \(citation.text)")
    }
  }

  @Test(
    "what counts as a citation",
    arguments: [
      (#"cite("959:4.2:multiline-end")"#, ["959:4.2:multiline-end"]),
      (
        "/// See `1123:4.1.2.6:scan-digits`, and 854:nvt:cr-nul.",
        ["1123:4.1.2.6:scan-digits", "854:nvt:cr-nul"]
      ),
      (#""959:5.4:\(verb)-codes""#, ["959:5.4:"]),
      (#""mfxx:3:mfmt-213""#, ["mfxx:3:mfmt-213"]),
      (#""959:AppII:x-y""#, ["959:AppII:x-y"]),
      (#""12:30:45" "10:20" "1080:8:800:200C:417A" "2001:0:0" "127.0.0.1:2121""#, []),
      ("init(a:b:c:) foo(x:y:) case a: b ? c : d // ftp://h:21/", []),
    ] as [(String, [String])])
  func shapes(source: String, citations: [String]) {
    #expect(Citation.all(in: source).map(\.text) == citations)
  }

  @Test("an unknown id does not resolve")
  func unresolved() {
    for text in ["959:4.2:no-such-thing", "959:9.9:", "697:1:x-y", "959:AppII:x-y"] {
      #expect(Citation.all(in: text).map(\.resolves) == [false], "\(text)")
    }
    for text in ["959:4.2:multiline-end", "959:5.4:", "hash:3:hash-errors"] {
      #expect(Citation.all(in: text).map(\.resolves) == [true], "\(text)")
    }
  }
}
