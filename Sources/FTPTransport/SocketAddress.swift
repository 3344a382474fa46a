import FTPProtocol
import LibC

/// An IPv4 or IPv6 address with a port.
///
/// An IPv4 address in IPv6 form (`::ffff:127.0.0.1`) is the IPv4 address.
///
/// ```swift
/// let address = SocketAddress("[::1]:21")
/// ```
public struct SocketAddress: Hashable, Sendable {
  /// The host in the form of the protocol's codecs; never an IPv4 address in IPv6 form.
  package let ipAddress: IPAddress
  /// The port; 0 asks the system to choose one.
  public var port: UInt16
  /// The interface that a link-local IPv6 address belongs to, or 0.
  public let scope: UInt32

  /// Makes an address of a host of the protocol and a port.
  package init(_ host: IPAddress, port: UInt16, scope: UInt32 = 0) {
    ipAddress = host.unmapped
    self.port = port
    self.scope = ipAddress.family == .ipv6 ? scope : 0
  }

  /// Makes an address from 4 octets (IPv4) or 16 (IPv6) in network order; nil for any other number.
  public init?(octets: some Collection<UInt8>, port: UInt16, scope: UInt32 = 0) {
    guard let host = IPAddress(octets: octets) else { return nil }
    self.init(host, port: port, scope: scope)
  }

  /// Makes an address from a numeric host: `127.0.0.1`, `::1`, `fe80::1%eth0`, `[::1]`.
  ///
  /// Nil for anything else, names included; nothing is looked up.
  public init?(host: String, port: UInt16) {
    var text = Substring(host)
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 { text = text.dropFirst().dropLast() }
    guard text.utf8.count < 128, !text.utf8.contains(0) else { return nil }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first, let host = IPAddress(text: number.utf8) else { return nil }
    var scope: UInt32 = 0
    if parts.count == 2 {
      guard host.family == .ipv6, let found = Self.scope(named: String(parts[1])) else { return nil }
      scope = found
    }
    self.init(host, port: port, scope: scope)
  }

  /// Makes an address from `127.0.0.1:21` or `[::1]:21`; nil for anything else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), host.hasPrefix("[") == host.contains(":")
    else { return nil }
    self.init(host: String(host), port: port)
  }

  /// The IPv4 loopback address, `127.0.0.1`.
  public static func loopbackIPv4(port: UInt16) -> SocketAddress {
    SocketAddress(.ipv4(.loopback), port: port)
  }

  /// The IPv6 loopback address, `::1`.
  public static func loopbackIPv6(port: UInt16) -> SocketAddress {
    SocketAddress(.ipv6(.loopback), port: port)
  }

  /// Every IPv4 address of this machine, `0.0.0.0`.
  public static func anyIPv4(port: UInt16) -> SocketAddress { SocketAddress(.ipv4(.unspecified), port: port) }

  /// Every IPv6 address of this machine, `::`.
  public static func anyIPv6(port: UInt16) -> SocketAddress {
    SocketAddress(.ipv6(.unspecified), port: port)
  }

  /// Whether this is an IPv6 address.
  public var isIPv6: Bool { ipAddress.family == .ipv6 }

  /// The 4 or 16 octets in network order.
  public var octets: [UInt8] { ipAddress.octets }

  /// The address without the port: `127.0.0.1`, `::1`, `fe80::1%2`.
  public var host: String { ipAddress.description + (scope == 0 ? "" : "%\(scope)") }

  /// Whether the address never leaves this machine: `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool { ipAddress.isLoopback }

  /// Whether this is `0.0.0.0` or `::`.
  public var isAny: Bool { ipAddress == .ipv4(.unspecified) || ipAddress == .ipv6(.unspecified) }

  /// Whether both have the same octets; ports and scopes may differ.
  public func hasSameHost(as other: SocketAddress) -> Bool { ipAddress == other.ipAddress }

  /// The same address with another port.
  public func with(port: UInt16) -> SocketAddress {
    var copy = self
    copy.port = port
    return copy
  }
}

extension SocketAddress: CustomStringConvertible {
  /// Host and port: `127.0.0.1:21`, `[::1]:21`.
  public var description: String { Self.text(host: host, port: port) }

  /// A host, numeric or a name, and a port; in brackets if the host has colons.
  static func text(host: String, port: UInt16) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// Conversions to what the protocol knows.
extension SocketAddress {
  /// Host and port in the form of the protocol's codecs.
  package var dataAddress: DataAddress { DataAddress(host: ipAddress, port: port) }

  /// The family, by its number in EPRT.
  package var addressFamily: AddressFamily { ipAddress.family }

  /// The socket address of a data address; a missing host is replaced by the host of this address.
  package func resolving(_ address: DataAddress) -> SocketAddress {
    guard let host = address.host, host.unmapped != ipAddress else { return with(port: address.port) }
    return SocketAddress(host, port: address.port)
  }

  private static func scope(named name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    let index = if_nametoindex(name)
    return index == 0 ? nil : index
  }
}
