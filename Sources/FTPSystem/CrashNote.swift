import LibC
import Synchronization

/// What a process prints about the number that a thread was at when a trap or a bad access ends it: the last chance to
/// find out which of millions of runs it was.
package enum CrashNote {
  private struct Text {
    let front: [UInt8]
    let back: [UInt8]
  }

  private static let key = Atomic<UInt>(0)
  /// The address of the ``Text``, or 0.
  private static let text = Atomic<UInt>(0)

  /// From now on, a signal that ends the process writes `front`, the number of the thread and `back` to standard error
  /// first, if the thread has a number.
  package static func arm(_ front: String, _ back: String) {
    if text.load(ordering: .acquiring) == 0 {
      var made = pthread_key_t()
      guard pthread_key_create(&made, nil) == 0 else { return }
      key.store(UInt(made), ordering: .releasing)
    }
    // Never released, because a handler may read it at any time.
    let kept = UnsafeMutablePointer<Text>.allocate(capacity: 1)
    kept.initialize(to: Text(front: Array(front.utf8), back: Array(back.utf8)))
    text.store(UInt(bitPattern: kept), ordering: .releasing)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      _ = signal(number) { CrashNote.tell($0) }
    }
  }

  /// Runs `body` with the thread's number, which it may change; it begins as 0.
  package static func withNumber<Result>(_ body: (borrowing Atomic<UInt64>) -> Result) -> Result {
    guard text.load(ordering: .acquiring) != 0 else { return body(Atomic(0)) }
    let place = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
    place.initialize(to: Atomic(0))
    let key = pthread_key_t(key.load(ordering: .acquiring))
    pthread_setspecific(key, place)
    defer {
      pthread_setspecific(key, nil)
      place.deinitialize(count: 1)
      place.deallocate()
    }
    return body(place.pointee)
  }

  /// Runs in the signal handler, which must not allocate memory.
  private static func tell(_ number: Int32) {
    if let text = UnsafePointer<Text>(bitPattern: text.load(ordering: .acquiring)),
      let place = pthread_getspecific(pthread_key_t(key.load(ordering: .acquiring)))
    {
      write(text.pointee.front)
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
        var rest = place.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .relaxed)
        var index = digits.count
        repeat {
          index -= 1
          digits[index] = 0x30 + UInt8(rest % 10)
          rest /= 10
        } while rest > 0
        _ = Platform.write(2, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[index...]))
      }
      write(text.pointee.back)
    }
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  private static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = Platform.write(2, $0) }
  }
}
