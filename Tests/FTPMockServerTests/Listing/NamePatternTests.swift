import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("LIST and NLST accept patterns, as mget of most clients expects", .alsoUnderToyLayer)
struct NamePatternTests {
  private static var tree: VirtualTree {
    var tree = VirtualTree()
    for path in [
      "a.txt", "b.txt", "c.bin", ".d.txt", "sub/x.txt", "sub/y", "dir.txt/inside", "odd/*.txt", "odd/z.txt",
    ] {
      tree.addFile(path, "x")
    }
    return tree
  }

  static let rows: [(String, [String])] = [
    ("*.txt", ["a.txt", "b.txt", "dir.txt"]), ("?.txt", ["a.txt", "b.txt"]), (".*", [".d.txt"]),
    ("sub/*", ["sub/x.txt", "sub/y"]), ("/sub/?", ["/sub/y"]),
    ("*", ["a.txt", "b.txt", "c.bin", "dir.txt", "odd", "sub"]),
    // A file whose name looks like a pattern is found by that name.
    ("odd/*.txt", ["odd/*.txt"]), ("-la *.bin", ["c.bin"]),
  ]

  @Test(arguments: rows)
  func names(pattern: String, names: [String]) throws {
    try withMockServer(.init(tree: Self.tree)) { server in
      var client = try TestClient.loggedIn(server)
      for verb in ["NLST", "LIST"] {
        var bytes: [UInt8] = []
        let data = try client.passive()
        #expect(try client.send("\(verb) \(pattern)").code == 150)
        while try data.read(appendingTo: &bytes, deadline: client.patience) > 0 {}
        #expect(try client.reply().code == 226)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.map { String($0.split(separator: " ").last ?? "") } == names, "\(verb)")
      }
    }
  }

  @Test(arguments: ["NLST *.none", "LIST none/*", "NLST a.txt/*"])
  func whatMatchesNothingIsNotThere(command: String) throws {
    try withMockServer(.init(tree: Self.tree)) { server in
      var client = try TestClient.loggedIn(server)
      _ = try client.passive()
      #expect(try client.send(command).code == 550)
    }
  }
}
