import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("MFMT, MFCT, MFF and SITE set what MLST and LIST show", .alsoUnderToyLayer)
struct FactCommandTests {
  struct Row: Sendable, CustomStringConvertible {
    let command: String
    let reply: String
    var facts: String? = nil

    init(_ command: String, _ reply: String, _ facts: String? = nil) {
      (self.command, self.reply, self.facts) = (command, reply, facts)
    }

    var description: String { command }
  }

  @Test(arguments: [
    Row(
      "MFMT 20020717210715 notes.txt", "213 Modify=20020717210715; notes.txt",
      "modify=20020717210715;create=20020717210715;UNIX.mode=0644;"),
    Row(
      "MFMT 20300717210715 notes.txt", "213 Modify=20300717210715; notes.txt",
      "modify=20300717210715;create=20240517093000;UNIX.mode=0644;"),
    Row("MFMT 20020717210715.75 notes.txt", "213 Modify=20020717210715; notes.txt"),
    Row("mfmt 20240229235959 with space.txt", "213 Modify=20240229235959; with space.txt"),
    Row("MFMT 20020717210715 /pub", "213 Modify=20020717210715; /pub"),
    Row("MFMT 20230229000000 notes.txt", "501 modify cannot have that value."),
    Row("MFMT 2002071721071 notes.txt", "501 modify cannot have that value."),
    Row("MFMT 20020717210715", "501 A time and a pathname are needed."),
    Row("MFMT 20020717210715 nosuch", "550 No such file or directory."),
    Row("MFMT notes.txt", "501 A time and a pathname are needed."),
    Row(
      "MFCT 20020717212230 notes.txt", "213 Create=20020717212230; notes.txt",
      "modify=20240517093000;create=20020717212230;UNIX.mode=0644;"),
    // A file cannot be created after it was changed, and the reply shows what was set.
    Row(
      "MFCT 20300717212230 notes.txt", "213 Create=20240517093000; notes.txt",
      "modify=20240517093000;create=20240517093000;UNIX.mode=0644;"),
    Row(
      "MFF create=20010718012845;modify=20020718012845; notes.txt",
      "213 Create=20010718012845;Modify=20020718012845; notes.txt",
      "modify=20020718012845;create=20010718012845;UNIX.mode=0644;"),
    Row("MFCT 20021317212230 notes.txt", "501 create cannot have that value."),
    Row(
      "MFF UNIX.mode=600;create=20020718012845; notes.txt",
      "213 UNIX.mode=0600;Create=20020718012845; notes.txt",
      "modify=20240517093000;create=20020718012845;UNIX.mode=0600;"),
    Row("MFF modify=20020718012845; notes.txt", "213 Modify=20020718012845; notes.txt"),
    Row("MFF UNIX.mode=4755; notes.txt", "213 UNIX.mode=0755; notes.txt"),
    Row("MFF UNIX.mode=888; notes.txt", "501 UNIX.mode cannot have that value."),
    Row(
      "MFF Modify=20020718012845;UNIX.owner=7;X.mood=good; notes.txt",
      "504 Not implemented: UNIX.owner X.mood.", "modify=20240517093000;create=20240517093000;UNIX.mode=0644;"
    ),
    Row("MFF notes.txt", "501 Facts, each with a semicolon, a space and a pathname are needed."),
    Row("MFF Modify=20020718012845;", "501 Facts, each with a semicolon, a space and a pathname are needed."),
    Row("MFF Modify=20020718012845; nosuch", "550 No such file or directory."),
    Row(
      "SITE CHMOD 640 notes.txt", "200 Mode changed.",
      "modify=20240517093000;create=20240517093000;UNIX.mode=0640;"),
    Row("site chmod 0400 with space.txt", "200 Mode changed."),
    Row("SITE CHMOD u+x notes.txt", "501 An octal mode and a pathname are needed."),
    Row("SITE CHMOD 640", "501 An octal mode and a pathname are needed."),
    Row("SITE CHMOD 640 nosuch", "550 No such file or directory."),
    Row(
      "SITE UTIME 200207172107 notes.txt", "200 Time changed.",
      "modify=20020717210700;create=20020717210700;UNIX.mode=0644;"),
    Row("SITE UTIME 20020717210715 with space.txt", "200 Time changed."),
    Row(
      "SITE UTIME notes.txt 20010101000000 20020202000000 20030303000000 UTC", "200 Time changed.",
      "modify=20020202000000;create=20020202000000;UNIX.mode=0644;"),
    Row("SITE UTIME with space.txt 20010101000000 20020202000000 20030303000000 UTC", "200 Time changed."),
    Row("SITE UTIME notes.txt 20010101000000 x 20030303000000 UTC", "501 A time and a pathname are needed."),
    Row("SITE UTIME notes.txt", "501 A time and a pathname are needed."),
    Row("SITE UTIME 20020717210715 nosuch", "550 No such file or directory."),
  ])
  func oneCommand(row: Row) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let reply = try client.send(row.command)
      #expect("\(reply.code) \(reply.text)" == row.reply)
      if let facts = row.facts {
        #expect(try client.send("OPTS MLST modify;create;UNIX.mode;").code == 200)
        #expect(try client.send("MLST notes.txt").text.contains("\n \(facts) /notes.txt\n"))
      }
      #expect(server.verdicts == [])
    }
  }

  @Test func listingsShowIt() throws {
    try withMockServer(.init(clock: { FileTime(year: 2024, month: 6, day: 1) })) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MFF Modify=20240531070809;UNIX.mode=751; notes.txt").code == 213)
      #expect(
        try client.text("LIST notes.txt")
          == "-rwxr-x--x   1 ftp      ftp                 33 May 31 07:08 notes.txt\r\n")
      #expect(try client.send("MDTM notes.txt").text == "20240531070809")
      // A file that is stored again keeps its mode, as on Unix, and its creation time.
      #expect(try client.upload("STOR notes.txt", [0x61]).code == 226)
      #expect(
        try client.text("LIST notes.txt").hasPrefix(
          "-rwxr-x--x   1 ftp      ftp                  1 Jun  1 00:00 "))
    }
  }

  @Test func onlyWhoMayChangeTheFile() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server, user: "anonymous", password: "x")
      for command in [
        "MFMT 20020717210715 notes.txt", "MFF UNIX.mode=600; notes.txt", "SITE CHMOD 600 notes.txt",
        "SITE UTIME 20020717210715 notes.txt", "MFCT 20020717210715 /",
      ] {
        #expect(try client.send(command).code == 550)
      }
      var stranger = try TestClient(server.address)
      #expect(try stranger.reply().code == 220)
      #expect(try stranger.send("SITE CHMOD 600 notes.txt").code == 530)
    }
  }

  @Test func helpAndFeatures() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let features = try client.send("FEAT").text
      for line in [
        "AVBL", "CLNT", "CSID", "HASH SHA-512;SHA-256*;SHA-1;MD5;CRC32", "HOST", "LANG EN*", "MFCT",
        "MFF modify;create;UNIX.mode;", "MFMT", "RANG STREAM", "REST STREAM", "UTF8",
      ] {
        #expect(features.contains("\n \(line)\n"), "\(line)")
      }
      #expect(try client.send("SITE HELP").text.contains("\n CHMOD\n UTIME\n IDLE\n"))
      #expect(try client.send("SITE HELP chmod").text.hasPrefix("SITE CHMOD mode path: "))
      #expect(try client.send("HELP SITE IDLE").text.hasPrefix("SITE IDLE"))
      #expect(try client.send("SITE HELP x").code == 501)
      #expect(
        try client.send("HELP MFMT").text
          == "MFMT time path: Sets the modification time of a file. Needs a login.")
      #expect(try client.send("HELP RNTO").text.hasSuffix("Needs a login, RNFR directly before."))
      #expect(try client.send("HELP RETR").text.hasSuffix("Needs a login, a data connection."))
      #expect(try client.send("HELP SMNT").code == 502)
      #expect(try client.send("SMNT x").code == 502)
      #expect(server.verdicts == [])
    }
  }

  @Test func idleTime() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("SITE IDLE").text == "The session ends after 300 idle seconds, at most 7200.")
      #expect(try client.send("SITE IDLE 7200").code == 200)
      #expect(try client.send("SITE IDLE").text.contains(" 7200 idle"))
      for bad in ["0", "7201", "-1", "x", "99999999999999999999"] {
        #expect(try client.send("SITE IDLE \(bad)").code == 501)
      }
    }
  }

  @Test func withoutSomeCommands() throws {
    try withMockServer(.init(disabledVerbs: [.mlst, .mlsd, .epsv, .hash, "XPWD"])) { server in
      var client = try TestClient.loggedIn(server)
      let features = try client.send("FEAT").text
      #expect(!features.contains("MLST") && !features.contains("EPSV") && features.contains("EPRT"))
      #expect(try client.send("EPSV").code == 502)
      #expect(try client.send("HASH notes.txt").code == 502)
      #expect(try client.send("OPTS MLST size;").code == 501)
      #expect(try !client.send("HELP").text.contains("MLSD"))
    }
  }
}
