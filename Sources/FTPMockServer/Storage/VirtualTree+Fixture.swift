extension VirtualTree {
  /// The default tree: a few small files, names that are difficult for clients, and 64 MiB that need no memory.
  ///
  /// Times are fixed, so that listings can be compared.
  public static let fixture: VirtualTree = {
    var tree = VirtualTree(modified: FileTime(year: 2024, month: 1, day: 2, hour: 3, minute: 4, second: 5))
    tree.addFile(
      "README.txt",
      """
      This server keeps its files in memory.
      What you upload is gone when it stops.

      """)
    tree.addFile("notes.txt", "line one\nnaïve line two\nthe end\n")
    tree.addFile(
      "empty.txt", "", modified: FileTime(year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59))
    tree.addFile("with space.txt", "A name with a space.\n")
    tree.addFile("grüße.txt", "Ein Name in UTF-8.\n")
    tree.addDirectory("incoming")
    tree.addFile("pub/hello.txt", "hello\n")
    tree.addFile("pub/64MiB.bin", .pattern(count: 64 << 20))
    tree.addFile("pub/deep/er/still.txt", "down here\n")
    tree.addDirectory("pub/nothing")
    return tree
  }()
}
