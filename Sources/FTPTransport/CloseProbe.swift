import FTPSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells from any thread whether the peer of a connection has closed its side, whatever is still unread.
///
/// The owner of the connection goes on reading on its own thread and never sees the end before it has read all
/// that came in front of it; whoever watches the order of events on two connections must know earlier.
public final class CloseProbe: Sendable {
  private let descriptor: Monitor<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Monitor(descriptor) }

  /// True where the peer has closed or reset the connection, where this side has closed it, and on systems that
  /// cannot tell.
  public var peerHasClosed: Bool {
    descriptor.withLock { descriptor in
      guard let descriptor else { return true }
      guard let event = Platform.peerClosedEvent else { return true }
      var entry = pollfd(fd: descriptor, events: event, revents: 0)
      return poll(&entry, 1, 0) > 0
    }
  }

  func invalidate() { descriptor.withLock { $0 = nil } }
}
