import FTPCaptures
import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRecording
import FTPTransport
import TestSupport
import Testing

/// One conversation, recorded by the client, by a proxy in between, and by a capture.
///
/// Each scenario is played twice, once directly and once through the proxy, so that the proxy's own connections do not
/// change what the client sees.
@Suite("All sources of events give the same marks and verdicts", .timeLimit(.minutes(2)))
struct EventSourceTests {
  /// What each side does, and what every source must record.
  struct Scenario: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var server: @Sendable (inout Peer, SocketAddress) throws -> Void
    var client: @Sendable (RawFTPClient) async throws -> Void
    var marks: [ConversationMark]
    var verdicts: [RequirementID] = []
  }

  static let scenarios = [
    Scenario(
      testDescription: "refused data and a 425",
      server: { peer, silent in
        try peer.admit()
        try peer.answer("PASV", "227 \(Peer.text(silent))")
        // A client that cannot connect to the address does not ask for the file; through the proxy, it connects to the
        // proxy.
        if try peer.hearLine() == "QUIT" { return try peer.say("221 Bye.\r\n") }
        try peer.say("425 No data connection.\r\n")
        try peer.answer("QUIT", "221 Bye.")
      },
      client: { client in
        try await client.send("USER me")
        _ = try? await client.passive(.pasv, "RETR f").finish()
        try await client.send("QUIT")
      }, marks: [.dataRefused(.first)]),
    Scenario(
      testDescription: "a client that closes its half of the control connection",
      server: { peer, _ in
        try peer.admit()
        _ = try peer.hearEnd()
        try peer.say("421 Why do you go?\r\n")
      },
      client: { client in
        try await client.send("USER me")
        try await client.halfClose()
        _ = try? await client.nextReply()
      }, marks: [.controlHalfClosed(by: .client)]),
  ]

  /// What a source has recorded.
  struct Told: Equatable {
    var marks: [ConversationMark]
    var verdicts: [RequirementID]

    init(_ transcript: Transcript) {
      marks = transcript.unusualMarks
      verdicts = transcript.events.compactMap { event in
        if case .verdict(let verdict) = event.content { verdict.requirement } else { nil }
      }
    }
  }

  @Test(arguments: scenarios)
  func tellTheSame(scenario: Scenario) async throws {
    let silent = try SilentPort()
    let address = SocketAddress.loopbackIPv4(port: silent.number)
    let own = try await withPeer { peer in
      try scenario.server(&peer, address)
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await scenario.client(client)
      client.close()
      return client.transcript
    }
    let proxied = try await withPeer { peer in
      try scenario.server(&peer, address)
    } _: { upstream in
      let sessions = Guarded<[RecordingProxy.Session]>([])
      let proxy = try RecordingProxy.start(
        RecordingProxy.Configuration(upstreamHost: upstream.host, upstreamPort: upstream.port)
      ) { session in sessions.withLock { $0.append(session) } }
      let client = try await RawFTPClient.connect(to: proxy.address)
      let result: Result<Void, any Error>
      do { result = .success(try await scenario.client(client)) } catch { result = .failure(error) }
      client.close()
      await BlockingThread.run { proxy.stop() }
      try result.get()
      return try #require(sessions.withLock { $0.first?.transcript })
    }
    var importer = CaptureImporter()
    try importer.append(own.capture())
    try importer.finish()
    let captured = try #require(importer.conversations.first?.transcript)

    let expected = Told(own)
    #expect(expected.marks == scenario.marks)
    #expect(expected.verdicts == scenario.verdicts)
    #expect(Told(proxied) == expected, "the proxy")
    #expect(Told(captured) == expected, "the capture")
    // Kept until here, so that nothing else listens on that port.
    _ = silent.number
  }
}
