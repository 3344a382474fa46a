import FTPTransport

/// The server's end of a connection in a replay.
final class PeerConnection {
  private let localAddress: SocketAddress
  /// Nil once it is closed.
  private var connection: TCPConnection?
  private let limit: Duration
  private var buffer = [UInt8](repeating: 0, count: 16_384)
  /// Bytes read beyond those requested.
  private var held: ArraySlice<UInt8> = []

  init(_ connection: consuming TCPConnection, limit: Duration) {
    localAddress = connection.localAddress
    self.connection = consume connection
    self.limit = limit
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(TransportError) {
    try checkIsOpen()
    try connection?.write(bytes, deadline: .after(limit))
  }

  /// Reads this many bytes, fewer only at the end.
  func read(_ count: Int) throws(TransportError) -> [UInt8] {
    while held.count < count {
      let more = try receive()
      guard more > 0 else { break }
      held += buffer[..<more]
    }
    defer { held = held.dropFirst(count) }
    return Array(held.prefix(count))
  }

  /// Reads to the end, and returns how many bytes preceded it; a reset is an end too.
  func readToEnd() throws(TransportError) -> Int {
    var total = held.count
    held = []
    while true {
      do throws(TransportError) {
        let count = try receive()
        guard count > 0 else { return total }
        total += count
      } catch {
        guard error.isPeerGone else { throw error }
        return total
      }
    }
  }

  /// Sends no more.
  func halfClose() throws(TransportError) {
    try checkIsOpen()
    try connection?.shutdownWrite()
  }

  /// Closes the connection; with a reset, bytes in transit are lost.
  func close(withReset: Bool = false) {
    if withReset { connection?.resetWhenClosed() }
    connection = nil
  }

  private func checkIsOpen() throws(TransportError) {
    if connection == nil {
      throw TransportError(step: .write, peer: localAddress.description, cause: .system(.notConnected))
    }
  }

  private func receive() throws(TransportError) -> Int {
    try checkIsOpen()
    return try connection?.read(into: &buffer, deadline: .after(limit)) ?? 0
  }
}

/// Where the server's side of a replay listens, for the control connection or a data connection.
final class PeerListener: Sendable {
  private let end: End

  private enum End: ~Copyable {
    case listener(TCPListener)
    case silent(SilentPort)
  }

  /// Listens on a port of the loopback interface, over IPv4 or IPv6.
  ///
  /// - Parameters:
  ///   - isIPv6: whether it listens on `::1` rather than 127.0.0.1.
  ///   - isSilent: only holds the port, so that it accepts no connection.
  /// - Throws: ``TransportError`` if it cannot listen.
  init(isIPv6: Bool, isSilent: Bool = false) throws(TransportError) {
    let address = isIPv6 ? SocketAddress.loopbackIPv6(port: 0) : .loopbackIPv4(port: 0)
    end =
      isSilent ? .silent(try SilentPort(on: address)) : .listener(try TCPListener(on: address, backlog: 4))
  }

  var address: SocketAddress {
    switch end {
    case .listener(let listener): listener.localAddress
    case .silent(let port): port.localAddress
    }
  }

  func accept(within limit: Duration, wakeUp: WakeUp) throws(TransportError) -> PeerConnection {
    switch end {
    case .listener(let listener):
      return PeerConnection(try listener.accept(deadline: .after(limit), wakeUp: wakeUp), limit: limit)
    case .silent(let port):
      throw TransportError(
        step: .accept, peer: port.localAddress.description, cause: .system(.connectionRefused))
    }
  }
}
