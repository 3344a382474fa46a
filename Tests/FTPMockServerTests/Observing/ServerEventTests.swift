import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite(
  "Listeners get all events of a server, in order", .alsoUnderToyLayer, .endsWhenItHangs)
struct ServerEventTests {
  /// Logs in, downloads a file, sends QUIT and waits for the end.
  private func visit(_ server: MockServer) throws {
    var client = try TestClient.loggedIn(server)
    #expect(try client.text("RETR notes.txt").hasPrefix("line one"))
    try client.write("QUIT\r\n")
    #expect(try client.rest().map(\.code) == [221])
  }

  /// All events of one session in a few words.
  private func words(_ events: [ServerEvent], _ session: Int) -> [String] {
    events.filter { $0.session == session }.compactMap { event in
      switch event.content {
      case .mark(.controlOpened): "opened"
      case .command(let line, _): String(decoding: line.bytes.prefix(4), as: UTF8.self).uppercased()
      case .reply(let reply, _, _): "\(reply.code)"
      case .mark(.dataOpened): "data"
      case .mark(.dataClosed(_, let closing)): "closed \(closing.byteCount ?? 0)"
      case .mark(.controlClosed(let end)): end == .byServer ? "ended" : "\(end)"
      case .verdict(let verdict): "\(verdict)"
      case .unfinishedReply, .stateChanged, .data, .mark: nil
      }
    }
  }

  private static let story = [
    "opened", "220", "USER", "331", "PASS", "230", "EPSV", "229", "RETR", "150", "data", "closed 36", "226",
    "QUIT", "221", "ended",
  ]

  @Test(arguments: [true, false])
  func everyListenerHearsEverySession(isRecorded: Bool) async throws {
    let configuration = MockServer.Configuration(recording: isRecorded ? RecordingLimits() : nil)
    let server = try MockServer.start(configuration)
    let streams = [server.events(), server.events()]
    let listeners = streams.map { stream in
      Task { await stream.reduce(into: [ServerEvent]()) { $0.append($1) } }
    }
    for _ in 1...3 { try visit(server) }
    await BlockingThread.run { server.stop() }
    let heard = [await listeners[0].value, await listeners[1].value]
    #expect(heard[0] == heard[1])
    for session in 1...3 {
      #expect(words(heard[0], session) == Self.story)
      let times = heard[0].filter { $0.session == session }.map(\.time)
      #expect(times == times.sorted())
    }
    #expect(heard[0].map(\.number) == Array(1...UInt64(heard[0].count)))
    #expect(server.transcripts.count == (isRecorded ? 3 : 0))
    // A server that has stopped has no more events.
    for await event in server.events() { Issue.record("\(event)") }
  }

  @Test func theObserverOfTheConfigurationHearsItToo() async throws {
    let heard = Guarded<[Int]>([])
    let server = try MockServer.start(
      .init(observer: { session, _ in heard.withLock { $0.append(session) } }))
    let stream = server.events()
    try visit(server)
    await BlockingThread.run { server.stop() }
    #expect(await stream.reduce(0) { count, _ in count + 1 } == heard.withLock { $0.count })
  }

  @Test func whoIsTooSlowLosesTheOldestAndCanTell() async throws {
    let server = try MockServer.start()
    let slow = server.events(limit: 5)
    let all = server.events()
    try visit(server)
    await BlockingThread.run { server.stop() }
    let heard = await all.reduce(into: [ServerEvent]()) { $0.append($1) }
    #expect(heard.count > 20)
    #expect(await slow.reduce(into: [ServerEvent]()) { $0.append($1) } == heard.suffix(5))
  }

  @Test func whoIsNoLongerInterestedIsForgotten() async throws {
    try await withMockServer { server in
      for _ in 1...100 { _ = server.events() }
      #expect(server.core.events.listenerCount == 0)
      #expect(!server.core.events.hasListeners)
      for _ in 1...3 {
        let stream = server.events()
        try visit(server)
        for await event in stream {
          #expect(event.number > 0)
          break
        }
      }
      let listener = Task {
        for await _ in server.events() {}
      }
      listener.cancel()
      await listener.value
      #expect(server.core.events.listenerCount == 0)
      try visit(server)
    }
  }

  @Test func aServerThatNobodyHoldsEndsItsStreams() async throws {
    func stream() throws -> ServerEvents { try MockServer.start().events() }
    for await event in try stream() { Issue.record("\(event)") }
  }

  @Test func theLastOfAllSessionsEndsThem() async throws {
    let server = try MockServer.start(.init(limits: .init(totalSessions: 2)))
    let stream = server.events()
    for _ in 1...2 { try visit(server) }
    let events = await stream.reduce(into: [ServerEvent]()) { $0.append($1) }
    #expect(words(events, 2) == Self.story)
  }

  @Test func violationsOfAllSessionsAreCounted() throws {
    try withMockServer(.init(limits: .init(keptConversations: 1))) { server in
      try visit(server)
      #expect(server.clientViolations == [])
      for _ in 1...3 {
        var client = try TestClient.loggedIn(server)
        for line in ["RNTO a", "RNTO a", "PASV x"] { try client.send(line) }
        try client.write("QUIT\r\n")
        _ = try client.rest()
      }
      let found = server.clientViolations
      let rename = try #require(found.first)
      #expect(rename.requirement == "959:4.1.3:rnto-after-rnfr")
      #expect(rename.count == 6 && rename.firstSession == 2)
      #expect(
        rename.description.hasPrefix(
          "959:4.1.3:rnto-after-rnfr: 6 times, first in session 2: expected RNFR before RNTO; received RNTO"))
      #expect(found.allSatisfy { $0.count % 3 == 0 && $0.firstSession == 2 })
      #expect(server.transcripts.count == 1)
    }
    try withMockServer(.init(recording: nil)) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("RNTO a")
      #expect(server.clientViolations == [])
    }
  }
}
