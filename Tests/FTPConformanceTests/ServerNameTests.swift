import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("The name of a server comes from its greeting")
struct ServerNameTests {
  /// Greetings of real servers, and the software name in each.
  private static let greetings: [(lines: [String], software: String?, line: Int)] = [
    (
      [
        "--------- Welcome to Pure-FTPd [privsep] [TLS] ----------", "You are user number 1 of 50 allowed.",
        "Local time is now 08:23. Server port: 24926.", "IPv6 connections are also welcome on this server.",
        "You will be disconnected after 15 minutes of inactivity.",
      ], "Pure-FTPd", 0
    ),
    (["House rules apply.", "ProFTPD Server (proftpd) [127.0.0.1]"], "ProFTPD", 1),
    (["ProFTPD 1.3.5e Server (Debian) [::ffff:192.0.2.1]"], "ProFTPD 1.3.5e", 0),
    (["(vsFTPd 3.0.3)"], "vsFTPd 3.0.3", 0),
    (["pyftpdlib 2.2.0 ready."], "pyftpdlib 2.2.0", 0),
    (["Twisted 26.10.0 FTP Server"], "Twisted 26.10.0", 0),
    (["host FTP server (Version 6.4/OpenBSD/Linux-ftpd-0.17) ready."], "Linux-ftpd-0.17", 0),
    (["localhost FTP server (GNU inetutils 2.4) ready."], "GNU inetutils 2.4", 0),
    (
      ["host GridFTP Server 13.24 (gcc64, 1653033972-1) [Grid Community Toolkit 6.2] ready."],
      "GridFTP Server 13.24", 0
    ),
    (["Welcome to Rclone v1.75.2 FTP Server"], "Rclone v1.75.2", 0),
    (["Microsoft FTP Service"], "Microsoft", 0),
    (["FileZilla Server 1.8.0"], "FileZilla Server 1.8.0", 0),
    (["FileZilla Server version 0.9.60 beta", "written by Tim Kosse"], "FileZilla Server 0.9.60", 0),
    (["router FTP server (MikroTik 6.48.6) ready"], "MikroTik 6.48.6", 0),
    (["DiskStation FTP server ready."], "DiskStation", 0),
    // Greetings that name nothing, or the site rather than the software.
    (["welcome"], nil, 0), (["Operation successful"], nil, 0), (["Service ready for new user."], nil, 0),
    (["ftp.example.org FTP server ready."], nil, 0), (["Welcome to the FTP server of the house"], nil, 0),
    (["This is a private FTP server"], nil, 0),
    (["Write to ftp-bugs@example.org, or see sftp://example.org"], nil, 0),
    (["Welcome to our FTP Server"], nil, 0), ([""], nil, 0), (["()"], nil, 0),
    (["\u{1B}[31m \u{0} ("], nil, 0), (["x-ftp" + String(repeating: "y", count: 100)], nil, 0),
  ]

  @Test(arguments: greetings.indices)
  func isFound(index: Int) {
    let (lines, software, line) = Self.greetings[index]
    let name = ServerName(in: Reply(220, lines: lines))
    #expect(name?.software == software)
    #expect((name?.line ?? 0) == line)
  }

  @Test func reportsCallItSo() {
    var facts = ServerFacts()
    facts.greeting = Reply(220, lines: Self.greetings[0].lines)
    facts.system = Reply(215, "UNIX Type: L8")
    let party = TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: facts)
    #expect(party.title == "ftp://192.0.2.1:21 (Pure-FTPd)")
    #expect(
      party.words == [
        "220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------", "215 UNIX Type: L8",
      ])
    // A server that names no software is described by its address and the last line of its greeting.
    facts.greeting = Reply(220, "Rules.", "Ready.")
    let other = TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: facts)
    #expect(other.title == "ftp://192.0.2.1:21" && other.words[0] == "220 Ready.")
  }
}
