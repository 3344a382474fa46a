import FTPProtocol
import FTPTransport

extension SocketAddress {
  /// The host as the protocol's codecs have it, IPv4-mapped addresses as IPv4.
  var ipAddress: IPAddress {
    // A socket address has four or sixteen octets, for which the conversion always has an answer.
    (IPAddress(octets: octets) ?? .ipv4(IPv4Address(rawValue: 0))).unmapped
  }

  /// The socket address of a data address, a missing host being the one of this address.
  func resolving(_ address: DataAddress) -> SocketAddress? {
    guard let host = address.host, host != ipAddress else { return with(port: address.port) }
    return SocketAddress(octets: host.octets, port: address.port)
  }
}
