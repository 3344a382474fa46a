import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing
import ToyLayer

@Suite("All events are reported in order", .alsoUnderToyLayer, .endsWhenItHangs)
struct EventTests {
  @Test func theStreamIsTheTranscriptFromThereOn() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.connect(to: server.address)
      let before = client.transcript.events.count
      let stream = client.events()
      let all = Task {
        var events: [ConversationEvent] = []
        for await event in stream { events.append(event) }
        return events
      }
      let second = client.events()
      try await client.login("tester", password: "opensesame")
      let download = try await client.passive(.epsv, "RETR notes.txt")
      _ = try await download.readToEnd()
      try await download.finish()
      try await client.send("QUIT")
      client.close()
      let events = await all.value
      #expect(events == Array(client.transcript.events[before...]))
      #expect(events.map(\.time) == events.map(\.time).sorted())
      var same: [ConversationEvent] = []
      for await event in second { same.append(event) }
      #expect(same == events)
      #expect(events.last?.content.isEnd == true)
    }
  }

  @Test func aStreamOfAClosedConversationIsEmpty() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.connect(to: server.address)
      client.close()
      for await event in client.events() { Issue.record("\(event)") }
    }
  }

  @Test func whoeverStopsListeningHindersNobody() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.connect(to: server.address)
      for _ in 0..<3 {
        let stream = client.events()
        try await client.send("NOOP")
        for await event in stream {
          #expect(event.content.command == "NOOP\r\n")
          break
        }
      }
      let stream = client.events()
      try await client.send("SYST")
      client.close()
      #expect(await stream.reduce(0) { count, _ in count + 1 } >= 3)
    }
  }

  @Test func theObserverSeesEveryEventAsItHappens() async throws {
    try await withMockServer(.testing()) { server in
      let seen = Seen()
      let client = try await RawFTPClient.connect(
        to: server.address, { $0.observer = { event in seen.events.withLock { $0.append(event) } } })
      try await client.login("tester", password: "opensesame")
      let listing = try await client.active(.eprt, "LIST")
      _ = try await listing.readToEnd()
      try await listing.finish()
      client.close()
      #expect(seen.events.withLock { $0 } == client.transcript.events)
      #expect(client.transcript.omittedEvents == 0)
    }
  }

  private final class Seen: Sendable {
    let events = Mutex<[ConversationEvent]>([])
  }

  @Test func aServerThatClosesEndsTheStream() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("QUIT", "221 Bye.")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let stream = client.events()
      try await client.send("QUIT")
      let error = await failure { try await client.nextReply() }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      var last: ConversationEvent?
      for await event in stream { last = event }
      #expect(last?.content == .stateChanged(from: .closing, to: .closed))
    }
  }

  @Test func aReleasedClientEndsItsStreams() async throws {
    try await withMockServer(.testing()) { server in
      func listen() async throws -> AsyncStream<ConversationEvent> {
        try await RawFTPClient.connect(to: server.address).events()
      }
      for await _ in try await listen() {}
    }
  }

  @Test func countersCountEveryByteOfBothChannels() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write([1, 2, 3, 4, 5])
      data.close()
      try peer.say("226 Done.\r\n22")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      _ = try await download.readToEnd()
      try await download.finish()
      let error = await failure { try await client.nextReply() }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      let sent = "USER anonymous\r\nPASV\r\nRETR x\r\n"
      let text = client.transcript.events.reduce(0) { $0 + ($1.content.replyCount ?? 0) }
      #expect(client.counters.controlSent == sent.utf8.count)
      #expect(client.counters.controlReceived == text + 2)
      #expect(client.counters.downloaded == 5)
      #expect(client.counters.uploaded == 0)
    }
  }
}

extension ConversationEvent.Content {
  /// Whether this is the last change of state of a conversation.
  fileprivate var isEnd: Bool { self == .stateChanged(from: .closing, to: .closed) }

  /// The bytes of a reply.
  fileprivate var replyCount: Int? {
    guard case .reply(let reply, _, _) = self else { return nil }
    return reply.bytes.count
  }
}
