import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPMockServer

@Suite("Tests can ask what a server has received, or wait for it", .queueing, .endsWhenItHangs)
struct ReceivedCommandTests {
  @Test func commandsAreFoundByVerbAndPattern() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      for line in ["retr pub/nosuch.txt", "RETR [x]?.txt", "RETR", "NOOP", "CWD pub", "CWD /"] {
        try client.send(line)
      }
      #expect(server.received("RETR") && server.received("retr", times: 3))
      #expect(server.received("RETR", matching: "pub/*", times: 1))
      #expect(server.received("RETR", matching: "*.txt", times: 2))
      #expect(server.received("RETR", matching: "[x]?.txt") && server.received("RETR", matching: "*?.txt"))
      #expect(server.received("RETR", matching: "", times: 1) && server.received("NOOP", matching: ""))
      #expect(!server.received("RETR", matching: "nosuch.txt") && !server.received("STOR"))
      #expect(server.received("STOR", times: 0) && !server.received("CWD", times: 1))
      #expect(server.received("PASS", matching: "????", times: 1))
      #expect(!server.received("PASS", matching: "secret"))
      #expect(server.receivedCommands("CWD").map(\.argument) == ["pub", "/"])
      #expect(server.receivedCommands("CWD", matching: "p*").map(\.session) == [1])
      #expect(server.receivedCommands("CWD").count { $0.session == 1 } == 2)
      #expect(!server.receivedCommands.contains { $0.session == 2 })
      let times = server.receivedCommands.map(\.time)
      #expect(times == times.sorted() && times.allSatisfy { $0 >= .zero })
    }
  }

  @Test(arguments: [true, false])
  func waitsForWhatIsStillToCome(isRecorded: Bool) async throws {
    try await withMockServer(.init(recording: isRecorded ? RecordingLimits() : nil)) { server in
      let client = Task.detached {
        var client = try TestClient.loggedIn(server)
        for _ in 1...3 { try client.send("CWD pub") }
        try client.send("CWD /")
        try client.write("QUIT\r\n")
        return try client.rest().map(\.code)
      }
      let third = try await server.waitForCommand("CWD", count: 3, within: .patience)
      #expect(third.argument == "pub" && third.session == 1)
      let last = try await server.waitForCommand("CWD", matching: "/", within: .patience)
      #expect(last.time >= third.time)
      try await server.waitUntil(within: .patience) {
        $0.sessionCount == 0 && $0.received("QUIT")
      }
      #expect(try await client.value == [221])
      // What has already arrived is returned at once, however short the time.
      #expect(try await server.waitForCommand("CWD", within: .zero).argument == "pub")
      #expect(try await server.waitForCommand("CWD", count: -5, within: .zero).argument == "pub")
    }
  }

  @Test func aCommandWakesCallersThatWait() async throws {
    try await withMockServer(.init(recording: nil)) { server in
      let wait = Task { try await server.waitForCommand("CWD", count: 2, within: .seconds(3600)) }
      while server.core.events.waiterCount == 0 { await Task.yield() }
      var client = try TestClient.loggedIn(server)
      for path in ["pub", "/"] { try client.send("CWD \(path)") }
      #expect(try await wait.value.argument == "/")
      // The session continues, so its end did not wake the waiting task.
      #expect(try client.send("NOOP").code == 200)
      #expect(server.core.events.waiterCount == 0)
    }
  }

  @Test func blocksOnRequest() throws {
    try withMockServer { server in
      try BlockingThread.start {
        do {
          var client = try TestClient.loggedIn(server)
          _ = try client.upload("STOR new.txt", Array("new\r\n".utf8))
        } catch { Issue.record(error) }
      }
      let command = try server.waitForCommand("STOR", matching: "*.txt", within: .patience)
      #expect(command.description == "STOR new.txt")
      try server.waitUntil(within: .patience) {
        $0.tree.bytes(of: "new.txt") == Array("new\n".utf8) && $0.sessionCount == 0
      }
    }
  }

  @Test func saysWhatCameInstead() async throws {
    try await withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("CWD pub")
      let error = #expect(throws: MockServer.WaitError.self) {
        try server.waitForCommand("STOR", matching: "*.iso", count: 2, within: .milliseconds(1))
      }
      #expect(
        error?.description == "STOR *.iso for the 2th time did not come within 1 ms; the last commands were: "
          + "USER ftpraw, PASS ****, CWD pub")
      await #expect(throws: MockServer.WaitError.self) {
        try await server.waitUntil(within: .zero) { $0.sessionCount == 7 }
      }
    }
  }

  @Test func doesNotOutliveTheServer() async throws {
    let server = try MockServer.start()
    async let command = server.waitForCommand("STOR", within: .seconds(3600))
    server.beginToStop()
    do {
      _ = try await command
      Issue.record("there was no such command")
    } catch let error as MockServer.WaitError {
      #expect(error.isServerEnded)
      #expect(
        error.description == "STOR did not come before the server ended; the last commands were: none")
    }
    #expect(throws: MockServer.WaitError.self) { try server.waitForCommand("USER", within: .seconds(3600)) }
  }

  @Test func endsWhenItsTaskIsCancelled() async throws {
    try await withMockServer { server in
      let wait = Task { try await server.waitForCommand("STOR", within: .seconds(3600)) }
      wait.cancel()
      await #expect(throws: CancellationError.self) { try await wait.value }
    }
  }

  @Test func hundredsWaitAtOnce() async throws {
    try await withMockServer { server in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...50 {
          group.addTask {
            let name = "d\(number)"
            return try await server.waitForCommand("MKD", matching: name, within: .patience).session
          }
        }
        var client = try TestClient.loggedIn(server)
        for number in 1...50 { #expect(try client.send("MKD d\(number)").code == 257) }
        #expect(try await group.reduce(0, +) == 50)
      }
    }
  }
}
