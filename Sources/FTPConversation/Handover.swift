/// Hands one value that cannot be copied to another thread.
package final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Guarded<Value?>

  package init(_ value: consuming Value) { self.value = Guarded(.some(value)) }

  /// The value, once.
  package func take() -> Value? {
    value.withLock { value in value.take() }
  }
}
