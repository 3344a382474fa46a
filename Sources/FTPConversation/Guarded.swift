import Synchronization

/// A value guarded by a lock: a `Mutex` whose order the thread sanitizer can see.
///
/// On Linux a contended `Mutex` is handed over by the kernel, which the sanitizer does not follow, so it reports
/// races where there are none. The atomic expresses in its terms what the lock already ensures; it costs next to
/// nothing.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic<Bool>(false)

  /// Puts a value after a lock.
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Runs `body` with exclusive access to the value.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
