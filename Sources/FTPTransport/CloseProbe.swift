import FTPSystem
import LibC

/// Detects from any thread whether the peer of a connection has closed its side, even if bytes are still unread.
///
/// The owner of the connection keeps reading on its own thread and never sees the end before it has read all
/// bytes before it; an observer of the order of events on two connections must know earlier.
package final class CloseProbe: Sendable {
  private struct Subject {
    var descriptor: Int32
    var layer: LayeredStream?
  }

  private let subject: Monitor<Subject?>

  init(_ descriptor: Int32, _ layer: LayeredStream?) {
    subject = Monitor(Subject(descriptor: descriptor, layer: layer))
  }

  /// True if the peer has closed or reset the connection, if its close alert was read, if this side has
  /// closed it, and on systems that cannot detect this.
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

  /// Records that a record layer was started or ended on the connection.
  func follow(_ layer: LayeredStream?) { subject.withLock { $0?.layer = layer } }
}
