import FTPTransport
import TestSupport
import Testing

@Suite("A TCP connection carries bytes both ways and closes with its owner", .queueing)
struct TCPConnectionTests {
  @Test("Bytes arrive", arguments: Loopback.allCases)
  func bytesArrive(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      try client.write("SYST\r\n".bytes, deadline: .test)
      #expect(try server.readBytes(6) == "SYST\r\n".bytes)
      try server.write("xx215 UNIX\r\n".bytes[2...], deadline: .test)
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = try client.read(into: &buffer, deadline: .test, order: .waitFirst)
      #expect(Array(buffer[..<count]) == "215 UNIX\r\n".bytes)
      #expect(client.peerAddress == server.localAddress)
      #expect(server.peerAddress == client.localAddress)
      #expect(client.peerAddress.isIPv6 == (loopback == .ipv6))
    }
  }

  @Test("More bytes than the system buffers arrive completely", arguments: Loopback.allCases)
  func manyBytesArrive(loopback: Loopback) async throws {
    try loopback.require()
    let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let listener = try TCPListener(on: loopback.any)
    let address = listener.localAddress
    async let received = BlockingThread.run { () throws -> [UInt8] in
      let client = try TCPConnection.connect(to: address, deadline: .test)
      return try client.readToEnd()
    }
    try await BlockingThread.run { [listener] () throws in
      let server = try listener.accept(deadline: .test)
      try server.write(bytes, deadline: .test)
    }
    #expect(try await received == bytes)
  }

  @Test("Available bytes are read without waiting", arguments: Loopback.allCases)
  func readsWhatIsThere(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      var buffer = [UInt8](repeating: 0, count: 4)
      #expect(try server.readAvailable(into: &buffer) == nil)
      try client.write("SYST\r\n".bytes, deadline: .test)
      _ = try server.wait(for: .readable, deadline: .test)
      #expect(try server.readAvailable(into: &buffer) == 4)
      #expect(buffer == "SYST".bytes)
      try client.shutdownWrite()
      #expect(try server.readBytes(2) == "\r\n".bytes)
      _ = try server.wait(for: .readable, deadline: .test)
      #expect(try server.readAvailable(into: &buffer) == 0)
    }
  }

  @Test("Each end closes its own direction first", arguments: Loopback.allCases, [true, false])
  func halfClose(loopback: Loopback, clientFirst: Bool) throws {
    func check(_ first: borrowing TCPConnection, _ second: borrowing TCPConnection) throws {
      try first.write("last".bytes)
      try first.shutdownWrite()
      #expect(try second.readToEnd() == "last".bytes)
      try second.write("still here".bytes)
      try second.shutdownWrite()
      #expect(try first.readToEnd() == "still here".bytes)
      #expect(throws: TransportError.self) { try writeUntilRefused(first) }
    }
    try loopback.withPair { client, server in
      if clientFirst { try check(client, server) } else { try check(server, client) }
    }
  }

  @Test("When the owner is gone, the peer reads the end", arguments: Loopback.allCases)
  func ownerGoes(loopback: Loopback) throws {
    try loopback.require()
    let listener = try TCPListener(on: loopback.any)
    var client: TCPConnection? = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    let server = try listener.accept(deadline: .test)
    let port = client?.localAddress.port
    #expect(port == server.peerAddress.port)
    client = nil
    #expect(try server.wait(for: .readable, deadline: .test).contains(.readable))
    #expect(try server.readToEnd() == [])
  }

  @Test("Bytes that can be read are counted, closed or not")
  func lastMessageIsCounted() throws {
    try Loopback.ipv4.withPair { client, server in
      try server.write("421 bye\r\n".bytes)
      try server.shutdownWrite()
      _ = try client.wait(for: .readable, deadline: .test)
      #expect(client.bytesAvailable == 9)
      #expect(try client.readToEnd() == "421 bye\r\n".bytes)
      #expect(client.bytesAvailable == 0)
    }
  }

  @Test(
    "A reset is an error that names the peer", arguments: Loopback.allCases, [ReadOrder.tryFirst, .waitFirst])
  func reset(loopback: Loopback, order: ReadOrder) throws {
    try loopback.require()
    let listener = try TCPListener(on: loopback.any)
    let client = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    try listener.accept(deadline: .test).reset()
    var buffer = [UInt8](repeating: 0, count: 8)
    let error = #expect(throws: TransportError.self) {
      _ = try client.read(into: &buffer, deadline: .test, order: order)
    }
    #expect(error?.isPeerGone == true)
    #expect(error?.description == "cannot read from \(client.peerAddress): Connection reset by peer")
  }

  @Test("A wait can cover two connections, of which the second need not exist yet")
  func waitsForEither() throws {
    try Loopback.ipv4.withPair { control, server in
      var data: TCPConnection?
      try server.write("425".bytes)
      var events = try waitForEither(control, .readable, or: data, .readable, deadline: .test)
      #expect(events.first == .readable && events.second == [])
      _ = try control.readBytes(3)

      let listener = try TCPListener(on: .loopbackIPv4(port: 0))
      let peer = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
      events = try waitForEither(control, .readable, or: listener, .readable, deadline: .test)
      #expect(events.first == [] && events.second == .readable)
      data = try listener.accept(deadline: .test)
      try peer.write([7])
      events = try waitForEither(control, .readable, or: data, .readable, deadline: .test)
      #expect(events.first == [] && events.second == .readable)
      #expect(control.ready(for: [.readable, .writable]) == .writable)
      let error = #expect(throws: TransportError.self) {
        _ = try waitForEither(control, .readable, or: listener, .readable, deadline: .after(.zero))
      }
      #expect(error?.description.contains(" or ") == true)
    }
  }

  @Test("Only bytes that fit are written without waiting")
  func writesWhatFits() throws {
    try Loopback.ipv4.withPair { client, server in
      let piece = [UInt8](repeating: 5, count: 100_000)
      var written = 0
      while true {
        let count = try client.writeAvailable(piece.span)
        if count == 0 { break }
        written += count
      }
      let error = #expect(throws: TransportError.self) {
        try client.write(piece, deadline: .after(.milliseconds(1)))
      }
      #expect(error?.cause == .timedOut(after: .milliseconds(1)))
      #expect(try server.readBytes(written).count == written)
    }
  }

  @Test("Options are accepted")
  func options() throws {
    try Loopback.ipv4.withPair { client, server in
      #expect(client.setReceiveBuffer(65_536) && client.setSendBuffer(65_536))
      #expect(server.setUrgentInline(true) && client.descriptor != server.descriptor)
    }
  }
}

/// After the peer's end, the first writes may succeed, but not all of them.
private func writeUntilRefused(_ connection: borrowing TCPConnection) throws {
  for _ in 0..<1000 { try connection.write([0], deadline: .test) }
}
