import FTPTransport

/// Where a data connection is accepted, and where it is then connected to.
final class DataRendezvous {
  private let listener: TCPListener
  /// The host that may connect: the client's, or the server's.
  private let expected: SocketAddress
  /// The address that was really announced.
  private let target: SocketAddress
  /// True if the client connects.
  let isPassive: Bool

  /// Listens on the interface of a control connection for the peer of that connection.
  init(
    on interface: SocketAddress, for expected: SocketAddress, then target: SocketAddress, isPassive: Bool
  ) throws(TransportError) {
    listener = try TCPListener(on: interface.with(port: 0), backlog: 8)
    self.expected = expected
    self.target = target
    self.isPassive = isPassive
  }

  /// The address to be announced.
  var address: SocketAddress { listener.localAddress }

  func add(to waiting: inout WaitSet) { waiting.add(listener, .readable) }

  /// The result of checking for a connection.
  enum Outcome: ~Copyable {
    /// There is none.
    case nobody
    /// There is one, and the announced address answers.
    case connected(accepted: TCPConnection, made: TCPConnection)
    /// There is one, but the announced address does not answer.
    case refused
  }

  /// Accepts a waiting connection, and opens the other one.
  func meet(deadline: Deadline, wakeUp: WakeUp) -> Outcome {
    while listener.ready(for: .readable) != [] {
      guard let accepted = try? listener.accept(deadline: .after(.zero), wakeUp: wakeUp) else {
        return .nobody
      }
      guard accepted.peerAddress.hasSameHost(as: expected) else {
        accepted.reset()
        continue
      }
      do throws(TransportError) {
        let made = try TCPConnection.connect(to: target, deadline: deadline, wakeUp: wakeUp)
        return .connected(accepted: accepted, made: made)
      } catch {
        accepted.reset()
        return .refused
      }
    }
    return .nobody
  }
}
