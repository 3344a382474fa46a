import Synchronization

/// The rest of an amount.
///
/// Closures on any thread can share it.
final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(_ amount: Int) { left = Atomic(amount) }

  /// Takes at most `most` of what is left and returns how much that was.
  func take(_ most: Int) -> Int {
    let count = min(most, left.load(ordering: .relaxed))
    left.subtract(count, ordering: .relaxed)
    return count
  }
}
