import FTPVectors
import Foundation
import Testing

@Suite("The index lists every vector")
struct VectorIndexTests {
  @Test func isThatOfTheFiles() throws {
    let vectors = try VectorFile.all.map { try $0.vector() }
    let index = VectorIndex.markdown(of: vectors)
    let file = VectorFile.package.appending(path: "Vectors/INDEX.md")
    if ProcessInfo.processInfo.environment["FTPRAW_WRITE_INDEX"] != nil {
      try Data(index.utf8).write(to: file)
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == index,
      "Vectors/INDEX.md is not up to date: FTPRAW_WRITE_INDEX=1 swift test --filter VectorIndexTests")
  }

  @Test func isATableForEachFolder() throws {
    var one = try Vector(parsing: "# A |. b. c\nid:   b/two\nrfc:  1:2:a 1:2:b\nfrom: x_y\n")
    let other = try Vector(parsing: "# No stop\nid:   a/b/one\n")
    #expect(one.summary == "A |.")
    one.comment = ["One 1.5", "two. Three."]
    #expect(one.summary == "One 1.5 two.")
    let lines = VectorIndex.markdown(of: [one, other]).split(separator: "\n").suffix(8)
    #expect(
      Array(lines) == [
        "## a/b", "| vector | shows | requirements | from |", "|---|---|---|---|",
        "| [one](a/b/one.ftpv) | No stop |  |  |",
        "## b", "| vector | shows | requirements | from |", "|---|---|---|---|",
        "| [two](b/two.ftpv) | One 1.5 two. | `1:2:a` `1:2:b` | x\\_y |",
      ])
  }
}
