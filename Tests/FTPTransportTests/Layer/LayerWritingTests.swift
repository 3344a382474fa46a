import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("A connection with a record layer writes like one without", .timeLimit(.minutes(2)))
struct LayerWritingTests {
  static let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test("A full socket accepts nothing, and later the rest in order")
  func fullSocket() throws {
    let pair = try LayerPair()
    pair.client.setSendBuffer(4096)
    pair.server.setReceiveBuffer(4096)
    var sent = 0
    var received: [UInt8] = []
    var wasFull = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while sent < Self.bytes.count {
      let rest = Self.bytes[sent...]
      let count = try pair.client.writeAvailable(rest.span)
      sent += count
      guard count == 0 else { continue }
      wasFull = true
      #expect(pair.client.ready(for: .writable) == [])
      let short = Duration.milliseconds(1)
      #expect(
        cause { _ = try pair.client.wait(for: .writable, deadline: .after(short)) } == .timedOut(after: short)
      )
      // A socket counts as writable only once a part of its buffer is free, which may be a while after the last byte
      // was read.
      while pair.client.ready(for: .writable).isEmpty {
        if let count = try pair.server.readAvailable(into: &buffer) { received += buffer[..<count] }
      }
    }
    #expect(wasFull)
    received += try pair.server.readBytes(Self.bytes.count - received.count)
    #expect(received == Self.bytes)
  }

  @Test("A write without room ends at its deadline, and the close after it is not an end in order")
  func writeDeadline() throws {
    let pair = try LayerPair()
    pair.client.setSendBuffer(4096)
    let short = Duration.milliseconds(20)
    let endless = [UInt8](repeating: 7, count: 16 << 20)
    #expect(cause { try pair.client.write(endless, deadline: .after(short)) } == .timedOut(after: short))
    let server = pair.closeClient()
    #expect(cause { _ = try server.readToEnd() } == .truncated)
  }

  @Test("One thread reads while another writes", arguments: [false, true])
  func twoThreads(handshakesFirst: Bool) async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    var client = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    var server = try listener.accept(deadline: .test)
    try client.startLayer(ToyLayer(.client, seed: 3))
    try server.startLayer(ToyLayer(.server, seed: 3))
    if handshakesFirst {
      _ = server.ready(for: .readable)
      try client.handshake(deadline: .test)
      try server.handshake(deadline: .test)
    }
    let (one, other) = (Shared(client), Shared(server))
    async let there: [UInt8] = BlockingThread.run { try other.connection.readBytes(Self.bytes.count) }
    async let back: [UInt8] = BlockingThread.run { try one.connection.readBytes(Self.bytes.count) }
    async let writing: Void = BlockingThread.run {
      try one.connection.write(Self.bytes, deadline: .test)
    }
    try await BlockingThread.run { try other.connection.write(Self.bytes, deadline: .test) }
    try await writing
    #expect(try await there == Self.bytes)
    #expect(try await back == Self.bytes)
  }

  @Test("A file goes through the layer, unless the layer allows a bypass", arguments: [false, true])
  func file(bypasses: Bool) throws {
    try Resources.withTemporaryPath { path in
      let file = try LocalFile.create(path)
      try file.write(Self.bytes)
      let reading = try LocalFile.open(path)
      let listener = try TCPListener(on: .loopbackIPv4(port: 0))
      var client = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
      var server = try listener.accept(deadline: .test)
      var layer = ToyLayer(.client, seed: 4)
      layer.mayBypass = bypasses
      try client.startLayer(layer)
      if bypasses {
        // The other end then reads what the system sends: the bytes of the file.
        #expect(try client.sendAvailable(pieceOf: reading, at: 0, limit: 5) == 5)
        #expect(try server.readBytes(12).suffix(5) == Self.bytes.prefix(5))
        return
      }
      try server.startLayer(ToyLayer(.server, seed: 4))
      #expect(try client.sendAvailable(pieceOf: reading, at: 0) == nil)
      _ = server.ready(for: .readable)
      try client.handshake(deadline: .test)
      var offset: UInt64 = 0
      var received: [UInt8] = []
      while let count = try client.sendAvailable(pieceOf: reading, at: offset), count > 0 {
        offset += UInt64(count)
        received += try server.readBytes(count)
      }
      #expect(received == Self.bytes)
    }
  }
}
