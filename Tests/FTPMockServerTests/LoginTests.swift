import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Logging in", .alsoUnderToyLayer)
struct LoginTests {
  @Test(arguments: [
    ("USER ftpraw", 331), ("USER nobody", 331), ("PASS secret", 503), ("ACCT x", 503), ("USER", 501),
    ("USER  ftpraw", 331),
    ("PWD", 530), ("DELE x", 530), ("SYST", 215), ("NOOP", 200), ("HELP", 214), ("FEAT", 211), ("REIN", 220),
    ("QUIT", 221), ("RNTO x", 530), ("SMNT x", 502), ("XYZZY", 500), ("", 500), (" NOOP", 500), ("noop", 200),
    ("USE ftpraw", 500),
  ])
  func firstCommand(line: String, code: Int) throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send(line).code.rawValue == UInt16(code))
    }
  }

  @Test func anonymousTakesAnyPassword() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server, user: "anonymous", password: "guest@")
      #expect(try client.send("MKD new").code == 550)
      #expect(try client.send("MKD incoming/new").code == 257)
      #expect(try client.send("RMD incoming").code == 550)
      #expect(try client.send("ACCT x").code == 202)
      var other = try TestClient.loggedIn(server, user: "ftp", password: "")
      #expect(try other.send("PWD").code == 257)
    }
  }

  @Test func knownAndUnknownNamesGetTheSameAnswers() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      let known = (try client.send("USER ftpraw"), try client.send("PASS wrong"))
      let unknown = (try client.send("USER nobody"), try client.send("PASS wrong"))
      #expect(known.0 == unknown.0)
      #expect(known.1 == unknown.1)
      #expect(known.1.code == 530)
    }
  }

  @Test func theThirdWrongPasswordEndsTheSession() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      try client.write("USER a\r\nPASS b\r\nUSER a\r\nPASS b\r\nUSER a\r\nPASS b\r\nNOOP\r\n")
      #expect(try client.rest().map(\.code) == [220, 331, 530, 331, 530, 331, 421])
    }
  }

  @Test func aCommandBetweenBreaksTheLogin() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      try client.write("USER ftpraw\r\nNOOP\r\nPASS secret\r\nPWD\r\nQUIT\r\n")
      #expect(try client.rest().map(\.code) == [220, 331, 200, 503, 530, 221])
    }
  }

  @Test func aUserWithoutPasswordIsInAtOnce() throws {
    try withMockServer(.init(users: [User("open", password: .none, home: "/pub")])) { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("USER open").code == 230)
      #expect(try client.send("PWD").text.hasPrefix("\"/pub\""))
      #expect(try client.send("USER other").code == 331)
      #expect(try client.send("PWD").code == 530)
    }
  }

  @Test func reinForgetsEverything() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("CWD pub").code == 250)
      #expect(try client.send("REIN").code == 220)
      #expect(try client.send("PWD").code == 530)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("PASS secret").code == 230)
      #expect(try client.send("PWD").text.hasPrefix("\"/\""))
    }
  }

  @Test func passwordsAreNotKept() throws {
    try withMockServer { server in
      _ = try TestClient.loggedIn(server)
      #expect(server.receivedCommands.map(\.description) == ["USER ftpraw", "PASS ****"])
      #expect(server.receivedCommands(.pass).count == 1)
    }
  }
}
