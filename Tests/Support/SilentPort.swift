import FTPTransport
import Testing

extension SocketAddress {
  /// A loopback address at which no other test listens, so that a port given back there stays silent; skips the test,
  /// visibly, on a machine that has but one.
  package static func apart() throws -> SocketAddress {
    guard let address = SocketAddress(host: "127.0.0.78", port: 0), (try? TCPListener(on: address)) != nil
    else {
      try Test.cancel("this machine has no 127.0.0.78")
    }
    return address
  }
}

extension SilentPort {
  /// Holds a port of the IPv4 loopback address that the system chooses.
  package init() throws { try self.init(on: .loopbackIPv4(port: 0)) }

  /// The number of the port.
  package var number: UInt16 { localAddress.port }
}
