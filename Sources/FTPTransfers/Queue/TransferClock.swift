import FTPSystem

/// The time, as transfers need it; tests bring their own.
struct TransferClock: Sendable {
  /// Nanoseconds since some moment in the past.
  var now: @Sendable () -> UInt64
  /// Waits.
  ///
  /// - Throws: where the task is cancelled.
  var wait: @Sendable (Duration) async throws -> Void
  /// What the random part of waits follows from.
  var seed: UInt64

  /// The clock of the machine.
  static var system: TransferClock {
    TransferClock(
      now: LocalClock.monotonicNanoseconds, wait: { try await Task.sleep(for: $0) },
      seed: LocalClock.monotonicNanoseconds())
  }
}
