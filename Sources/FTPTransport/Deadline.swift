import FTPSystem

/// The moment at which a blocking call gives up, on a monotonic clock.
///
/// A deadline is absolute: passed from call to call, it limits all of them together.
///
/// ```swift
/// let deadline = Deadline.after(.seconds(30))
/// let connection = try TCPConnection.connect(to: addresses, deadline: deadline)
/// ```
package struct Deadline: Hashable, Sendable {
  /// The moment in nanoseconds of ``LocalClock/monotonicNanoseconds()``; the largest number for never.
  ///
  /// A number instead of a `ContinuousClock.Instant`, because every wait reads the clock, and calculating with instants
  /// and durations takes longer than reading it.
  private let moment: UInt64
  /// How much time was left when the deadline was made, for the message; nil for never.
  package let limit: Duration?

  /// No time limit.
  package static let never = Deadline(moment: .max, limit: nil)

  private static let longest = Duration.seconds(3_200_000_000)
  private static let nanosecond = Duration.nanoseconds(1)

  /// A deadline this far ahead.
  ///
  /// Zero or less has already passed: such a call does what it can without waiting. More than a century is never.
  package static func after(_ limit: Duration) -> Deadline {
    // Adding durations traps on overflow, and this one may come from a command line.
    guard limit < longest else { return .never }
    let ahead = limit > .zero ? UInt64((limit / nanosecond).rounded(.up)) : 0
    return Deadline(moment: LocalClock.monotonicNanoseconds() &+ ahead, limit: limit)
  }

  /// Like `after(_:)`, with nil for `never`.
  package static func after(_ limit: Duration?) -> Deadline {
    limit.map { after($0) } ?? .never
  }

  /// Whether the moment has passed.
  package var hasPassed: Bool { nanosecondsLeft == 0 }

  /// The time left; zero if the moment has passed, nil for never.
  package var remaining: Duration? { nanosecondsLeft.map { .nanoseconds(Int64(clamping: $0)) } }

  /// The earlier of two deadlines.
  package func earlier(_ other: Deadline) -> Deadline { other.moment < moment ? other : self }

  /// The time left in milliseconds for `poll`: rounded up so that waiting does not end early, -1 for never.
  var pollMilliseconds: Int32 {
    guard let nanosecondsLeft else { return -1 }
    let (milliseconds, rest) = nanosecondsLeft.quotientAndRemainder(dividingBy: 1_000_000)
    return Int32(min(milliseconds + (rest > 0 ? 1 : 0), 2_000_000_000))
  }

  private var nanosecondsLeft: UInt64? {
    guard moment != .max else { return nil }
    let now = LocalClock.monotonicNanoseconds()
    return moment > now ? moment - now : 0
  }

  /// The cause to report when this deadline passed.
  var timedOut: TransportError.Cause { .timedOut(after: limit ?? .zero) }

  /// A duration for people: `5 s`, `1.5 s`, `250 ms`.
  package static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    if seconds == 0 { return "\(milliseconds) ms" }
    if milliseconds == 0 { return "\(seconds) s" }
    var digits = String(abs(milliseconds))
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits) s"
  }
}

/// Does something, and cancels it if it takes longer than a limit; nil is no limit.
///
/// - Returns: What it returns, and whether it was cancelled.
package func limited<Value: Sendable>(
  to limit: Duration?, _ body: @escaping @Sendable () async -> Value
) async -> (value: Value, isLate: Bool) {
  let task = Task { await body() }
  let alarm = Task {
    guard let limit else { return }
    try await Task.sleep(for: limit)
    task.cancel()
  }
  let value = await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  alarm.cancel()
  return (value, task.isCancelled)
}
