import FTPSystem
import LibC

/// The owner of a listening TCP socket; releasing it frees the port.
///
/// ```swift
/// let listener = try TCPListener(on: .loopbackIPv4(port: 0))
/// print(listener.localAddress.port)
/// let connection = try listener.accept(deadline: .after(.seconds(10)))
/// ```
package struct TCPListener: ~Copyable, Sendable {
  private let socket: SocketDescriptor
  /// The address on which it listens, with the port that the system chose if 0 was requested.
  package let localAddress: SocketAddress

  /// Listens on an address of this machine; port 0 lets the system choose.
  ///
  /// `backlog` is how many connections may wait to be accepted. An IPv6 listener accepts only IPv6, unless
  /// `acceptsIPv4` is set and the address is `::`. Throws with step `.bind` or `.listen`.
  package init(
    on address: SocketAddress, backlog: Int32 = 128, acceptsIPv4: Bool = false
  ) throws(TransportError) {
    func failure(_ step: TransportError.Step) -> TransportError {
      TransportError(step: step, peer: address.description, cause: .system(.last))
    }
    let number = Platform.makeStreamSocket(family: address.family)
    guard number >= 0 else { throw failure(.bind) }
    let socket = SocketDescriptor(owning: number)
    // For a socket that shares its port, Linux chooses from half of the ports, and once those are taken, from the rest
    // of them: the same one again and again. So a socket with a chosen port shares it only afterwards.
    if address.port != 0 { SocketOption.set(number, SOL_SOCKET, SO_REUSEADDR, 1) }
    // Before any client connects, because accepted connections inherit the listener's options.
    if address.isLoopback { Platform.omitPacing(number) }
    if address.isIPv6 {
      SocketOption.set(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, acceptsIPv4 ? 0 : 1)
    }
    guard address.withSystemAddress({ systemBind(number, $0, $1) }) == 0 else { throw failure(.bind) }
    if address.port == 0 { SocketOption.set(number, SOL_SOCKET, SO_REUSEADDR, 1) }
    guard listen(number, backlog) == 0 else { throw failure(.listen) }
    guard let local = SocketAddress.local(of: number) else { throw failure(.listen) }
    self.socket = socket
    localAddress = local
  }

  // A program that is being started at this moment also holds the socket until its exec. No client must
  // connect to it any more.
  deinit { _ = shutdown(socket.rawValue, Int32(SHUT_RDWR)) }

  /// Waits for a peer to connect.
  ///
  /// The connection gets `wakeUp` as its own.
  ///
  /// Throws with step `.accept` when the deadline passes, the wake-up is signalled, or the process has no
  /// descriptor left. A peer that was gone before it was accepted is skipped.
  package func accept(
    deadline: Deadline = .never, wakeUp: WakeUp? = nil
  ) throws(TransportError) -> TCPConnection {
    func failure(_ cause: TransportError.Cause) -> TransportError {
      TransportError(step: .accept, peer: localAddress.description, cause: cause)
    }
    if let wakeUp, wakeUp.isSignalled { throw failure(.cancelled) }
    while true {
      let (number, peer) = SocketAddress.filled { systemAccept(socket.rawValue, $0, $1) }
      if number >= 0 {
        let accepted = SocketDescriptor(owning: number)
        guard Platform.adopt(number) else { throw failure(.system(.last)) }
        if let peer, let local = SocketAddress.local(of: number) {
          return TCPConnection(socket: accepted, localAddress: local, peerAddress: peer, wakeUp: wakeUp)
        }
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN, EWOULDBLOCK:
        let poll = Poll.wait(socket.rawValue, .readable, wakeUp: wakeUp, deadline: deadline)
        try poll.check(step: .accept, peer: localAddress.description, deadline: deadline)
      default: throw failure(.system(.last))
      }
    }
  }

  /// Stops listening; connections that wait to be accepted are reset.
  package consuming func close() {}
}

extension TCPListener: Waitable {
  package var waitDescriptor: Int32 { socket.rawValue }
  /// The address on which it listens.
  package var waitPeer: String { localAddress.description }
}

/// `accept`, which a method of the same name hides.
private func systemAccept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
  accept(descriptor, address, length)
}
