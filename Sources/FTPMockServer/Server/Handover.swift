import Synchronization

/// Hands one value that cannot be copied to another thread.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) { self.value = Mutex(.some(value)) }

  /// The value, once.
  func take() -> Value? {
    value.withLock { value in value.take() }
  }
}
