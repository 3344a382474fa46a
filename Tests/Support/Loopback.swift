import FTPTransport
import Testing

/// The address families to test with; IPv6 only if the machine has it.
package enum Loopback: String, CaseIterable, CustomTestStringConvertible {
  case ipv4 = "IPv4"
  case ipv6 = "IPv6"

  package var testDescription: String { rawValue }

  /// A loopback address with a port that the system chooses.
  package var any: SocketAddress { self == .ipv4 ? .loopbackIPv4(port: 0) : .loopbackIPv6(port: 0) }

  /// Whether it is possible to listen there.
  ///
  /// This is for tests that cannot cancel themselves.
  package var isThere: Bool { (try? TCPListener(on: any)) != nil }

  /// Skips the test, visibly, if the machine does not have this family.
  package func require() throws {
    if !isThere { try Test.cancel("this machine has no \(rawValue) loopback") }
  }

  /// Runs `body` with both ends of a connection: the one that connected and the one that was accepted.
  package func withPair(
    clientWakeUp: WakeUp? = nil, serverWakeUp: WakeUp? = nil,
    _ body: (borrowing TCPConnection, borrowing TCPConnection) throws -> Void
  ) throws {
    try require()
    let listener = try TCPListener(on: any)
    let client = try TCPConnection.connect(
      to: listener.localAddress, deadline: .test, wakeUp: clientWakeUp)
    let server = try listener.accept(deadline: .test, wakeUp: serverWakeUp)
    try body(client, server)
  }
}

extension Deadline {
  /// Long enough for any machine, but short enough that a run does not hang forever.
  package static var test: Deadline { .after(.patience) }
}

extension TCPConnection {
  /// Reads exactly this many bytes, or fewer at the end.
  package func readBytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if try read(appendingTo: &bytes, limit: count - bytes.count, deadline: .test) == 0 { break }
    }
    return bytes
  }

  /// Reads until the end.
  package func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(appendingTo: &bytes, deadline: .test) > 0 {}
    return bytes
  }
}

extension String {
  package var bytes: [UInt8] { Array(utf8) }
}
