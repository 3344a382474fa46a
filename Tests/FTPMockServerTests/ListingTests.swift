import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Listings", .alsoUnderToyLayer)
struct ListingTests {
  private var configuration: MockServer.Configuration {
    .init(clock: { FileTime(year: 2024, month: 6, day: 1) })
  }

  @Test func listLooksLikeUnix() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      let listing = try client.text("LIST")
      #expect(
        listing == """
          -rw-r--r--   1 ftp      ftp                 78 May 17 09:30 README.txt\r
          -rw-r--r--   1 ftp      ftp                  0 Feb 29  2000 empty.txt\r
          -rw-r--r--   1 ftp      ftp                 19 May 17 09:30 gr\u{FC}\u{DF}e.txt\r
          drwxr-xr-x   2 ftp      ftp                  0 May 17 09:30 incoming\r
          -rw-r--r--   1 ftp      ftp                 33 May 17 09:30 notes.txt\r
          drwxr-xr-x   2 ftp      ftp                  0 May 17 09:30 pub\r
          -rw-r--r--   1 ftp      ftp                 21 May 17 09:30 with space.txt\r

          """)
      #expect(try client.text("LIST pub/hello.txt").hasSuffix(" pub/hello.txt\r\n"))
      #expect(try client.text("LIST -la pub").contains("64MiB.bin"))
      #expect(try client.text("LIST pub/nothing") == "")
    }
  }

  @Test func namesCanBeUsedAsTheyStand() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.text("NLST pub") == "pub/64MiB.bin\r\npub/deep\r\npub/hello.txt\r\npub/nothing\r\n")
      #expect(try client.text("NLST /pub/deep/er/") == "/pub/deep/er/still.txt\r\n")
      #expect(try client.text("NLST notes.txt") == "notes.txt\r\n")
      try client.send("CWD pub/deep")
      #expect(try client.text("NLST") == "er\r\n")
      #expect(try client.text("NLST ..").hasPrefix("../64MiB.bin\r\n"))
    }
  }

  @Test func machineListingsCarryFacts() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      let lines = try client.text("MLSD pub").split(separator: "\r\n").map(String.init)
      try #require(lines.count == 6)
      #expect(
        lines[0].hasPrefix("type=cdir;modify=20240517093000;perm=cdfelmp;unique=")
          && lines[0].hasSuffix("; /pub"))
      #expect(
        lines[1].hasPrefix("type=pdir;modify=20240517093000;perm=celmp;unique=") && lines[1].hasSuffix("; /"))
      #expect(
        lines[2].hasPrefix("type=file;size=67108864;modify=20240517093000;perm=adfrw;unique=")
          && lines[2].hasSuffix("; 64MiB.bin"))
      #expect(lines[3].hasPrefix("type=dir;modify=20240517093000;perm=cdfelmp;unique="))
      let reply = try client.send("MLST notes.txt")
      #expect(reply.code == 250)
      #expect(reply.text.contains("\n type=file;size=33;modify=20240517093000;perm=adfrw;unique="))
      #expect(reply.text.contains("; /notes.txt\nEnd"))
      #expect(try client.send("MLST").text.contains("; /\nEnd"))
      #expect(try client.send("MLST nosuch").code == 550)
    }
  }

  @Test func permissionsAreThoseOfTheUser() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server, user: "anonymous", password: "x")
      #expect(try client.send("MLST README.txt").text.contains("perm=r;"))
      #expect(try client.send("MLST pub").text.contains("perm=el;"))
      #expect(try client.send("MLST incoming").text.contains("perm=celmp;"))
    }
  }

  @Test func theClientChoosesTheFacts() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      #expect(
        try client.send("FEAT").text.contains("\n MLST type*;size*;modify*;perm*;unique*;create;UNIX.mode;\n")
      )
      #expect(try client.send("OPTS MLST SIZE;Type;x.nosuch;").text == "MLST OPTS type;size;")
      #expect(
        try client.send("FEAT").text.contains("\n MLST type*;size*;modify;perm;unique;create;UNIX.mode;\n"))
      #expect(try client.send("MLST notes.txt").text.contains("\n type=file;size=33; /notes.txt\n"))
      #expect(try client.send("OPTS MLST unix.mode;create;").text == "MLST OPTS create;UNIX.mode;")
      #expect(
        try client.send("MLST notes.txt").text.contains(
          "\n create=20240517093000;UNIX.mode=0644; /notes.txt\n"))
      #expect(try client.send("OPTS MLST size;type;").code == 200)
      for bad in ["size", "size;;", "si ze;", ";", "size;type"] {
        #expect(try client.send("OPTS MLST \(bad)").code == 501)
      }
      #expect(try client.send("MLST notes.txt").text.contains("\n type=file;size=33; /notes.txt\n"))
      #expect(try client.send("OPTS MLST").text == "MLST OPTS")
      // Without the type, the directory could not be distinguished from its contents.
      #expect(try client.text("MLSD pub/deep") == " er\r\n")
      #expect(try client.send("OPTS MLST type;").code == 200)
      #expect(
        try client.text("MLSD pub/deep") == "type=cdir; /pub/deep\r\ntype=pdir; /pub\r\ntype=dir; er\r\n")
      #expect(try client.text("MLSD /").hasPrefix("type=cdir; /\r\ntype=file; README.txt\r\n"))
    }
  }

  @Test func statListsOnTheControlConnection() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("STAT").code == 211)
      let directory = try client.send("STAT pub")
      #expect(directory.code == 212)
      #expect(directory.text.contains("64MiB.bin"))
      #expect(try client.send("STAT notes.txt").code == 213)
      #expect(try client.send("STAT nosuch").code == 550)
    }
  }

  @Test func listingsDoNotTouchTheType() throws {
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
      #expect(try client.send("SIZE notes.txt").text == "33")
    }
  }
}
