import FTPSystem

/// The only owner of a socket, which is closed when this is released.
struct SocketDescriptor: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The probe that other threads use, which must learn when the descriptor is gone.
  var probe: CloseProbe?
  /// The waits of other threads, which must end before the descriptor is gone.
  var watch: ConnectionWatch?
  /// The record layer of a connection that carries one, or has carried one and still holds bytes.
  var layer: LayeredStream?

  /// Takes over a socket that has no other owner.
  init(owning rawValue: Int32) { descriptor = Descriptor(owning: rawValue) }

  deinit {
    layer?.finish(rawValue)
    probe?.invalidate()
    watch?.end()
  }

  /// The number the system knows it by.
  ///
  /// It is valid as long as the owner lives, so do not keep it.
  var rawValue: Int32 { descriptor.rawValue }
}
