import FTPSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An IPv4 or IPv6 address with a port.
///
/// An IPv4 address in IPv6 form (`::ffff:127.0.0.1`) is the IPv4 address.
///
/// ```swift
/// let address = SocketAddress("[::1]:21")
/// ```
public struct SocketAddress: Hashable, Sendable {
  /// Whether this is an IPv6 address.
  public let isIPv6: Bool
  /// The port; 0 asks the system to choose one.
  public var port: UInt16
  /// The interface that a link-local IPv6 address belongs to, or 0.
  public let scope: UInt32
  /// The 16 octets of an IPv6 address in two halves; an IPv4 address is in the last 4.
  let high: UInt64
  let low: UInt64

  /// Makes an address from 4 octets (IPv4) or 16 (IPv6) in network order; nil for any other number.
  public init?(octets: some Collection<UInt8>, port: UInt16, scope: UInt32 = 0) {
    switch octets.count {
    case 4:
      self.init(ipv4: UInt32(truncatingIfNeeded: Self.number(octets)), port: port)
    case 16:
      self.init(
        high: Self.number(octets.prefix(8)), low: Self.number(octets.dropFirst(8)), port: port, scope: scope)
    default: return nil
    }
  }

  /// Makes an address from a numeric host: `127.0.0.1`, `::1`, `fe80::1%eth0`, `[::1]`.
  ///
  /// Nil for anything else, names included; nothing is looked up.
  public init?(host: String, port: UInt16) {
    var text = Substring(host)
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 { text = text.dropFirst().dropLast() }
    guard text.utf8.count < 128, !text.utf8.contains(0) else { return nil }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first else { return nil }
    var ipv4 = in_addr()
    if parts.count == 1, inet_pton(AF_INET, String(number), &ipv4) == 1 {
      self.init(ipv4: UInt32(bigEndian: ipv4.s_addr), port: port)
      return
    }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, String(number), &ipv6) == 1 else { return nil }
    var scope: UInt32 = 0
    if parts.count == 2 {
      guard let found = Self.scope(named: String(parts[1])) else { return nil }
      scope = found
    }
    let octets = withUnsafeBytes(of: ipv6) { Array($0) }
    self.init(octets: octets, port: port, scope: scope)
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
    SocketAddress(ipv4: 0x7F00_0001, port: port)
  }

  /// The IPv6 loopback address, `::1`.
  public static func loopbackIPv6(port: UInt16) -> SocketAddress {
    SocketAddress(high: 0, low: 1, port: port, scope: 0)
  }

  /// Every IPv4 address of this machine, `0.0.0.0`.
  public static func anyIPv4(port: UInt16) -> SocketAddress { SocketAddress(ipv4: 0, port: port) }

  /// Every IPv6 address of this machine, `::`.
  public static func anyIPv6(port: UInt16) -> SocketAddress {
    SocketAddress(high: 0, low: 0, port: port, scope: 0)
  }

  /// The 4 or 16 octets in network order.
  public var octets: [UInt8] {
    let last = (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64($0))) }
    guard isIPv6 else { return Array(last.suffix(4)) }
    return (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64($0))) } + last
  }

  /// The address without the port: `127.0.0.1`, `::1`, `fe80::1%2`.
  public var host: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let octets = octets
    let length = socklen_t(buffer.count)
    let text = inet_ntop(isIPv6 ? AF_INET6 : AF_INET, octets, &buffer, length)
    guard text != nil else { return octets.map { String($0) }.joined(separator: ".") }
    return Platform.string(fromCharacters: buffer) + (scope == 0 ? "" : "%\(scope)")
  }

  /// Whether the address never leaves this machine: `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool { isIPv6 ? high == 0 && low == 1 : low >> 24 == 127 }

  /// Whether this is `0.0.0.0` or `::`.
  public var isAny: Bool { high == 0 && low == 0 }

  /// Whether both have the same octets; ports and scopes may differ.
  public func hasSameHost(as other: SocketAddress) -> Bool {
    isIPv6 == other.isIPv6 && high == other.high && low == other.low
  }

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

extension SocketAddress {
  init(ipv4: UInt32, port: UInt16) {
    isIPv6 = false
    high = 0
    low = UInt64(ipv4)
    scope = 0
    self.port = port
  }

  init(high: UInt64, low: UInt64, port: UInt16, scope: UInt32) {
    let isMapped = high == 0 && low >> 32 == 0xFFFF
    isIPv6 = !isMapped
    self.high = high
    self.low = isMapped ? low & 0xFFFF_FFFF : low
    self.scope = isMapped ? 0 : scope
    self.port = port
  }

  private static func number(_ octets: some Sequence<UInt8>) -> UInt64 {
    octets.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func scope(named name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    let index = if_nametoindex(name)
    return index == 0 ? nil : index
  }
}
