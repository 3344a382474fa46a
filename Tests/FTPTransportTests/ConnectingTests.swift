import FTPTransport
import TestSupport
import Testing

@Suite("Connecting tries every address and says why each failed", .queueing)
struct ConnectingTests {
  /// Addresses on which nothing listens: connections use the ports, so that no other test gets them.
  static func withRefusing(
    _ loopback: Loopback, _ body: (SocketAddress, SocketAddress) throws -> Void
  ) throws {
    try loopback.withPair { first, _ in
      try loopback.withPair { second, _ in try body(first.localAddress, second.localAddress) }
    }
  }

  @Test("Nothing listens", arguments: Loopback.allCases)
  func refused(loopback: Loopback) throws {
    try Self.withRefusing(loopback) { address, _ in
      let error = #expect(throws: TransportError.self) {
        _ = try TCPConnection.connect(to: address, deadline: .test)
      }
      #expect(error?.isRefused == true)
      #expect(error?.step == .connect)
      #expect(error?.cause == .system(.connectionRefused))
      #expect(error?.description == "cannot connect to \(address): Connection refused")
    }
  }

  @Test("Nothing listens on any of several addresses")
  func allRefused() throws {
    try Self.withRefusing(.ipv4) { first, second in
      let error = #expect(throws: TransportError.self) {
        _ = try TCPConnection.connect(to: [first, second], deadline: .test, name: "host:21")
      }
      #expect(error?.isRefused == true)
      #expect(
        error?.description
          == "cannot connect to host:21: \(first): Connection refused; \(second): Connection refused")
    }
  }

  @Test("The second address answers")
  func secondAnswers() throws {
    try Self.withRefusing(.ipv4) { address, _ in
      let listener = try TCPListener(on: .loopbackIPv4(port: 0))
      let connection = try TCPConnection.connect(to: [address, listener.localAddress], deadline: .test)
      #expect(connection.peerAddress == listener.localAddress)
    }
  }

  @Test("No address at all")
  func noAddress() throws {
    let error = #expect(throws: TransportError.self) {
      _ = try TCPConnection.connect(to: [SocketAddress](), deadline: .test, name: "host:21")
    }
    #expect(error?.description == "cannot connect to host:21: no address")
    #expect(error?.isRefused == false)
    #expect(error?.isTimeout == false)
  }

  @Test("A host and a port", arguments: [("localhost", true), ("127.0.0.1", false)])
  func host(name: String, isName: Bool) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let port = listener.localAddress.port
    let connection = try TCPConnection.connect(
      toHost: name, port: port, family: .ipv4, deadline: .test)
    #expect(connection.peerAddress == listener.localAddress)
  }

  @Test("The caller chooses the local address", arguments: Loopback.allCases)
  func local(loopback: Loopback) throws {
    try loopback.require()
    let listener = try TCPListener(on: loopback.any)
    var isTaken = true
    // A port that was just released, unless another process was faster.
    while isTaken {
      let local = try TCPListener(on: loopback.any).localAddress
      isTaken = try Self.isTaken(local, by: listener)
    }
  }

  /// Connects from a local address and checks it; true if another process has taken that address.
  private static func isTaken(_ local: SocketAddress, by listener: borrowing TCPListener) throws -> Bool {
    let result = Result { () throws(TransportError) in
      Handle(try TCPConnection.connect(to: listener.localAddress, from: local, deadline: .test))
    }
    switch result {
    case .failure(let error) where error.cause == .system(.addressInUse): return true
    case .failure(let error): throw error
    case .success(let connected):
      #expect(connected.connection.localAddress == local)
      #expect(try listener.accept(deadline: .test).peerAddress == local)
      return false
    }
  }

  /// A connection that can be stored in a `Result`.
  private final class Handle: Sendable {
    let connection: TCPConnection
    init(_ connection: consuming TCPConnection) { self.connection = connection }
  }

  @Test("A local address that is not ours is refused at the step of binding")
  func foreignLocal() throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let local = try #require(SocketAddress(host: "198.51.100.1", port: 0))
    let error = #expect(throws: TransportError.self) {
      _ = try TCPConnection.connect(to: listener.localAddress, from: local, deadline: .test)
    }
    #expect(error?.step == .bind)
    #expect(error?.cause == .system(.addressNotAvailable))
  }

  @Test("A taken port is refused", arguments: Loopback.allCases)
  func taken(loopback: Loopback) throws {
    try loopback.require()
    let listener = try TCPListener(on: loopback.any)
    let error = #expect(throws: TransportError.self) { _ = try TCPListener(on: listener.localAddress) }
    #expect(error?.cause == .system(.addressInUse))
    #expect(error?.description.hasSuffix("\(listener.localAddress): Address already in use") == true)
  }

  @Test("A listener on every IPv6 address takes IPv4 when asked to")
  func dualStack() throws {
    try Loopback.ipv6.require()
    let listener = try TCPListener(on: .anyIPv6(port: 0), acceptsIPv4: true)
    let connection = try TCPConnection.connect(
      to: .loopbackIPv4(port: listener.localAddress.port), deadline: .test)
    let accepted = try listener.accept(deadline: .test)
    #expect(accepted.peerAddress == connection.localAddress)
    #expect(!accepted.peerAddress.isIPv6)
  }
}
