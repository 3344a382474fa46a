import FTPProtocol
import FTPTransport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Commands and closes during a transfer", .alsoUnderToyLayer)
struct InterruptionTests {
  /// Begins the download of a file that is larger than any buffer.
  private func begin(_ client: inout TestClient) throws -> TCPConnection {
    try client.send("TYPE I")
    let data = try client.passive()
    #expect(try client.send("RETR pub/64MiB.bin").code == 150)
    return data
  }

  @Test func aborEndsTheTransferAndIsAnswered() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write("ABOR\r\n")
      #expect(try client.reply().code == 426)
      #expect(try client.reply().code == 226)
      #expect(try TestClient.readUntilCut(data).count < 64 << 20)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func aborWithSynchIsUnderstood() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write([0xFF, 0xF4])
      try client.writeUrgent([0xFF, 0xF2])
      try client.write("ABOR\r\n")
      #expect(try client.reply().code == 426)
      #expect(try client.reply().code == 226)
      data.close()
      #expect(try client.send("NOOP").code == 200)
    }
  }

  /// The server may see either first; what counts is what the client did first.
  @Test func aborCountsEvenIfTheDataConnectionIsDroppedAtOnce() throws {
    try withMockServer { server in
      for _ in 0..<20 {
        var client = try TestClient.loggedIn(server)
        let data = try begin(&client)
        try client.write([0xFF, 0xF4])
        try client.writeUrgent([0xFF, 0xF2])
        try client.write("ABOR\r\n")
        data.reset()
        let cut = try client.reply()
        #expect(cut.code == 426 && cut.text == "Transfer aborted.")
        #expect(try client.reply().code == 226)
      }
    }
  }

  @Test func commandsBeforeAborAreAnsweredInOrder() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write("NOOP\r\nABOR\r\nPWD\r\n")
      var codes: [ReplyCode] = []
      for _ in 0..<4 { codes.append(try client.reply().code) }
      #expect(codes == [426, 200, 226, 257])
      data.close()
    }
  }

  @Test func aborBeforeTheDataConnectionEndsTheWait() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("EPSV").code == 229)
      #expect(try client.send("STOR never").code == 150)
      #expect(try client.send("ABOR").code == 426)
      #expect(try client.reply().code == 226)
      #expect(!server.tree.contains("never"))
    }
  }

  @Test func idleAborReleasesTheListener() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let announced = try client.send("EPSV")
      #expect(try client.send("ABOR").code == 226)
      #expect(throws: TransportError.self) { _ = try client.connect(announced) }
      #expect(try client.send("LIST").code == 150)
      #expect(try client.reply().code == 425)
    }
  }

  @Test func statIsAnsweredAtOnce() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      let status = try client.send("STAT")
      #expect(status.code == 211)
      #expect(status.text.contains("under way"))
      #expect(try TestClient.readToEnd(data).count == 64 << 20)
      #expect(try client.reply().code == 226)
    }
  }

  @Test func quitWaitsForTheTransfer() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write("QUIT\r\n")
      #expect(try TestClient.readToEnd(data).count == 64 << 20)
      #expect(try client.rest().map(\.code) == [226, 221])
    }
  }

  @Test func otherCommandsWait() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write("NOOP\r\nSTAT\r\nPWD\r\n")
      #expect(try TestClient.readToEnd(data).count == 64 << 20)
      var codes: [ReplyCode] = []
      for _ in 0..<4 { codes.append(try client.reply().code) }
      #expect(codes == [226, 200, 211, 257])
    }
  }

  @Test func closingTheControlConnectionEndsTheTransfer() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.shutdownWrite()
      #expect(try TestClient.readUntilCut(data).count < 64 << 20)
      #expect(try client.rest().isEmpty)
    }
  }

  @Test func droppingTheDataConnectionGives426() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      data.reset()
      #expect(try client.reply().code == 426)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func anUploadThatIsCutShortIsKept() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("STOR part").code == 150)
      try data.write(Array("half".utf8))
      // STAT reports the number of bytes, so this waits for them without a clock.
      while !(try client.send("STAT").text.contains(" 4 bytes")) {}
      try client.write("ABOR\r\n")
      #expect(try client.reply().code == 426)
      #expect(try client.reply().code == 226)
      #expect(server.tree.bytes(of: "part") == Array("half".utf8))
    }
  }

  @Test func aTransferThatStandsStillIsGivenUp() throws {
    try withMockServer(.init(timeouts: .init(dataIdle: .milliseconds(20)))) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("STOR slow").code == 150)
      #expect(try client.reply().code == 426)
      #expect(try TestClient.readUntilCut(data).isEmpty)
    }
  }

  @Test func aClientThatDoesNotConnectGets425() throws {
    try withMockServer(.init(timeouts: .init(dataConnection: .milliseconds(20)))) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("EPSV").code == 229)
      #expect(try client.send("RETR README.txt").code == 150)
      #expect(try client.reply().code == 425)
    }
  }

  @Test func stoppingTheServerEndsTransfersWith421() throws {
    let server = try MockServer.start()
    var sending = try TestClient.loggedIn(server)
    let down = try begin(&sending)
    var receiving = try TestClient.loggedIn(server)
    let up = try receiving.passive()
    #expect(try receiving.send("STOR x").code == 150)
    server.stop()
    #expect(try sending.rest().map(\.code) == [421])
    #expect(try receiving.rest().map(\.code) == [421])
    #expect(try TestClient.readUntilCut(down).count < 64 << 20)
    #expect(try TestClient.readUntilCut(up).isEmpty)
  }

  @Test func aFloodOfCommandsIsHeldBackNotLost() throws {
    try withMockServer(.init(limits: .init(waitingCommands: 4))) { server in
      var client = try TestClient.loggedIn(server)
      let data = try begin(&client)
      try client.write(String(repeating: "NOOP\r\n", count: 500))
      #expect(try TestClient.readToEnd(data).count == 64 << 20)
      #expect(try client.reply().code == 226)
      for _ in 0..<500 { #expect(try client.reply().code == 200) }
    }
  }
}
