import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

/// A transfer that the server ends with 451, while it leaves the data connection open.
struct RefusedTransfer: Sendable, CustomTestStringConvertible {
  /// Where the reply comes.
  enum Place: String, CaseIterable {
    case withThePreliminary, whenNothingMoves, afterData
  }

  let command: String
  let mode: RealServer.Mode
  let place: Place

  var testDescription: String { "\(command), \(mode), \(place)" }
  var verb: Verb { Verb(bytes: command.utf8.prefix { $0 != 0x20 }) }

  static let modes: [RealServer.Mode] = [.pasv, .epsv, .port, .eprt]

  static let all: [RefusedTransfer] = ["RETR x", "LIST", "NLST", "MLSD", "STOR x", "APPE x", "STOU"].flatMap {
    command in
    modes.flatMap { mode in Place.allCases.map { Self(command: command, mode: mode, place: $0) } }
  }

  /// What the server does.
  var rule: String {
    let end = "delay 1m, close data"
    let text = verb == .stou ? "FILE: x" : "Opening."
    switch place {
    case .withThePreliminary: return "\(verb) -> raw \"150 \(text)\\r\\n451 Broken.\\r\\n\", delay 1m"
    case .whenNothingMoves: return "\(verb) -> 150 \"\(text)\", open data, delay 1ms, 451 \"Broken.\", \(end)"
    case .afterData:
      return
        "\(verb) -> 150 \"\(text)\", \(verb.sendsData ? "open data" : "10 bytes"), delay 20ms, 451 \"Broken.\", \(end)"
    }
  }

  /// Carries it out, and expects that it ends at once, with the reply, and that nobody is blamed.
  func check(_ client: RawFTPClient) async throws {
    do {
      let transfer = try await mode.begin(client, command)
      if verb.sendsData {
        try await transfer.writePieces { $0.count }
      } else {
        let bytes = try await transfer.readWhatComes()
        #expect(bytes.count == (place == .afterData ? 10 : 0))
        #expect(try await transfer.read().isEmpty)
      }
      #expect(await !transfer.isOpen)
      #expect(!transfer.endedAtEndOfFile)
      #expect(try await transfer.end().line == "451 Broken.")
      let error = await failure { try await transfer.finish() }
      guard case .unexpectedReply? = error else { throw Unexpected(error) }
    } catch FTPClientError.unexpectedReply(let reply, _, _) where place == .withThePreliminary {
      // No server connects after it has refused.
      #expect(mode == .port || mode == .eprt)
      #expect(reply.line == "451 Broken.")
    }
    #expect(client.verdicts.isEmpty, "\(client.transcript)")
    #expect(client.transcript.description.split(separator: "451 Broken.").count == 2, "\(client.transcript)")
    client.close()
  }
}

@Suite(
  "A failure that the server reports while the data connection stays open ends the transfer at once",
  .alsoUnderToyLayer, .queueing, .endsWhenItHangs)
struct RefusedTransferTests {
  @Test(arguments: RefusedTransfer.all)
  func inTheClear(transfer: RefusedTransfer) async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.script = try Script(parsing: transfer.rule)
    try await withMockServer(configuration) { server in
      try await transfer.check(try await RawFTPClient.loggedIn(server))
    }
  }

  @Test func aWriteThatIsRefusedThrows() async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.script = try Script(parsing: "STOR -> 150, open data, 552 \"Full.\", delay 1m, close data")
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let upload = try await client.passive(.epsv, "STOR x")
      let error = await failure {
        while true { try await upload.write([UInt8](repeating: 7, count: 1 << 20)) }
      }
      guard case .unexpectedReply(let reply, "STOR", _)? = error else { throw Unexpected(error) }
      #expect(reply.line == "552 Full.")
      #expect(client.transcript.description.contains("reset by the client"))
      client.close()
    }
  }

  /// An upload waits for its source, not for the connection.
  @Test(arguments: [0, 10])
  func nothingComesFromTheSource(count: Int) async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.script = try Script(parsing: "STOR -> 150, open data, 552 \"Full.\", delay 1m, close data")
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let upload = try await client.passive(.epsv, "STOR x")
      let pipe = try #require(Platform.makePipe())
      let reading = Descriptor(owning: pipe.reading)
      let writing = Descriptor(owning: pipe.writing)
      let bytes = [UInt8](repeating: 7, count: count)
      #expect(bytes.withUnsafeBytes { Platform.write(pipe.writing, $0) } == count)
      let written = try await upload.writePieces(awaiting: pipe.reading) { buffer in
        buffer.withUnsafeMutableBytes { max(0, Platform.read(pipe.reading, $0)) }
      }
      #expect(written == 0 || written == count)
      #expect(try await upload.end().line == "552 Full.")
      client.close()
      reading.close()
      writing.close()
    }
  }

  /// The conversation continues after it.
  @Test(arguments: ["RETR x", "STOR x"], [false, true])
  func theNextCommandIsAnswered(command: String, inOneSegment: Bool) async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      if inOneSegment {
        try peer.answer(command, "150 Opening.\r\n550 Broken.")
      } else {
        try peer.answer(command, "150 Opening.")
        try peer.say("550 Broken.\r\n")
      }
      try peer.answer("NOOP", "200 OK")
      _ = data.peerAddress
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let transfer = try await client.passive(.pasv, command)
      if command == "RETR x" {
        #expect(try await transfer.readToEnd().isEmpty)
      } else {
        try await transfer.writePieces { $0.count }
      }
      #expect(try await transfer.end().code == 550)
      #expect(try await client.send("NOOP").code == 200)
      #expect(client.verdicts.isEmpty)
      #expect(await client.untakenReplies.isEmpty)
    }
  }

  /// Another call reads the reply for which the transfer waits.
  @Test func aReplyThatAnotherCallReads() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      try peer.answer("RETR x", "150 Opening.")
      try peer.answer("STAT", "211 Sending x.\r\n451 Broken.")
      try peer.answer("NOOP", "200 OK")
      _ = data.peerAddress
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let transfer = try await client.passive(.pasv, "RETR x")
      async let bytes = transfer.readToEnd()
      #expect(try await client.send("STAT").code == 211)
      #expect(try await bytes.isEmpty)
      #expect(try await transfer.end().code == 451)
      #expect(try await client.send("NOOP").code == 200)
    }
  }
}

@Suite(
  "The same under TLS", .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"), .queueing,
  .endsWhenItHangs)
struct RefusedTransferTLSTests {
  @Test(
    arguments: RefusedTransfer.all.filter { $0.mode != .pasv && $0.mode != .port },
    [ClientTLS.Version.tls12, .tls13])
  func underTLS(transfer: RefusedTransfer, version: ClientTLS.Version) async throws {
    guard Thoroughness.includes("\(transfer.testDescription) \(version)", oneIn: 4) else { return }
    var configuration = MockServer.Configuration.testing()
    configuration.tls = try ServerTLS(.explicit, .server(.selfSigned(for: ["127.0.0.1"])))
    configuration.script = try Script(parsing: transfer.rule)
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.connect(to: server.address) {
        $0.tls.isInsecure = true
        $0.tls.maximumVersion = version
      }
      try await client.secure()
      try await client.login("tester", password: "opensesame")
      try await client.protect(.private)
      try await transfer.check(client)
    }
  }
}

@Suite(
  "A success that the server reports early does not end the data", .alsoUnderToyLayer, .endsWhenItHangs)
struct EarlySuccessTests {
  @Test(arguments: [
    "RETR -> 150, 3 bytes, 226, delay 20ms, 4 bytes, close data",
    "RETR -> raw \"150 Opening.\\r\\n226 Done.\\r\\n\", 3 bytes, delay 20ms, 4 bytes, close data",
    "RETR -> 150, open data, 226, delay 20ms, 7 bytes, close data",
  ])
  func allDataIsRead(script: String) async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.script = try Script(parsing: script)
    try await withMockServer(configuration) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let transfer = try await client.passive(.epsv, "RETR x")
      #expect(try await transfer.readToEnd().count == 7)
      #expect(try await transfer.finish().code == 226)
      #expect(client.verdicts.isEmpty, "\(client.transcript)")
    }
  }

  @Test func theEndOfTheControlConnectionDoesNotEndTheData() async throws {
    let isGone = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try peer.control.shutdownWrite()
      isGone.send()
      try data.write(Array("all of it".utf8))
      data.closeData()
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let transfer = try await client.passive(.pasv, "RETR x")
      await isGone.wait()
      #expect(try await transfer.readToEnd() == Array("all of it".utf8))
      let error = await failure { try await transfer.finish() }
      guard case .closedByServer? = error else { throw Unexpected(error) }
    }
  }

  @Test func afterTheEndOfTheControlConnectionNothingIsAwaitedForLong() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      try peer.answer("RETR x", "150 Opening.")
      try peer.control.shutdownWrite()
      try isOver.waitBlocking()
      _ = data.peerAddress
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.admitted(to: address) { $0.timeouts.abort = .milliseconds(1) }
      let transfer = try await client.passive(.pasv, "RETR x")
      let error = await failure { try await transfer.readToEnd() }
      guard case .closedByServer? = error else { throw Unexpected(error) }
    }
  }
}
