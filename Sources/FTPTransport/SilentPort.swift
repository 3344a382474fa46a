import FTPSystem
import LibC

/// A port on which nothing listens, for as long as this value lives.
///
/// The port is held by a socket that is bound but does not listen. A released port would not do:
/// the next program that asks for any port may get it.
package struct SilentPort: ~Copyable, Sendable {
  private let socket: SocketDescriptor
  /// The reserved address, with the port that the system chose if 0 was requested.
  package let localAddress: SocketAddress

  /// Holds an address of this machine; port 0 lets the system choose.
  ///
  /// - Throws: with step `.bind`.
  package init(on address: SocketAddress) throws(TransportError) {
    let number = Platform.makeStreamSocket(family: address.family)
    func failure() -> TransportError {
      TransportError(step: .bind, peer: address.description, cause: .system(.last))
    }
    guard number >= 0 else { throw failure() }
    let socket = SocketDescriptor(owning: number)
    #if os(Linux)
      // A server may listen on the port for a while, and when it stops, this socket remains.
      SocketOption.set(number, SOL_SOCKET, SO_REUSEADDR, 1)
    #endif
    guard address.withSystemAddress({ systemBind(number, $0, $1) }) == 0,
      let local = SocketAddress.local(of: number)
    else { throw failure() }
    self.socket = socket
    localAddress = local
  }
}
