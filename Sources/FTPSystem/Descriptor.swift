import LibC

/// The only owner of a descriptor, which is closed when this is released.
package struct Descriptor: ~Copyable, Sendable {
  /// The number the system knows it by.
  ///
  /// It is valid as long as the owner lives, so do not keep it.
  package private(set) var rawValue: Int32

  /// Takes over a descriptor that has no other owner.
  package init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit {
    if rawValue >= 0 { _ = systemClose(rawValue) }
  }

  /// Closes the descriptor now.
  package consuming func close() {}

  /// Gives the descriptor away: from now on the caller must close it.
  package consuming func release() -> Int32 {
    let descriptor = rawValue
    rawValue = -1
    return descriptor
  }
}

/// `close`, under a name that a method called `close` does not hide.
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
