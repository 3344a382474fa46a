import FTPProtocol
import FTPTransport
import Testing

@testable import FTPMockServer

@Suite("A scripted server does what its script says")
struct ScriptedServerTests {
  @Test func playsAConversation() throws {
    let server = try ScriptedServer.start([
      .reply("220-Two", "220 lines."), .expect("USER"), .send("230 We", "lcome\r\n"), .expect(),
      .reply("221 Bye."),
    ])
    var client = try TestClient(server.address)
    #expect(try client.reply().text == "Two\nlines.")
    #expect(try client.send("USER x").text == "Welcome")
    #expect(try client.send("QUIT").code == 221)
    #expect(try client.rest().isEmpty)
    let sessions = server.finish()
    #expect(sessions.map(\.texts) == [["USER x", "QUIT"]])
    #expect(sessions.map(\.failure) == [nil])
    #expect(sessions.first?.received == Array("USER x\r\nQUIT\r\n".utf8))
  }

  @Test func aLineThatWasNotExpectedEndsTheScript() throws {
    let server = try ScriptedServer.start([.expect("USER"), .reply("230 In.")])
    var client = try TestClient(server.address)
    try client.write("NOOP\r\n")
    #expect(try client.rest().isEmpty)
    #expect(server.finish().first?.failure == "step 1: expected 'USER', received 'NOOP'")
  }

  @Test func aClientThatClosesEndsTheScript() throws {
    let server = try ScriptedServer.start([.expect("USER")])
    do {
      let client = try TestClient(server.address)
      try client.shutdownWrite()
    }
    #expect(
      server.finish().first?.failure
        == "step 1: expected a line that begins with 'USER', the connection ended")
  }

  @Test func passiveDataWithPlaceholders() throws {
    let server = try ScriptedServer.start([
      .listenData, .reply("227 Here ({data:hostport}).", "229 Or here (|||{data:port}|)"), .acceptData,
      .sendData("a", "b"), .closeData, .reply("226 Sent."), .listenData, .reply("229 (|||{data:port}|)"),
      .acceptData, .receiveData, .closeData, .reply("226 Received."),
    ])
    var client = try TestClient(server.address)
    let first = try client.reply()
    let second = try client.reply()
    #expect(
      try HostPort.read(reply: first.text.utf8).value.port
        == ExtendedAddress.read(reply: second.text.utf8).value.port)
    #expect(try TestClient.readToEnd(try client.connect(second)) == Array("ab".utf8))
    #expect(try client.reply().code == 226)
    let data = try client.connect(try client.reply())
    try data.write(Array("up".utf8))
    data.close()
    #expect(try client.reply().code == 226)
    #expect(server.finish().first?.receivedData == Array("up".utf8))
  }

  @Test(arguments: [TestClient.SetUp.port, .eprt])
  func activeData(setUp: TestClient.SetUp) throws {
    let server = try ScriptedServer.start([
      .expect(), .reply("200 Ok."), .connectData, .sendData("x"), .resetData, .silence,
    ])
    var client = try TestClient(server.address)
    let listener = try client.active(setUp)
    let data = try listener.accept(deadline: client.patience)
    #expect(throws: TransportError.self) { while try TestClient.readToEnd(data).count >= 0 {} }
    #expect(server.stop().first?.failure == nil)
  }

  @Test func endsTheControlConnectionEitherWay() throws {
    let server = try ScriptedServer.start(scripts: [
      [.send("22"), .closeControl], [.expectBytes(3), .resetControl],
    ])
    var first = try TestClient(server.address)
    #expect(try first.rest().isEmpty)
    var second = try TestClient(server.address)
    try second.write("abc")
    #expect(throws: TransportError.self) { _ = try second.rest() }
    #expect(server.finish().map(\.failure) == [nil, nil])
  }

  @Test func silenceLastsUntilTheServerStops() throws {
    let server = try ScriptedServer.start([.silence])
    var client = try TestClient(server.address)
    try client.write("anybody there?\r\n")
    while server.sessions.first?.received.count != 16 {}
    #expect(server.sessions.first?.isOver == false)
    server.stop()
    #expect(try client.rest().isEmpty)
    #expect(server.sessions.first?.isOver == true)
  }
}
