import FTPConversation
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

@Suite("Listings show the entries of a directory", .alsoUnderToyLayer, .endsWhenItHangs)
struct ListTests {
  /// How the server lists: by MLSD, or by LIST in a dialect.
  static let ways: [ListingDialect?] =
    [nil] + ListingDialect.all.filter { $0.name != "mvs" && $0.name != "mvs-members" }

  @Test(arguments: ways)
  func eachWay(dialect: ListingDialect?) async throws {
    var configuration = try MockServer.Configuration.testing(without: dialect == nil ? [] : [.mlsd, .mlst])
    if let dialect { configuration.dialect = dialect }
    try await withSession(configuration) { ftp, _ async throws in
      let listing = try await ftp.listing(of: "pub")
      #expect(listing.verb == (dialect == nil ? .mlsd : .list))
      #expect(listing.entries.count == 4)
      let deep = listing.entries.first { $0.text.lowercased() == "deep" }
      #expect(deep?.isDirectory == true)
      #expect(try await ftp.list("pub/nothing").isEmpty)
      #expect(try await ftp(.workingDirectory).text == "/")
      #expect(await failure { try await ftp.list("none") }?.kind == "refused")
      #expect(try await ftp(.workingDirectory).text == "/")
    }
  }

  @Test func factsAndLinesSayTheSame() async throws {
    var byVerb: [[FTPEntry]] = []
    for without: Set<Verb> in [[], [.mlsd, .mlst]] {
      try await withSession(.testing(without: without)) { ftp, _ async throws in
        byVerb.append(try await ftp.list())
      }
    }
    #expect(byVerb[0].map(\.name) == byVerb[1].map(\.name))
    #expect(byVerb[0].map(\.kind) == byVerb[1].map(\.kind))
    for (fact, line) in zip(byVerb[0], byVerb[1]) where fact.kind == .file {
      #expect(fact.size == line.size)
      let times = try (#require(fact.modified), #require(line.modified))
      let unit: Int64 = line.precision == .day ? 86_400 : 60
      #expect(times.0.secondsSince1970 / unit == times.1.secondsSince1970 / unit)
    }
    #expect(byVerb[0].contains { $0.text == "grüße.txt" && $0.size == 19 })
  }

  /// Names that a server may list, and why they cannot be those of entries; nil if they can.
  @Test(arguments: [
    ("x", nil), ("..", "leads out of the directory"), (".", "is the directory itself"),
    ("a/b", "contains a slash"), ("a/", "contains a slash"), ("/etc/passwd", "leads out of the directory"),
    ("../x", "leads out of the directory"), ("a/../b", "leads out of the directory"), ("a\\b", nil),
    ("..\\a", nil), ("C:", nil),
    ("", "is empty"), ("a\0b", "contains NUL"), ("a\rb", "contains CR"), ("a\nb", "contains LF"),
    ("../a\rb", "contains CR"), ("...", nil), ("..x", nil), ("~", nil),
  ])
  func namesThatNoEntryCanHave(name: String, flaw: String?) {
    let entry = FTPEntry(name: name.utf8, kind: .file)
    #expect(entry.nameFlaw == flaw)
    #expect(entry.leavesFolder == (flaw != nil))
    let error = FTPError.unsafeName(entry.name)
    if let flaw { #expect(error.description.hasSuffix(flaw)) }
  }

  /// The data of MLSD and their names.
  @Test(arguments: [
    ("type=file; a\r\ntype=file; b\r\n", ["a", "b"]),
    ("type=file; a\ntype=file; b", ["a", "b"]),
    ("type=file; a\r\r\ntype=file; b\r\r\n", ["a", "b"]),
    ("type=file; a\r\r\ntype=file; b\r\n", ["a\r", "b"]),
    ("type=cdir; .\r\ntype=pdir; ..\r\n\r\ntype=file; c\r\n", ["c"]),
  ])
  func endsOfLines(data: String, names: [String]) {
    #expect(FTPListing(facts: Array(data.utf8)).entries.map(\.text) == names)
  }

  @Test func aTreeWithSuchANameIsNotRemoved() async throws {
    try await withSession(.testing(faults: ["listing-paths"])) { ftp, server async throws in
      #expect(try await ftp.list("pub").allSatisfy(\.leavesFolder))
      #expect(await failure { try await ftp.removeTree("pub") }?.kind == "unsafeName")
      #expect(server.tree.contains("pub/hello.txt"))
    }
  }

  @Test func aCutListingIsNoListing() async throws {
    for fault in ["data-close=50", "data-fail=50", "data-reset=50", "listing-no-last-end"] {
      for without: Set<Verb> in [[], [.mlsd, .mlst]] {
        try await withSession(.testing(faults: [fault], without: without)) { ftp, _ async throws in
          let kind = await failure { try await ftp.list("pub") }?.kind
          #expect(kind == "incomplete" || kind == "cut", "\(fault)")
          #expect(try await ftp(.workingDirectory).text == "/")
        }
      }
    }
  }
}
