import FTPTransport
import TestSupport
import Testing

#if os(Linux)
  /// Linux does not answer connections to a listener whose queue is full: it drops their SYN.
  private func withSilentListener(_ body: (SocketAddress) throws -> Void) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0), backlog: 0)
    let first = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    try body(first.peerAddress)
  }
#endif

@Suite("Blocking calls end at the deadline and when they are cancelled", .queueing)
struct WaitingTests {
  @Test("A silent peer", arguments: Loopback.allCases, [ReadOrder.tryFirst, .waitFirst])
  func silentPeer(loopback: Loopback, order: ReadOrder) throws {
    try loopback.withPair { client, server in
      var buffer = [UInt8](repeating: 0, count: 8)
      let error = #expect(throws: TransportError.self) {
        _ = try client.read(into: &buffer, deadline: .after(.milliseconds(5)), order: order)
      }
      #expect(error?.isTimeout == true)
      #expect(error?.description == "cannot read from \(client.peerAddress): timed out after 5 ms")
      // Available bytes are read although the deadline has passed.
      try server.write([1, 2])
      _ = try client.wait(for: .readable, deadline: .test)
      #expect(try client.read(into: &buffer, deadline: .after(.zero), order: order) == 2)
    }
  }

  @Test("No client connects")
  func silentAccept() throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let error = #expect(throws: TransportError.self) {
      _ = try listener.accept(deadline: .after(.milliseconds(1)))
    }
    #expect(
      error?.description
        == "cannot accept a connection on \(listener.localAddress): timed out after 1 ms")
  }

  #if os(Linux)
    @Test("A listener that does not answer")
    func silentListener() throws {
      try withSilentListener { address in
        let error = #expect(throws: TransportError.self) {
          _ = try TCPConnection.connect(
            to: [address, address], deadline: .after(.milliseconds(20)), name: "silent:21")
        }
        #expect(error?.isTimeout == true)
        guard case .attempts(let attempts) = error?.cause else {
          Issue.record("both addresses should have had their share of the time: \(error as Any)")
          return
        }
        #expect(attempts.count == 2)
        guard case .timedOut(let share) = attempts[0].cause else {
          Issue.record("\(attempts[0])")
          return
        }
        #expect(share <= .milliseconds(10))
      }
    }

    @Test("Connecting is cancelled from another thread")
    func cancelConnect() throws {
      try withSilentListener { address in
        let wakeUp = WakeUp()
        try BlockingThread.start { wakeUp.signal() }
        let error = #expect(throws: TransportError.self) {
          _ = try TCPConnection.connect(to: address, deadline: .test, wakeUp: wakeUp)
        }
        #expect(error?.cause == .cancelled)
        #expect(error?.description == "cannot connect to \(address): cancelled")
      }
    }
  #endif

  @Test("A signal stays set until it is reset, and comes before available bytes")
  func sticky() throws {
    let wakeUp = WakeUp()
    try Loopback.ipv4.withPair(clientWakeUp: wakeUp) { client, server in
      try server.write([1])
      _ = try server.wait(for: .writable, deadline: .test)
      wakeUp.signal()
      wakeUp.signal()
      #expect(wakeUp.isSignalled)
      var buffer = [UInt8](repeating: 0, count: 8)
      for order in [ReadOrder.tryFirst, .waitFirst] {
        let error = #expect(throws: TransportError.self) {
          _ = try client.read(into: &buffer, deadline: .test, order: order)
        }
        #expect(error?.isCancelled == true)
      }
      #expect(throws: TransportError.self) { try client.write([1], deadline: .test) }
      #expect(throws: TransportError.self) { _ = try client.writeAvailable(buffer.span) }
      wakeUp.reset()
      wakeUp.reset()
      #expect(!wakeUp.isSignalled)
      #expect(try client.read(into: &buffer, deadline: .test, order: .waitFirst) == 1)
    }
  }

  @Test(
    "Reading, writing and accepting are cancelled from another thread",
    arguments: ["read", "write", "accept"])
  func cancelled(call: String) async throws {
    let wakeUp = WakeUp()
    let started = WakeUp()
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let error = BlockingThread.run { () -> TransportError? in
      do throws(TransportError) {
        let client = try TCPConnection.connect(to: address, deadline: .test, wakeUp: wakeUp)
        let server = try listener.accept(deadline: .test)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        started.signal()
        switch call {
        case "read": _ = try client.read(into: &bytes, deadline: .test)
        case "write": while true { try client.write(bytes, deadline: .test) }
        default: _ = try listener.accept(deadline: .test, wakeUp: wakeUp)
        }
        _ = server.descriptor
        return nil
      } catch {
        return error
      }
    }
    while !started.isSignalled { await Task.yield() }
    wakeUp.signal()
    #expect(await error?.cause == .cancelled)
    #expect(await error?.step.rawValue == call)
  }

  @Test("Closing both directions wakes a reader")
  func shutdownWakes() async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let client = Shared(try TCPConnection.connect(to: listener.localAddress, deadline: .test))
    async let count = BlockingThread.run { () throws(TransportError) -> Int in
      var buffer = [UInt8](repeating: 0, count: 8)
      return try client.connection.read(into: &buffer, deadline: .test)
    }
    client.connection.shutdownBoth()
    #expect(try await count == 0)
  }
}

/// A connection that two threads use.
final class Shared: Sendable {
  let connection: TCPConnection
  init(_ connection: consuming TCPConnection) { self.connection = connection }
}
