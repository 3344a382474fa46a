import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import Synchronization
import TestSupport
import Testing
import ToyLayer

@Suite("Commands reach the server exactly as they were given", .alsoUnderToyLayer, .endsWhenItHangs)
struct SendingTests {
  /// Greets, reads one segment, answers it, and returns it.
  private func received(
    after body: @escaping (RawFTPClient) async throws -> Void
  ) async throws -> [UInt8] {
    let bytes = Segments()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      bytes.append(try peer.hearSegment())
      try peer.say("200 Fine.\r\n")
    } _: { address in
      try await body(try await RawFTPClient.connect(to: address))
    }
    return bytes.all.flatMap { $0 }
  }

  @Test(arguments: ["SYST", "", " ", "NOOP  two  blanks ", "CWD a\tb\u{0}c", "RETR grüße", "no such command"])
  func aLineGetsItsLineEndAndNothingElse(line: String) async throws {
    #expect(try await received { try await $0.send(line) } == Array(line.utf8) + [0x0D, 0x0A])
  }

  @Test func bytesOfAnyEncodingPass() async throws {
    let line = Array("CWD ".utf8) + (0...255).filter { $0 != 0x0A && $0 != 0x0D }
    #expect(try await received { try await $0.send(bytes: line) } == line + [0x0D, 0x0A])
  }

  @Test func aTypedCommandDoublesTheTelnetByte() async throws {
    let command = Command(.cwd, bytes: [0x61, 0xFF, 0x62])
    #expect(
      try await received { try await $0.send(command) }
        == Array("CWD a".utf8) + [0xFF, 0xFF] + Array("b\r\n".utf8))
  }

  @Test(arguments: ["SYST\r\nQUIT", "SYST\n", "\r", "SYST\r\n"])
  func aLineBreakIsRefusedBeforeAnythingIsSent(line: String) async throws {
    let bytes = try await received { client in
      let errors = [
        await failure { try await client.send(line) },
        await failure { try await client.send(bytes: Array(line.utf8)) },
        await failure { try await client.send(Command("CWD", line)) },
      ]
      for error in errors {
        guard case .lineBreakInCommand? = error else { throw Unexpected(error) }
        #expect(error?.endsConversation == false)
      }
      try await client.send("NOOP")
    }
    #expect(bytes == Array("NOOP\r\n".utf8))
  }

  @Test func rawSegmentsLeaveOneByOne() async throws {
    let segments = [
      Array("SY".utf8), Array("S".utf8), Array("T\r".utf8), Array("\nNOOP\r\nPW".utf8), [0xFF], [],
    ]
    let received = Segments()
    let heard = (0..<5).map { _ in Signal() }
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for signal in heard {
        received.append(try peer.hearSegment())
        signal.send()
      }
      try peer.say("215 UNIX\r\n200 OK\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      for (segment, signal) in zip(segments, heard) {
        try await client.write(segment)
        await signal.wait()
      }
      #expect(try await client.nextReply().code == 215)
      #expect(try await client.nextReply().code == 200)
    }
    #expect(received.all == Array(segments.dropLast()))
  }

  @Test func severalSegmentsOfOneCallStayInOrder() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for _ in 0..<2 { try peer.answer("NOOP", "200 OK") }
      try peer.answer("SYST", "215 UNIX")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.write(Array("NO".utf8), Array("OP\r\nNOOP\r".utf8), Array("\nSYST\r\n".utf8))
      var codes: [ReplyCode] = []
      for _ in 0..<3 { codes.append(try await client.nextReply().code) }
      #expect(codes == [200, 200, 215])
    }
  }

  @Test func aServerThatDoesNotReadIsGivenUp() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try isOver.waitBlocking()
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.connect(to: address, { $0.timeouts.write = .milliseconds(1) })
      let error = await failure {
        try await client.write([UInt8](repeating: 0x41, count: 32 << 20))
      }
      #expect(error?.description == "cannot write to \(address): timed out after 1 ms")
    }
  }

  @Test func nothingIsSentThatWasNotAskedFor() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      guard try peer.hearEnd().isEmpty else { throw Peer.Surprise(description: "something was sent") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      client.close()
      let error = await failure { try await client.send("NOOP") }
      guard case .notConnected? = error else { throw Unexpected(error) }
      #expect(client.state == .closed)
    }
  }
}

/// Byte arrays that are collected on one thread and read on another.
final class Segments: Sendable {
  private let pieces = Mutex<[[UInt8]]>([])
  var all: [[UInt8]] { pieces.withLock { $0 } }
  func append(_ piece: [UInt8]) { pieces.withLock { $0.append(piece) } }
}
