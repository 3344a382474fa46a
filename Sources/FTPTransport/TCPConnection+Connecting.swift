import FTPSystem
import LibC

extension TCPConnection {
  /// Connects to the first of the addresses that answers.
  ///
  /// Each gets its share of the remaining time, so that a silent one does not use it up. `local` is the
  /// address to connect from; its port may be 0. Throws with step `.connect` (or `.bind` for `local`); when several
  /// addresses were tried, the cause is `.attempts` and the message has all of them. `name` is the peer's name in
  /// that message.
  package static func connect(
    to addresses: [SocketAddress], from local: SocketAddress? = nil, deadline: Deadline = .never,
    wakeUp: WakeUp? = nil, name: String? = nil
  ) throws(TransportError) -> TCPConnection {
    var attempts: [TransportError] = []
    for (index, address) in addresses.enumerated() {
      do throws(TransportError) {
        let share = Self.share(of: deadline, among: addresses.count - index)
        return try connect(to: address, from: local, deadline: share, wakeUp: wakeUp)
      } catch {
        if error.isCancelled { throw error }
        attempts.append(error)
      }
    }
    if attempts.count == 1 { throw attempts[0] }
    let peer = name ?? addresses.map(\.description).joined(separator: ", ")
    throw TransportError(step: .connect, peer: peer, cause: .attempts(attempts))
  }

  /// Looks the host up and connects to the first of its addresses that answers, all within one deadline.
  ///
  /// - Throws: with step `.resolve` as `Resolver.resolve` does, then as `connect(to:from:deadline:wakeUp:name:)`.
  package static func connect(
    toHost host: String, port: UInt16, family: Resolver.Family = .any, from local: SocketAddress? = nil,
    deadline: Deadline = .never, wakeUp: WakeUp? = nil
  ) throws(TransportError) -> TCPConnection {
    let addresses = try Resolver.resolve(host, port: port, family: family, deadline: deadline, wakeUp: wakeUp)
    return try connect(
      to: addresses, from: local, deadline: deadline, wakeUp: wakeUp,
      name: SocketAddress.text(host: host, port: port))
  }

  /// Connects to one address; throws with step `.connect`, or `.bind` for `local`.
  package static func connect(
    to address: SocketAddress, from local: SocketAddress? = nil, deadline: Deadline = .never,
    wakeUp: WakeUp? = nil
  ) throws(TransportError) -> TCPConnection {
    func failure(_ cause: TransportError.Cause) -> TransportError {
      TransportError(step: .connect, peer: address.description, cause: cause)
    }
    if let wakeUp, wakeUp.isSignalled { throw failure(.cancelled) }
    let number = Platform.makeStreamSocket(family: address.family)
    guard number >= 0 else { throw failure(.system(.last)) }
    let socket = SocketDescriptor(owning: number)
    if address.isLoopback { Platform.omitPacing(number) }
    if let local { try bind(number, to: local) }
    let result = address.withSystemAddress { systemConnect(number, $0, $1) }
    if result != 0 {
      // An interrupted connect continues by itself, like one in progress.
      guard errno == EINPROGRESS || errno == EINTR else { throw failure(.system(.last)) }
      let poll = Poll.wait(number, .writable, wakeUp: wakeUp, deadline: deadline)
      try poll.check(step: .connect, peer: address.description, deadline: deadline)
      let code = SocketOption.pendingError(of: number)
      guard code == 0 else { throw failure(.system(SystemError(code: code))) }
    }
    guard let ours = SocketAddress.local(of: number) else { throw failure(.system(.last)) }
    // A connection to a silent port in the ephemeral range can connect to itself: TCP's simultaneous open.
    guard ours != address else { throw failure(.system(.connectionRefused)) }
    return TCPConnection(socket: socket, localAddress: ours, peerAddress: address, wakeUp: wakeUp)
  }

  private static func bind(_ descriptor: Int32, to local: SocketAddress) throws(TransportError) {
    // A server opens data connections from port 20 repeatedly, even to the same client.
    SocketOption.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    guard local.withSystemAddress({ systemBind(descriptor, $0, $1) }) == 0 else {
      throw TransportError(step: .bind, peer: local.description, cause: .system(.last))
    }
  }

  private static func share(of deadline: Deadline, among count: Int) -> Deadline {
    guard count > 1, let remaining = deadline.remaining else { return deadline }
    return .after(remaining / count)
  }
}

/// `connect`, which static methods of the same name hide.
func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}

/// `bind`, for the same reason.
func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  bind(descriptor, address, length)
}
