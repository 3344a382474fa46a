import FTPProtocol
import Testing

@testable import FTPMockServer

@Suite("A tree file is read, or rejected with the line")
struct TreeFileTests {
  private func tree(_ text: String) throws(TreeFileError) -> VirtualTree {
    try VirtualTree(treeFile: Array(text.utf8))
  }

  @Test(arguments: ["\n", "\r\n"])
  func readsWhatStandsAfterAPath(lineEnd: String) throws {
    let tree = try tree(
      """
      # comment
        # another

      /README.txt  text="Hello.\\n" time=20240229235959
      plain        text=plain
      pub/         mode=750 time=20010203040506
      pub/large    size=5G
      "a b/c\\x22\\xff" size=12 mode=600
      deep/er/empty
      empty/
      """.replacing("\n", with: lineEnd))
    #expect(tree.bytes(of: "README.txt") == Array("Hello.\n".utf8))
    #expect(tree.bytes(of: "plain") == Array("plain".utf8))
    #expect(tree.bytes(of: "deep/er/empty") == [])
    #expect(tree.names(in: "empty") == [])
    #expect(tree.names(in: "/") == ["README.txt", "a b", "deep", "empty", "plain", "pub"])
    let readme = try tree.entry(at: VirtualPath("README.txt"))
    #expect(readme.modified.description == "20240229235959")
    #expect(readme.permissions == 0o644)
    let pub = try tree.entry(at: VirtualPath("pub"))
    #expect(pub.modified.description == "20010203040506")
    #expect(pub.permissions == 0o750)
    #expect(try tree.entry(at: VirtualPath("pub/large")).size == 5 << 30)
    let odd = try tree.names(in: VirtualPath("a b"))
    #expect(odd == [Array("c\"".utf8) + [0xFF]])
    #expect(try odd.map { try tree.entry(at: VirtualPath("a b").appending($0)).permissions } == [0o600])
  }

  @Test(arguments: [("7", 7), ("2K", 2048), ("3M", 3 << 20), ("1G", 1 << 30), ("8388607T", 8_388_607 << 40)])
  func readsSizes(text: String, size: UInt64) throws {
    #expect(try tree("x size=\(text)").entry(at: VirtualPath("x")).size == size)
  }

  @Test(arguments: [
    ("a\nb size=\n", 2, "'' is not a size such as 1000, 64K or 5G"),
    ("a size=-1", 1, "'-1' is not a size such as 1000, 64K or 5G"),
    ("a size=K", 1, "'K' is not a size such as 1000, 64K or 5G"),
    ("a size=8388608T", 1, "'8388608T' is not a size such as 1000, 64K or 5G"),
    ("a size=99999999999999999999", 1, "'99999999999999999999' is not a size such as 1000, 64K or 5G"),
    ("a size=1 text=x", 1, "text and size cannot be used together"),
    ("a size=1 size=1", 1, "'size' is given twice"),
    ("a mode=778", 1, "'778' is not a mode such as 644"),
    ("a mode=+77", 1, "'+77' is not a mode such as 644"),
    ("a mode=1777", 1, "'1777' is not a mode such as 644"),
    ("a time=20230229000000", 1, "'20230229000000' is not a time such as 20240517093000"),
    ("a time=2023", 1, "'2023' is not a time such as 20240517093000"),
    ("a owner=me", 1, "'owner' is not one of text, size, time, mode"),
    ("a 100", 1, "the path must be followed by words such as size=100"),
    ("a =100", 1, "the path must be followed by words such as size=100"),
    ("\n\n\"a", 3, "a quotation mark is missing at the end"),
    ("\"a\"b", 1, "a space is missing after the quotation mark"),
    ("a\"b", 1, "there is a quotation mark inside a word"),
    ("\"\\q\"", 1, "a backslash must be followed by n, r, t, \\, \" or x and two hexadecimal digits"),
    ("\"\\x4\"", 1, "a backslash must be followed by n, r, t, \\, \" or x and two hexadecimal digits"),
    ("\"\\x+4\"", 1, "a backslash must be followed by n, r, t, \\, \" or x and two hexadecimal digits"),
    ("\"\\x00\"", 1, "a path has at most 256 names of 255 bytes, and no NUL, CR or LF"),
    ("a\na/b", 2, "the path is impossible: file exists"),
    ("a/b\na", 2, "the path is impossible: is a directory"),
    ("a\na/", 2, "the path is impossible: file exists"),
    ("a\nb\na", 3, "line 1 has the same path"),
    ("a/ size=1", 1, "a directory cannot have contents"),
    ("a/../..", 1, "the path is impossible: is a directory"),
    ("\\x1b size=\u{1B}", 1, "'\\x1b' is not a size such as 1000, 64K or 5G"),
  ])
  func reportsWhichLineIsWrong(text: String, line: Int, message: String) {
    #expect(throws: TreeFileError(line: line, message: message)) { try tree(text) }
  }

  @Test func noCutOfATextDoesHarm() {
    let text = Array("\"a b\\x41\\\"/c\" text=\"x\\ny\" time=20240517093000 mode=644\npub/x size=1K\n#".utf8)
    for count in 0...text.count {
      for part in [Array(text[..<count]), Array(text[count...])] {
        let lines = 1 + part.count { $0 == 0x0A }
        do throws(TreeFileError) { _ = try VirtualTree(treeFile: part) } catch {
          #expect((1...lines).contains(error.line), "cut at \(count): \(error)")
          // Where a line begins, the rest is a whole file.
          #expect(count > 0 && count < text.count && text[count - 1] != 0x0A, "cut at \(count): \(error)")
        }
      }
    }
  }
}
