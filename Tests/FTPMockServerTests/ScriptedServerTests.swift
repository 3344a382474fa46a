import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@Suite("A scripted server follows its script", .queueing)
struct ScriptedServerTests {
  @Test func playsAConversation() throws {
    let server = try ScriptedServer.start { session in
      try session.say("220-Two\r\n220 lines.\r\n")
      #expect(try session.hear(verb: "USER") == "x")
      try session.say("230 We", "lcome\r\n")
      #expect(try session.hearLine() == "QUIT")
      try session.say("221 Bye.\r\n")
      #expect(try session.hearLine() == nil)
    }
    do {
      var client = try TestClient(server.address)
      #expect(try client.reply().text == "Two\nlines.")
      #expect(try client.send("USER x").text == "Welcome")
      #expect(try client.send("QUIT").code == 221)
    }
    let outcomes = server.finish()
    #expect(outcomes.map { $0.failure == nil } == [true])
    #expect(outcomes.first?.received == Array("USER x\r\nQUIT\r\n".utf8))
  }

  private static func failure(_ outcomes: [ScriptedServer.Outcome]) -> String? {
    outcomes.first?.failure.map { "\($0)" }
  }

  @Test func aLineThatWasNotExpectedEndsTheScript() throws {
    let server = try ScriptedServer.start { session in
      try session.hear("USER x")
      try session.say("230 In.\r\n")
    }
    var client = try TestClient(server.address)
    try client.write("NOOP\r\n")
    #expect(try client.rest().isEmpty)
    #expect(Self.failure(server.finish()) == "expected USER x, heard 'NOOP'")
  }

  @Test(arguments: [("", "expected USER, heard the end"), ("USER", "an unfinished line: 'USER'")])
  func aClientThatClosesEndsTheScript(sent: String, failure: String) throws {
    let server = try ScriptedServer.start { session in _ = try session.hear(verb: "USER") }
    do {
      var client = try TestClient(server.address)
      try client.write(sent)
      try client.shutdownWrite()
    }
    #expect(Self.failure(server.finish()) == failure)
  }

  @Test func passiveData() throws {
    let server = try ScriptedServer.start { session in
      let listener = try session.answerPASV()
      let data = try listener.accept(deadline: session.deadline)
      try data.write(Array("ab".utf8), deadline: session.deadline)
      data.close()
      try session.say("226 Sent.\r\n")
    }
    var client = try TestClient(server.address)
    let data = try client.connect(try client.send("PASV"))
    #expect(try TestClient.readToEnd(data) == Array("ab".utf8))
    #expect(try client.reply().code == 226)
    #expect(Self.failure(server.finish()) == nil)
  }

  @Test func activeData() throws {
    let server = try ScriptedServer.start { session in
      let target = try session.answerPORT()
      let data = try TCPConnection.connect(to: target, deadline: session.deadline)
      data.reset()
      try session.keepSilent()
    }
    var client = try TestClient(server.address)
    let listener = try client.active(.port)
    let data = try listener.accept(deadline: client.patience)
    #expect(throws: TransportError.self) { while try TestClient.readToEnd(data).count >= 0 {} }
    #expect(Self.failure(server.stop()) == nil)
  }

  @Test func endsTheControlConnectionEitherWay() throws {
    let server = try ScriptedServer.start { session in
      if session.number == 1 { return try session.say("22") }
      #expect(try session.hearSegment() == Array("abc".utf8))
      session.reset()
    }
    var first = try TestClient(server.address)
    #expect(try first.rest().isEmpty)
    var second = try TestClient(server.address)
    try second.write("abc")
    #expect(throws: TransportError.self) { _ = try second.rest() }
    #expect(server.finish().allSatisfy { $0.failure == nil })
  }

  @Test func silenceLastsUntilTheServerStops() throws {
    let heard = WakeUp()
    let server = try ScriptedServer.start { session in
      #expect(try session.hearLine() == "anybody there?")
      heard.signal()
      try session.keepSilent()
    }
    var client = try TestClient(server.address)
    try client.write("anybody there?\r\n")
    heard.wait(client.patience)
    #expect(server.outcomes.first?.isOver == false)
    server.stop()
    #expect(try client.rest().isEmpty)
    #expect(server.outcomes.first?.isOver == true)
  }
}
