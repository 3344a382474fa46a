import FTPSystem

/// The clock of transfers; tests use their own.
struct TransferClock: Sendable {
  /// Nanoseconds since some moment in the past.
  var now: @Sendable () -> UInt64
  /// Waits; throws if the task is cancelled.
  var wait: @Sendable (Duration) async throws -> Void
  /// The random source for waits.
  var seed: UInt64

  /// The clock of the machine.
  static var system: TransferClock {
    TransferClock(
      now: LocalClock.monotonicNanoseconds, wait: { try await Task.sleep(for: $0) },
      seed: LocalClock.monotonicNanoseconds())
  }
}
