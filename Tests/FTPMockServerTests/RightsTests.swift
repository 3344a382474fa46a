import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Each right permits one thing, and MLST shows them", .alsoUnderToyLayer)
struct RightsTests {
  /// A right, the commands that it permits, and the `perm` facts of the file and the directory.
  struct Row: Sendable, CustomStringConvertible {
    let rights: Rights
    let permitted: Set<String>
    let file: String
    let directory: String
    let description: String

    init(_ name: String, _ rights: Rights, _ permitted: Set<String>, _ file: String, _ directory: String) {
      (description, self.rights, self.permitted) = (name, rights, permitted)
      (self.file, self.directory) = (file, directory)
    }
  }

  private static let listing: Set<String> = [
    "LIST", "NLST", "MLSD", "LIST notes.txt", "NLST notes.txt", "STAT notes.txt", "MLST notes.txt",
    "SIZE notes.txt", "MDTM notes.txt",
  ]
  private static let facts: Set<String> = [
    "MFMT 20240101000000 notes.txt", "MFF UNIX.mode=600; notes.txt", "SITE CHMOD 600 notes.txt",
    "SITE UTIME 20240101000000 notes.txt",
  ]
  private static let every =
    listing.union(facts).union([
      "RETR notes.txt", "HASH notes.txt", "STOR new.txt", "STOU", "APPE new.txt", "STOR notes.txt",
      "APPE notes.txt", "DELE notes.txt", "RMD sub", "RNFR notes.txt", "RNFR sub", "MKD more", "CWD sub",
    ])

  @Test(arguments: [
    Row("nothing", [], [], "", "e"), Row("list", .list, listing, "", "el"),
    Row("read", .read, ["RETR notes.txt", "HASH notes.txt"], "r", "e"),
    Row("create", .create, ["STOR new.txt", "STOU", "APPE new.txt"], "", "ce"),
    Row("overwrite", .overwrite, ["STOR notes.txt"], "w", "e"),
    Row("append", .append, ["APPE notes.txt"], "a", "e"),
    Row("delete", .delete, ["DELE notes.txt", "RMD sub"], "d", "dep"),
    Row("rename", .rename, ["RNFR notes.txt", "RNFR sub"], "f", "fe"),
    Row("makeDirectory", .makeDirectory, ["MKD more"], "", "em"), Row("setFacts", .setFacts, facts, "", "e"),
    Row("all", .all, every, "adfrw", "cdfelmp"),
  ])
  func oneRight(row: Row) throws {
    for command in Self.every {
      var tree = VirtualTree()
      tree.addFile("room/notes.txt", "one\n")
      tree.addDirectory("room/sub")
      let access = Access(.list, below: ["/room": row.rights])
      let configuration = MockServer.Configuration(
        users: [User("ftpraw", password: .exactly("secret"), home: "/room", access: access)], tree: tree)
      try withMockServer(configuration) { server in
        var client = try TestClient.loggedIn(server)
        try client.send("EPSV")
        let reply = try client.send(command)
        let isPermitted = row.permitted.contains(command) || command == "CWD sub"
        #expect((reply.code.rawValue < 400) == isPermitted, "\(command): \(reply)")
        if !isPermitted { #expect(server.tree.bytes(of: "room/notes.txt") == Array("one\n".utf8)) }
        #expect(server.verdicts.filter { $0.party != .client } == [])
      }
    }
    let access = Access(row.rights.union(.list))
    let file = StorageEntry(name: [0x61], size: 1, modified: .now(), identity: 1)
    let directory = StorageEntry(name: [0x61], kind: .directory, modified: .now(), identity: 1)
    let choice = try #require(FactChoice(option: Array("perm;".utf8)))
    let other = Access(row.rights)
    #expect(
      choice.line(for: file, at: VirtualPath("/a"), name: [0x61], access) == Array("perm=\(row.file); a".utf8)
    )
    #expect(
      choice.line(for: directory, at: VirtualPath("/a"), name: [0x61], other)
        == Array("perm=\(row.directory); a".utf8))
  }

  @Test func theDeepestDirectoryCounts() {
    let access = Access(.readOnly, below: ["/incoming": .dropBox, "incoming/mine/": .all])
    #expect(access.rights(to: VirtualPath("/x")) == .readOnly)
    #expect(access.rights(to: VirtualPath("/incoming")) == .readOnly)
    #expect(access.rights(in: VirtualPath("/incoming")) == .dropBox)
    #expect(access.rights(to: VirtualPath("/incoming/mine")) == .dropBox)
    #expect(access.rights(to: VirtualPath("/incoming/mine/deep/x")) == .all)
    #expect(Access.readWrite.rights(to: .root) == .readOnly)
    #expect(access.limited(to: .readOnly).rights(to: VirtualPath("/incoming/mine/x")) == .readOnly)
    // Two spellings of one directory: only what both allow is allowed.
    #expect(Access(.all, below: ["/a": .read, "a/": .list]).rights(in: VirtualPath("/a")) == [])
  }

  @Test func aDropBoxTakesAFileOnce() throws {
    let access = Access(.readOnly, below: ["/incoming": .dropBox])
    try withMockServer(.init(users: [User("ftpraw", password: .exactly("secret"), access: access)])) {
      server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.upload("STOR incoming/a", Array("one".utf8)).code == 226)
      for command in ["STOR incoming/a", "APPE incoming/a"] {
        #expect(try client.upload(command, Array("two".utf8)).code == 553)
      }
      try client.send("TYPE I")
      try client.send("REST 1")
      #expect(try client.upload("STOR incoming/a", Array("two".utf8)).code == 553)
      try client.send("REST 1")
      #expect(try client.upload("STOR incoming/b", Array("two".utf8)).code == 554)
      for command in ["RETR incoming/a", "LIST incoming", "SIZE incoming/a", "DELE incoming/a"] {
        #expect(try client.upload(command, []).code == 550, "\(command)")
      }
      #expect(try client.send("HASH incoming/a").code == 552)
      #expect(server.tree.bytes(of: "incoming/a") == Array("one".utf8))
    }
  }

  @Test func aNewNameReplacesOnlyWithTheRightTo() throws {
    let access = Access(.all.subtracting(.overwrite))
    try withMockServer(.init(users: [User("ftpraw", password: .exactly("secret"), access: access)])) {
      server in
      var client = try TestClient.loggedIn(server)
      for (name, code) in [("README.txt", 553), ("new.txt", 250)] as [(String, ReplyCode)] {
        #expect(try client.send("RNFR notes.txt").code == 350)
        #expect(try client.send("RNTO \(name)").code == code)
      }
    }
  }
}
