import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A script decides what happens on the data connection", .alsoUnderToyLayer)
struct ScriptDataTests {
  /// One command with a passive data connection: its replies and the received data.
  private func transfer(
    _ server: MockServer, _ command: String
  ) throws -> (codes: [Int], bytes: [UInt8], isReset: Bool) {
    var client = try TestClient.loggedIn(server)
    let data = try client.passive()
    try client.write(command + "\r\nQUIT\r\n")
    var bytes: [UInt8] = []
    var isReset = false
    do {
      while try data.read(appendingTo: &bytes, deadline: client.patience) > 0 {}
    } catch {
      isReset = error.isPeerGone
    }
    return (try client.rest().map { Int($0.code.rawValue) }, bytes, isReset)
  }

  @Test(arguments: [
    ("RETR *.iso → 150, then 200 KiB, then 426 and close", [150, 426], 204_800),
    ("RETR -> 125, 3 bytes, data \"abc\", 250", [125, 250, 221], 6),
    ("RETR -> 150, data \"abc\" 70 times, data \"{argument}\" 2 times and 226", [150, 226, 221], 220),
    ("RETR -> 150, 3 bytes, 226, close data", [150, 226, 221], 3),
    ("RETR -> 150, 3 bytes, 226, 4 bytes, 426", [150, 226, 426, 221], 7),
    ("RETR -> 150, close data, 226", [150, 226, 221], 0), ("RETR -> 0 bytes, 226", [226, 221], 0),
    ("RETR -> 150, 1 byte, raw \"226 a\", delay 1ms, raw \"ll\\r\\n\"", [150, 226, 221], 1),
    ("RETR -> 150, 2 bytes, delay 1ms, 3 bytes, delay 1ms, 451", [150, 451, 221], 5),
    ("RETR -> 150, 2 bytes, 226, drip 1 0s", [150, 226, 221], 2),
    ("RETR -> 150, open data, close data, 226 and close", [150, 226], 0),
    ("RETR x.iso -> obey, 226", [550, 226, 221], 0), ("RETR -> 425, close data", [425, 221], 0),
    ("RETR -> 150, 1 MiB and 425", [150, 425, 221], 1 << 20),
  ])
  func movesWhatTheRuleSays(script: String, codes: [Int], count: Int) throws {
    try withMockServer(.scripted(script)) { server in
      let outcome = try transfer(server, "RETR x.iso")
      #expect(outcome.bytes.count == count)
      #expect(outcome.codes == codes)
    }
  }

  @Test func fillsWithThePatternOfFiles() throws {
    try withMockServer(.scripted("RETR -> 150, 300 KiB, data \"x\", 226")) { server in
      let pattern = FileContents.pattern(count: 300 << 10).bytes(at: 0, limit: 300 << 10)
      let outcome = try transfer(server, "RETR a")
      #expect(outcome.bytes == pattern + Array("x".utf8))
    }
  }

  @Test func resetsTheDataConnection() throws {
    try withMockServer(.scripted("RETR -> 150, reset data, 426\nLIST -> 150, 10 bytes, reset data, 426")) {
      server in
      for command in ["RETR a", "LIST"] {
        let outcome = try transfer(server, command)
        #expect(outcome.isReset)
        #expect(outcome.codes == [150, 426, 221])
      }
    }
  }

  @Test func obeysTheOtherCommands() throws {
    try withMockServer(.scripted("RETR *.iso -> 550\nLIST -> obey, 299")) { server in
      #expect(try transfer(server, "RETR pub/hello.txt").bytes == Array("hello\r\n".utf8))
      let outcome = try transfer(server, "LIST")
      #expect(outcome.codes == [150, 226, 299, 221])
      #expect(outcome.bytes.count > 10)
    }
  }

  @Test func replyCanComeWhileTheDataConnectionIsOpen() throws {
    try withMockServer(.scripted("RETR -> 150, 3 bytes, 226, delay 60m, close data, 299")) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("RETR a").code == 150)
      try data.handshake(deadline: client.patience)
      #expect(try client.reply().code == 226)
      // The delay keeps the data connection open until ABOR ends it.
      #expect(try client.send("ABOR").code == 299)
      #expect(try client.reply().code == 226)
      #expect(try TestClient.readToEnd(data).count == 3)
    }
  }

  @Test func opensToTheClientToo() throws {
    try withMockServer(.scripted("RETR -> 150, open data, delay 60m, 1 byte, 226")) { server in
      var client = try TestClient.loggedIn(server)
      let listener = try client.active(.port)
      #expect(try client.send("RETR a").code == 150)
      let data = try listener.acceptData(as: .client, deadline: client.patience)
      #expect(try client.send("STAT").code == 211)
      #expect(try client.send("ABOR").code == 226)
      #expect(try client.reply().code == 226)
      #expect(try TestClient.readUntilCut(data).isEmpty)
    }
  }

  @Test func takesWhatTheClientSends() throws {
    try withMockServer(.scripted("STOR -> 150, receive, 552 \"Full.\"")) { server in
      var client = try TestClient.loggedIn(server)
      let final = try client.upload("STOR new.txt", Array(repeating: 7, count: 1 << 20), [1, 2])
      #expect(final.bytes == Array("552 Full.\r\n".utf8))
      #expect(!server.tree.contains("new.txt"))
    }
  }

  @Test func givesThePortUpThatItAnnounced() throws {
    var configuration = try MockServer.Configuration.scripted("EPSV -> obey, close data")
    configuration.addresses = [try .apart()]
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      let announced = try client.send("EPSV")
      #expect(try client.send("NOOP").code == 200)
      #expect(throws: TransportError.self) { _ = try client.connect(announced) }
      #expect(try client.send("RETR notes.txt").code == 150)
      #expect(try client.reply().code == 425)
    }
  }

  @Test func reportsWhereThereIsNoDataConnection() throws {
    try withMockServer(.scripted("RETR -> 150, 3 bytes, 226, 299")) { server in
      var client = try TestClient.loggedIn(server)
      let port = try SilentPort()
      #expect(try client.send("EPRT |1|127.0.0.1|\(port.number)|").code == 200)
      #expect(try client.send("RETR a").code == 150)
      #expect(try client.reply().code == 425)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func continuesWhenTheClientDropsTheDataConnection() throws {
    try withMockServer(.scripted("RETR -> 150, 1 GiB, 226, 1 GiB, 250")) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("RETR a").code == 150)
      data.reset()
      #expect(try client.reply().code == 226)
      #expect(try client.reply().code == 250)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func aClientThatGoesEndsTheRule() throws {
    try withMockServer(.scripted("RETR -> 150, open data, delay 60m, close data, 226")) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("RETR a").code == 150)
      try client.shutdownWrite()
      #expect(try client.rest().isEmpty)
      #expect(try TestClient.readUntilCut(data).isEmpty)
    }
  }

  @Test func faultsWorkOnWhatRulesSend() throws {
    let configuration = try MockServer.Configuration.scripted(
      "RETR -> 150, 100 KiB, data \"abc\", 226", faults: "data-short=2", "code-250")
    try withMockServer(configuration) { server in
      let outcome = try transfer(server, "RETR a")
      #expect(outcome.bytes.count == (100 << 10) + 1)
      #expect(outcome.codes == [150, 250, 221])
    }
  }
}
