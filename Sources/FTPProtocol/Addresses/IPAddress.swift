/// The address of a host: IPv4, or IPv6 without a zone.
public enum IPAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(IPv4Address)
  /// An IPv6 address.
  case ipv6(IPv6Address)

  /// Makes an address of four or of sixteen octets; nil for any other count.
  public init?(octets: some Collection<UInt8>) {
    if octets.count == 4 {
      self = .ipv4(IPv4Address(rawValue: octets.reduce(0) { $0 << 8 | UInt32($1) }))
    } else if let address = IPv6Address(octets: octets) {
      self = .ipv6(address)
    } else {
      return nil
    }
  }

  /// The octets, four or sixteen, in the order in which they are written.
  public var octets: [UInt8] {
    switch self {
    case .ipv4(let address): address.octets
    case .ipv6(let address): address.octets
    }
  }

  /// The family, with the numbers that EPRT and LPRT use for it.
  package var family: AddressFamily {
    switch self {
    case .ipv4: .ipv4
    case .ipv6: .ipv6
    }
  }

  /// The same host with an IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) as the IPv4 address itself.
  ///
  /// A socket that serves both families shows IPv4 peers in the mapped form; compare hosts in this one.
  public var unmapped: IPAddress {
    guard case .ipv6(let address) = self, let mapped = address.mapped else { return self }
    return .ipv4(mapped)
  }

  /// True for an address that names no host: 0.0.0.0/8 and `::`.
  public var isUnspecified: Bool { holds({ $0.isUnspecified }, { $0.isUnspecified }) }

  /// True for 127.0.0.0/8 and `::1`.
  public var isLoopback: Bool { holds({ $0.isLoopback }, { $0.isLoopback }) }

  /// True for addresses that mean nothing outside their own network, link-local ones included.
  public var isPrivate: Bool { holds({ $0.isPrivate }, { $0.isPrivate }) }

  /// True for 224.0.0.0/4 and `ff00::/8`.
  public var isMulticast: Bool { holds({ $0.isMulticast }, { $0.isMulticast }) }

  /// True for 255.255.255.255.
  public var isBroadcast: Bool { holds({ $0.isBroadcast }, { _ in false }) }

  private func holds(_ four: (IPv4Address) -> Bool, _ six: (IPv6Address) -> Bool) -> Bool {
    switch unmapped {
    case .ipv4(let address): four(address)
    case .ipv6(let address): six(address)
    }
  }
}

extension IPAddress: LosslessStringConvertible {
  /// Reads either family, as ``init(text:)`` does.
  public init?(_ description: String) { self.init(text: description.utf8) }

  /// Reads dotted decimal (IPv4) or any text form of RFC 4291 (IPv6), without brackets and without a zone.
  public init?(text: some Collection<UInt8>) {
    let bytes = slice(text)
    if let address = IPv4Address(text: bytes) {
      self = .ipv4(address)
    } else if let address = IPv6Address(text: bytes) {
      self = .ipv6(address)
    } else {
      return nil
    }
  }

  /// Dotted decimal, or the canonical form of RFC 5952.
  public var description: String {
    switch self {
    case .ipv4(let address): address.description
    case .ipv6(let address): address.description
    }
  }
}
