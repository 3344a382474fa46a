import FTPTransport
import Testing

extension SocketAddress {
  /// A loopback address on which no other test listens, so that a released port there stays silent.
  ///
  /// The test is skipped, visibly, on a machine with only one loopback address.
  package static func apart() throws -> SocketAddress {
    guard let address = SocketAddress(host: "127.0.0.78", port: 0), (try? TCPListener(on: address)) != nil
    else {
      try Test.cancel("this machine has no 127.0.0.78")
    }
    return address
  }
}

extension SilentPort {
  /// Holds a port of the IPv4 loopback address that the system selects.
  package init() throws { try self.init(on: .loopbackIPv4(port: 0)) }

  /// The number of the port.
  package var number: UInt16 { localAddress.port }
}
