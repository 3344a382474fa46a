import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

/// The judge follows every session of the server, so a test only needs to make the server answer.
@Suite("Whatever a client does, the judge finds nothing against the server", .alsoUnderToyLayer)
struct ConformanceTests {
  @Test(arguments: TestClient.SetUp.allCases)
  func transfers(setUp: TestClient.SetUp) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      for type in ["A", "I"] {
        try client.send("TYPE \(type)")
        for command in ["LIST", "NLST", "MLSD", "RETR notes.txt", "RETR empty.txt", "LIST pub/nothing"] {
          #expect(try client.download(command, setUp).final.code == 226)
        }
        for command in ["STOR a", "APPE a", "STOU"] {
          #expect(try client.upload(command, Array("one\r\ntwo\r\n".utf8), setUp: setUp).code == 226)
        }
        try client.send("REST 2")
        #expect(try client.download("RETR a", setUp).final.code == 226)
        try client.send("REST 2")
        #expect(try client.upload("STOR a", Array("x".utf8), setUp: setUp).code == 226)
      }
      try client.write("QUIT\r\n")
      #expect(try client.rest().map(\.code) == [221])
      #expect(server.verdicts == [])
    }
  }

  @Test(arguments: [
    "ABOR", "NOOP\r\nABOR", "STAT\r\nABOR", "STAT", "QUIT", "STAT\r\nQUIT", "NOOP\r\nSTAT",
    "PASV\r\nABOR\r\nQUIT",
  ])
  func interruptions(commands: String) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      let data = try client.passive()
      #expect(try client.send("RETR pub/64MiB.bin").code == 150)
      try client.write(commands + "\r\n")
      _ = try TestClient.readUntilCut(data)
      if !commands.hasSuffix("QUIT") { try client.write("QUIT\r\n") }
      #expect(try client.rest().last?.code == 221)
      let found = server.verdicts.filter { $0.party != .client }
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test func idleTimeOutAndShutdown() throws {
    try withMockServer(.init(timeouts: .init(idle: .milliseconds(5)))) { server in
      var client = try TestClient(server.address)
      #expect(try client.rest().map(\.code) == [220, 421])
      #expect(server.verdicts == [])
    }
    let server = try MockServer.start()
    var client = try TestClient.loggedIn(server)
    server.stop()
    #expect(try client.rest().map(\.code) == [421])
    #expect(server.verdicts == [])
  }

  @Test func transcriptsShowBothChannelsWithoutSecrets() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      _ = try client.text("RETR pub/hello.txt")
      #expect(try client.upload("STOR new", Array("up\r\n".utf8)).code == 226)
      try client.write("QUIT\r\n")
      _ = try client.rest()
      let text = server.transcripts.first?.description ?? ""
      #expect(text.contains("C> PASS ****\n"))
      #expect(!text.contains("PASS secret"))
      #expect(text.contains("D> hello\\r\\n\n"))
      #expect(text.contains("D< up\\r\\n\n"))
      #expect(text.contains("S> 221 Goodbye.\n"))
    }
  }

  @Test func theClientsViolationsAreSeen() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("RNTO x").code == 530)
      #expect(server.verdicts.contains { $0.party == .client })
    }
  }
}
