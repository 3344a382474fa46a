import FTPVectors

/// Hands one value that cannot be copied to another thread.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Guarded<Value?>

  init(_ value: consuming Value) { self.value = Guarded(.some(value)) }

  /// The value, once.
  func take() -> Value? {
    value.withLock { value in value.take() }
  }
}
