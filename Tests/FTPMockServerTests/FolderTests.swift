import FTPConversation
import FTPProtocol
import FTPSystem
import Foundation
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A folder is served like the tree in memory", .alsoUnderToyLayer)
struct FolderTests {
  private static let large = FileContents.patternBytes(at: 0, count: 5_000_003)

  @Test(
    "Files are transferred completely in both directions, in every mode", arguments: [nil, 0, 4096] as [Int?])
  func largeFiles(recordedBytes: Int?) throws {
    try SharedFolder.with { folder in
      let configuration = MockServer.Configuration(
        folder: try ServedFolder(folder.inside),
        recording: recordedBytes.map { RecordingLimits(dataBytes: $0, events: 1000) })
      try withMockServer(configuration) { server in
        var client = try TestClient.loggedIn(server)
        try client.send("TYPE I")
        #expect(try client.upload("STOR sub/large.bin", Self.large).code == 226)
        #expect(folder.bytes("sub/large.bin") == Self.large)
        #expect(try client.send("SIZE sub/large.bin").text == "5000003")
        #expect(try client.download("RETR sub/large.bin").bytes == Self.large)
        try client.send("REST 4000001")
        #expect(try client.download("RETR sub/large.bin").bytes == Array(Self.large[4_000_001...]))
        try client.send("REST 5000003")
        #expect(try client.download("RETR sub/large.bin").bytes == [])
        try client.send("REST 5000004")
        try client.send("EPSV")
        #expect(try client.send("RETR sub/large.bin").code == 554)
        for transcript in server.transcripts {
          let counts = transcript.events.compactMap { event -> Int? in
            if case .mark(.dataClosed(_, let closing)) = event.content { closing.byteCount } else { nil }
          }
          #expect(counts == [5_000_003, 5_000_003, 1_000_002, 0])
        }
        #expect(server.verdicts.filter { $0.party != .client } == [])
      }
    }
  }

  @Test("Text is converted")
  func text() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.text("RETR notes.txt") == "notes\r\n")
      #expect(try client.send("SIZE notes.txt").text == "7")
      #expect(try client.upload("STOR text", Array("a\r\nb\r".utf8), Array("\nc".utf8)).code == 226)
      #expect(folder.text("text") == "a\nb\nc")
      try client.send("REST 3")
      #expect(try client.text("RETR text") == "b\r\nc")
      try client.send("REST 3")
      #expect(try client.upload("STOR text", Array("x\r\n".utf8)).code == 226)
      #expect(folder.text("text") == "a\nx\n")
    }
  }

  @Test("Files are replaced, appended to, resumed and created under new names")
  func writing() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.upload("STOR notes.txt", Array("new".utf8)).code == 226)
      #expect(folder.text("notes.txt") == "new")
      #expect(try client.upload("APPE notes.txt", Array("er".utf8)).code == 226)
      #expect(folder.text("notes.txt") == "newer")
      try client.send("REST 1")
      #expect(try client.upload("STOR notes.txt", Array("EW".utf8)).code == 226)
      #expect(folder.text("notes.txt") == "nEW")
      #expect(try client.upload("STOR notes.txt").code == 226)
      #expect(folder.text("notes.txt") == "")
      #expect(try client.upload("APPE fresh", Array("x".utf8)).code == 226)
      #expect(folder.text("fresh") == "x")
      #expect(try client.upload("STOU fresh", Array("y".utf8)).code == 226)
      #expect(folder.text("fresh.1") == "y")
      try client.send("REST 2")
      try client.send("EPSV")
      #expect(try client.send("STOR fresh").code == 554)
      try client.send("REST 2")
      #expect(try client.send("STOR nosuch").code == 554)
      #expect(folder.text("nosuch") == nil)
    }
  }

  @Test("Directories and names are changed")
  func names() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MKD sub/made").code == 257)
      #expect(try client.send("MKD sub/made").code == 550)
      #expect(try client.send("CWD sub/made").code == 250)
      #expect(try client.send("CWD /notes.txt").code == 550)
      #expect(try client.send("RMD /sub").text == "Directory not empty.")
      #expect(try client.send("DELE /sub").text == "Is a directory.")
      #expect(try client.send("RMD /notes.txt").text == "Not a directory.")
      #expect(try client.send("RNFR /notes.txt").code == 350)
      #expect(try client.send("RNTO moved.txt").code == 250)
      #expect(folder.text("sub/made/moved.txt") == "notes\n")
      // A directory can neither replace another entry nor be moved into itself.
      for target in ["/sub/deep", "/sub/inner.txt", "/sub/made/x"] {
        #expect(try client.send("RNFR /sub/made").code == 350)
        #expect(try client.send("RNTO \(target)").code == 553)
      }
      #expect(try client.send("DELE moved.txt").code == 250)
      #expect(try client.send("RMD /sub/made").code == 250)
      #expect(try client.send("RMD /sub/made").text == "No such file or directory.")
      #expect(try client.send("RMD /").code == 550)
    }
  }

  @Test("Listings show what the system knows")
  func listings() throws {
    try SharedFolder.served { folder, server in
      let root = try DirectoryRoot.open(folder.inside)
      try root.setPermissions(0o640, of: [Array("notes.txt".utf8)])
      try root.setModificationTime(.init(seconds: 951_868_799), of: [Array("notes.txt".utf8)])
      #expect(mkfifo(folder.inside + "/pipe", 0o600) == 0)
      let status = try root.status(of: [Array("notes.txt".utf8)])
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MDTM notes.txt").text == "20000229235959")
      let owner = String(status.owner).padding(toLength: 8, withPad: " ", startingAt: 0)
      let group = String(status.group).padding(toLength: 8, withPad: " ", startingAt: 0)
      let lines = try client.text("LIST").split(separator: "\r\n")
      #expect(lines.contains("-rw-r-----   1 \(owner) \(group)             6 Feb 29  2000 notes.txt"))
      #expect(lines.contains { $0.hasPrefix("lrwxrwxrwx ") && $0.hasSuffix(" to-secret") })
      #expect(lines.contains { $0.hasPrefix("prw------- ") && $0.hasSuffix(" pipe") })
      #expect(lines.contains { $0.hasPrefix("drwx") && $0.hasSuffix(" sub") })
      let facts = try client.text("MLSD").split(separator: "\r\n")
      #expect(facts.contains { $0.hasPrefix("type=OS.unix=symlink;modify=") && $0.hasSuffix(" to-secret") })
      #expect(facts.contains { $0.hasPrefix("type=OS.unix=fifo;modify=") && $0.hasSuffix(" pipe") })
      #expect(facts.contains { $0.hasPrefix("type=file;size=6;modify=20000229235959;") })
      #expect(try client.text("NLST sub") == "sub/deep\r\nsub/inner.txt\r\n")
    }
  }

  @Test("A listing leaves out a name that would break its lines")
  func lineBreaks() throws {
    try SharedFolder.served { folder, server in
      try folder.write("", to: "sub/a\r\n-rw-r--r-- forged")
      var client = try TestClient.loggedIn(server)
      #expect(try client.text("NLST sub") == "sub/deep\r\nsub/inner.txt\r\n")
    }
  }

  @Test("A read-only folder")
  func readOnly() throws {
    try SharedFolder.served(isReadOnly: true) { folder, server in
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.inside).sorted()
      var client = try TestClient.loggedIn(server)
      for command in ["DELE notes.txt", "RMD sub/deep", "MKD x", "RNFR notes.txt"] {
        #expect(try client.send(command).code == 550, "\(command)")
      }
      try client.send("EPSV")
      for command in ["STOR x", "STOR notes.txt", "APPE notes.txt", "STOU"] {
        #expect(try client.send(command).code == 553, "\(command)")
      }
      #expect(try client.text("RETR notes.txt") == "notes\r\n")
      #expect(try client.text("MLSD").contains("perm=r;"))
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.inside).sorted() == before)
      #expect(folder.text("notes.txt") == "notes\n")
    }
  }

  @Test("Without a data connection, no file is lost or left over")
  func noDataConnection() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      for name in ["notes.txt", "new"] {
        for command in ["STOR", "APPE"] {
          #expect(try client.send("EPSV").code == 229)
          #expect(try client.send("\(command) \(name)").code == 150)
          #expect(try client.send("ABOR").code == 426)
          #expect(try client.reply().code == 226)
        }
      }
      #expect(folder.text("notes.txt") == "notes\n")
      #expect(folder.text("new") == nil)
    }
  }

  @Test("A folder can set what the tree in memory cannot")
  func attributes() throws {
    try SharedFolder.with { folder in
      let storage = FolderStorage(try ServedFolder(folder.inside))
      let path = VirtualPath("notes.txt")
      try storage.setModified(FileTime(year: 2001, month: 2, day: 3), of: path)
      try storage.setPermissions(0o600, of: path)
      let entry = try storage.entry(at: path)
      #expect(entry.modified == FileTime(year: 2001, month: 2, day: 3))
      #expect(entry.permissions == 0o600)
      #expect(storage.available > 0)
      #expect(throws: StorageError.denied) {
        try FolderStorage(try ServedFolder(folder.inside, isReadOnly: true)).setPermissions(0o666, of: path)
      }
    }
  }
}
