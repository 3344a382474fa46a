import Testing

@testable import FTPConformance

@Suite("The contents of a directory before it is removed")
struct ScratchListingTests {
  @Test(arguments: [
    (ScratchListing.names, "a\r\n./b c\r\n.\r\n..\r\n", ["a", "b c"]),
    (.namesHere, "/top/d\n", ["d"]),
    (.facts, "type=file; a b\r\ntype=cdir; .\r\n", ["a b"]),
    (
      .lines,
      "total 4\r\ndrwxr-xr-x   3 root      root         4096 Nov 23 19:58 in\r\n-rw-r--r-- 1 a b 0 Jan  1  2020 b c\r\n",
      ["in", "b c"]
    ),
    (.lines, "-rw-r--r-- 1 a b 0 Jan  1  2020 a\rPWD\r\n-rw-r--r-- 1 a b 0 Jan  1  2020 b\r\n", ["b"]),
    (.lines, "", []),
  ])
  func isRead(_ command: ScratchListing, _ listing: String, _ names: [String]) {
    #expect(command.names(in: Array(listing.utf8)).map { String(decoding: $0, as: UTF8.self) } == names)
  }

  @Test func theFirstListingWithNamesCounts() async throws {
    let listings = ["MLSD": "", "LIST": "-rw-r--r-- 1 me us 5 Jan  2  2024 there\r\n", "NLST .": "here\r\n"]
    var asked: [String] = []
    let names = try await ScratchListing.firstNames { command in
      asked.append(command)
      return listings[command].map { Array($0.utf8) }
    }
    #expect(names == [Array("there".utf8)])
    #expect(asked == ["NLST", "MLSD", "LIST"])
  }
}
