/// The address of a data connection: a host and a TCP port.
///
/// The host is nil if the peer announced only a port, as 229 does: it is then the host at the other
/// end of the control connection. An ``AddressForm`` reads and writes each of the
/// three forms of addresses.
public struct DataAddress: Hashable, Sendable {
  /// The host; nil means the peer of the control connection.
  public var host: IPAddress?
  /// The TCP port, 0 to 65535.
  ///
  /// The codecs refuse to read 0.
  public var port: UInt16

  /// Makes an address; a nil host means the peer of the control connection.
  public init(host: IPAddress?, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// True if the host is given but names no host (0.0.0.0/8, `::`).
  public var isUnspecified: Bool { host?.isUnspecified ?? false }

  /// True if the host is given and is a loopback address.
  public var isLoopback: Bool { host?.isLoopback ?? false }

  /// True if the host is given and has no meaning outside its own network.
  public var isPrivate: Bool { host?.isPrivate ?? false }

  /// True if the host is given and is a multicast address.
  public var isMulticast: Bool { host?.isMulticast ?? false }
}

extension DataAddress: LosslessStringConvertible {
  /// Reads the form that ``description`` writes: `192.0.2.1:20`, `[2001:db8::1]:20`, or `:20` for no host.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard let colon = bytes.lastIndex(of: 0x3A) else { return nil }
    let digits = bytes[(colon + 1)...]
    guard digits.count <= 5, let port = digits.decimal(as: UInt16.self) else { return nil }
    let name = bytes[..<colon]
    if name.isEmpty {
      self.init(host: nil, port: port)
    } else if name.first == 0x5B, name.last == 0x5D, name.count > 2 {
      guard let address = IPv6Address(text: name.dropFirst().dropLast()) else { return nil }
      self.init(host: .ipv6(address), port: port)
    } else {
      guard let address = IPv4Address(text: name) else { return nil }
      self.init(host: .ipv4(address), port: port)
    }
  }

  /// Host and port joined by a colon, an IPv6 host in brackets, and nothing for a host that is nil.
  public var description: String {
    switch host {
    case nil: ":\(port)"
    case .ipv4(let address): "\(address):\(port)"
    case .ipv6(let address): "[\(address)]:\(port)"
    }
  }
}
