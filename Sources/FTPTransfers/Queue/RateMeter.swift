/// Measures a rate over a window that moves with the time, so that a pause shows within seconds and a burst does not.
///
/// The caller provides the time. Memory does not grow: only the first count of each time slot is kept.
package struct RateMeter: Hashable, Sendable {
  private struct Mark: Hashable, Sendable {
    let moment: UInt64
    let bytes: UInt64
  }

  private let window: UInt64
  private var marks: [Mark] = []
  private static let slots: UInt64 = 32

  /// Begins to measure.
  ///
  /// - Parameter window: the length of the window in nanoseconds.
  package init(window: UInt64 = 5_000_000_000) { self.window = max(window, Self.slots) }

  /// Records the number of bytes at a moment, both of which only grow, and returns the rate in bytes per second; nil
  /// for the first count, and while no time has passed.
  package mutating func note(_ bytes: UInt64, at moment: UInt64) -> Double? {
    // The mark before the window is kept, so that there is always one to measure from.
    let outside = marks.prefix { $0.moment &+ window <= moment }.count
    if outside > 1 { marks.removeFirst(outside - 1) }
    defer {
      if marks.last.map({ $0.moment &+ window / Self.slots <= moment }) ?? true {
        marks.append(Mark(moment: moment, bytes: bytes))
      }
    }
    guard let first = marks.first, moment > first.moment, bytes >= first.bytes else { return nil }
    return Double(bytes - first.bytes) * 1_000_000_000 / Double(moment - first.moment)
  }
}
