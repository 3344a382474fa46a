import FTPProtocol

/// Conversions between socket addresses and those of the protocol.
extension SocketAddress {
  /// Makes an address of a host of the protocol and a port.
  package init(_ host: IPAddress, port: UInt16, scope: UInt32 = 0) {
    switch host {
    case .ipv4(let host): self.init(ipv4: host.rawValue, port: port)
    case .ipv6(let host): self.init(high: host.high, low: host.low, port: port, scope: scope)
    }
  }

  /// The host in the form of the protocol's codecs.
  package var ipAddress: IPAddress {
    isIPv6
      ? .ipv6(IPv6Address(high: high, low: low))
      : .ipv4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: low)))
  }

  /// Host and port in the form of the protocol's codecs.
  package var dataAddress: DataAddress { DataAddress(host: ipAddress, port: port) }

  /// The family, by its number in EPRT.
  package var addressFamily: AddressFamily { isIPv6 ? .ipv6 : .ipv4 }

  /// The socket address of a data address; a missing host is replaced by the host of this address.
  package func resolving(_ address: DataAddress) -> SocketAddress {
    guard let host = address.host, host.unmapped != ipAddress else { return with(port: address.port) }
    return SocketAddress(host, port: address.port)
  }
}
