import FTPTransport
import Foundation
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

/// A port of the loopback address at which nothing listens, for as long as this value lives.
///
/// The port is held by a socket that is bound and does not listen. A port that was given back would be no such port:
/// the next to ask for any may get it. On Linux a server may be told to listen at it; when that has stopped, the port is
/// silent again.
package struct SilentPort: ~Copyable {
  /// The number of the port.
  package let number: UInt16
  private let descriptor: Int32

  /// Binds a socket to a port that the system chooses.
  package init() throws { (descriptor, number) = try Self.bound() }

  deinit { close(descriptor) }

  private static func bound() throws -> (descriptor: Int32, number: UInt16) {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      // A server may listen at the port for a while, and what it leaves when it stops is this socket.
      var isReused: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // A program that a test starts is not to inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) | getsockname(descriptor, pointer, &length)
      }
    }
    try #require(result == 0, "no port of 127.0.0.1 can be had")
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
