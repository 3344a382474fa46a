import FTPProtocol
import FTPSystem
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("The extensions work on a folder as far as the system supports them", .alsoUnderToyLayer)
struct FolderExtensionTests {
  private static func status(_ name: String, _ folder: SharedFolder) throws -> FileStatus {
    try DirectoryRoot.open(folder.inside).status(of: [Array(name.utf8)])
  }

  @Test func timesAndModes() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MFMT 20020717210715 notes.txt").text == "Modify=20020717210715; notes.txt")
      #expect(try Self.status("notes.txt", folder).modified.seconds == 1_026_940_035)
      #expect(try client.send("SITE CHMOD 600 notes.txt").code == 200)
      #expect(try Self.status("notes.txt", folder).permissions == 0o600)
      #expect(try client.send("MFF UNIX.mode=644;Modify=20010203040506; notes.txt").code == 213)
      #expect(try client.text("LIST notes.txt").hasPrefix("-rw-r--r--   1 "))
      // The creation time cannot be set here, so the server does not offer it.
      let features = try client.send("FEAT").text
      #expect(features.contains("\n MFF modify;UNIX.mode;\n"))
      #expect(!features.contains("MFCT"))
      #expect(try client.send("MFCT 20020717210715 notes.txt").code == 502)
      #expect(try client.send("MFF Create=20020717210715; notes.txt").code == 504)
      for command in [
        "SITE CHMOD 600 to-secret", "MFMT 20020717210715 nosuch",
      ] {
        #expect(try client.send(command).code == 550)
      }
    }
  }

  @Test func rangesAndHashes() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      try client.send("RANG 1 2")
      #expect(try client.text("RETR notes.txt") == "ot")
      try client.send("RANG 1 2")
      #expect(try client.upload("STOR notes.txt", Array("XYZ".utf8)).code == 226)
      #expect(folder.text("notes.txt") == "nXYes\n")
      try client.send("RANG 6 7")
      #expect(try client.upload("APPE notes.txt", Array("ab".utf8)).code == 226)
      #expect(folder.text("notes.txt") == "nXYes\nab")
      try client.send("RANG 9 9")
      #expect(try client.send("STOR notes.txt").code == 554)
      let digest = DigestAlgorithm.sha256.hexDigest(of: "nXYes\nab".utf8)
      #expect(try client.send("HASH notes.txt").text == "SHA-256 0-7 \(digest) notes.txt")
      #expect(try client.send("HASH to-secret").code == 550)
      #expect(try client.send("AVBL sub").code == 213)
    }
  }

  @Test func codedTransfers() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      try client.send("MODE B")
      #expect(
        try client.download("RETR notes.txt").bytes == [0, 0, 6] + Array("notes\n".utf8) + [0x40, 0, 0])
      #expect(try client.upload("STOR new", [0, 0, 1, 0x61, 0xC0, 0, 1, 0x62]).code == 226)
      #expect(folder.text("new") == "ab")
      try client.send("TYPE A")
      try client.send("STRU R")
      try client.send("MODE S")
      #expect(try client.upload("STOR new", [0x61, 0xFF, 1, 0xFF, 0xFF, 0xFF, 3]).code == 226)
      #expect(folder.bytes("new") == [0x61, 0x0A, 0xFF, 0x0A])
      #expect(try client.download("RETR new").bytes == [0x61, 0xFF, 1, 0xFF, 0xFF, 0xFF, 1, 0xFF, 2])
    }
  }
}
