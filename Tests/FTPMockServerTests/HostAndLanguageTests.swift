import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("HOST and LANG choose a host and a language", .alsoUnderToyLayer)
struct HostAndLanguageTests {
  @Test(
    arguments: [
      ("localhost", 220), ("LocalHost", 220), ("ftp.example.org", 220), ("FTP.EXAMPLE.ORG", 220),
      ("127.0.0.1", 220),
      ("127.0.0.2", 504), ("[::1]", 504), ("[::ffff:127.0.0.1]", 220), ("example.org", 504),
      ("xn--e1afmkfd.com", 504),
      ("127.0.0.1:21", 501), ("[::1]:21", 501), ("localhost:21", 501), ("::1", 501), ("[::1", 501),
      ("[x]", 501),
      ("-x.org", 501), ("x-.org", 501), ("x..org", 501), ("", 501), ("local host", 501),
      ("l\u{F6}calhost", 501),
      (String(repeating: "a", count: 64), 501), (String(repeating: "a.", count: 127), 501),
    ] as [(String, ReplyCode)])
  func names(name: String, code: ReplyCode) throws {
    try withMockServer(.init(hosts: ["localhost", "Ftp.Example.org"])) { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("HOST \(name)").code == code)
      // Whatever the answer, another name may follow, and then the login.
      #expect(try client.send("HOST localhost").code == 220)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("PASS secret").code == 230)
      #expect(try client.send("HOST localhost").code == 503)
      #expect(try client.send("REIN").code == 220)
      #expect(try client.send("HOST localhost").code == 220)
      #expect(server.verdicts.filter { $0.party != .client } == [])
    }
  }

  @Test func aHostBeginsTheLoginAgain() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("HOST nosuch.org").code == 504)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("HOST localhost").code == 220)
      #expect(try client.send("PASS secret").code == 503)
      #expect(try client.send("STAT").code == 530)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("PASS secret").code == 230)
      #expect(try client.send("STAT").text.contains("\n Host: localhost\n"))
    }
  }

  @Test(
    arguments: [
      ("LANG", 200), ("LANG en", 200), ("LANG EN", 200), ("LANG en-AU", 200), ("LANG de", 504),
      ("LANG eng", 504),
      ("LANG en-", 501), ("LANG 1", 501), ("LANG e n", 501), ("LANG abcdefghi", 501), ("LANG en_US", 501),
    ] as [(String, ReplyCode)])
  func languages(command: String, code: ReplyCode) throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send(command).code == code)
      #expect(try client.send("FEAT").text.contains("\n LANG EN*\n"))
      #expect(server.verdicts == [])
    }
  }
}
