import LibC

/// The clocks of the machine.
package enum LocalClock {
  /// A moment of the wall clock, in seconds since 1970-01-01 00:00:00 UTC without leap seconds.
  package struct WallTime: Hashable, Sendable {
    /// Whole seconds; negative before 1970.
    package let seconds: Int64
    /// The rest, from 0 to 999,999,999.
    package let nanoseconds: Int32

    /// Makes a moment.
    package init(seconds: Int64, nanoseconds: Int32 = 0) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  /// The time of day, which may jump when the clock is set.
  package static func now() -> WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  /// Nanoseconds since some moment in the past; never runs backwards.
  package static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
