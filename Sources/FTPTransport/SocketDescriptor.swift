import FTPSystem

/// The owner of a socket: there is exactly one, and when it goes the socket is closed.
struct SocketDescriptor: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// What asks about the socket from elsewhere, to learn when the descriptor is gone.
  var probe: CloseProbe?
  /// The record layer of a connection that carries one, or has carried one and still holds bytes.
  var layer: LayeredStream?

  /// Takes over a socket that has no other owner.
  init(owning rawValue: Int32) { descriptor = Descriptor(owning: rawValue) }

  deinit {
    layer?.finish(rawValue)
    probe?.invalidate()
  }

  /// The number the system knows it by.
  ///
  /// It is valid as long as the owner lives, so do not keep it.
  var rawValue: Int32 { descriptor.rawValue }
}
