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
package final class CloseProbe: Sendable {
  private struct Subject {
    var descriptor: Int32
    var layer: LayeredStream?
  }

  private let subject: Monitor<Subject?>

  init(_ descriptor: Int32, _ layer: LayeredStream?) {
    subject = Monitor(Subject(descriptor: descriptor, layer: layer))
  }

  /// True where the peer has closed or reset the connection, where its close alert has been read, where this side has
  /// closed it, and on systems that cannot tell.
  package var peerHasClosed: Bool {
    subject.withLock { subject in
      guard let subject else { return true }
      if let layer = subject.layer, layer.hasPeerClosed { return true }
      guard let event = Platform.peerClosedEvent else { return true }
      var entry = pollfd(fd: subject.descriptor, events: event, revents: 0)
      return poll(&entry, 1, 0) > 0
    }
  }

  func invalidate() { subject.withLock { $0 = nil } }

  /// A record layer was put on the connection, or taken off.
  func follow(_ layer: LayeredStream?) { subject.withLock { $0?.layer = layer } }
}
