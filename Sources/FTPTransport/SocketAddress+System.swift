import FTPSystem
import LibC

/// Conversions to and from the structures of socket calls.
extension SocketAddress {
  /// `AF_INET` or `AF_INET6`.
  var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

  /// Runs `body` with this address in the form of the system.
  func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    if isIPv6 {
      var address = sockaddr_in6()
      Platform.setLength(of: &address)
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = scope
      let octets = octets
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: octets) }
      return Self.rebind(&address, body)
    }
    var address = sockaddr_in()
    Platform.setLength(of: &address)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    let octets = octets
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: octets) }
    return Self.rebind(&address, body)
  }

  /// Reads a structure that the system filled in; nil for families other than IPv4 and IPv6.
  init?(_ system: UnsafePointer<sockaddr>, length: socklen_t) {
    let bytes = UnsafeRawBufferPointer(start: system, count: Int(length))
    switch Int32(system.pointee.sa_family) {
    case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in.self)
      let octets = withUnsafeBytes(of: address.sin_addr) { Array($0) }
      self.init(octets: octets, port: UInt16(bigEndian: address.sin_port))
    case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in6.self)
      let octets = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
      self.init(
        octets: octets, port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
    default: return nil
    }
  }

  /// Gets an address from a call such as `getsockname`; nil, with `errno` set, if the call fails.
  static func filled(
    by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: SocketAddress?) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let result = call(address, &length)
        let code = errno
        let filled = result < 0 ? nil : SocketAddress(address, length: length)
        errno = code
        return (result, filled)
      }
    }
  }

  static func local(of descriptor: Int32) -> SocketAddress? {
    filled { getsockname(descriptor, $0, $1) }.address
  }

  private static func rebind<Address, Result>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
