/// The moment at which a blocking call gives up, on a monotonic clock.
///
/// A deadline is absolute: handed from call to call it bounds them together.
///
/// ```swift
/// let deadline = Deadline.after(.seconds(30))
/// let connection = try TCPConnection.connect(to: addresses, deadline: deadline)
/// ```
public struct Deadline: Hashable, Sendable {
  /// The moment, or nil for never.
  public let instant: ContinuousClock.Instant?
  /// How much time there was when the deadline was made, for the message; nil for never.
  public let limit: Duration?

  /// No time limit.
  public static let never = Deadline(instant: nil, limit: nil)

  /// A deadline that lies this far ahead. Zero and less has passed at once: such a call does what it can
  /// without waiting. More than a century is never.
  public static func after(_ limit: Duration) -> Deadline {
    // Adding durations traps when the sum has no room, and this one may come from a command line.
    guard limit < .seconds(3_200_000_000) else { return .never }
    return Deadline(instant: .now + max(.zero, limit), limit: limit)
  }

  /// As `after(_:)`; nil is `never`.
  public static func after(_ limit: Duration?) -> Deadline {
    limit.map { after($0) } ?? .never
  }

  /// Whether the moment is past.
  public var hasPassed: Bool {
    guard let instant else { return false }
    return .now >= instant
  }

  /// The time left, zero when the moment is past, nil for never.
  public var remaining: Duration? {
    guard let instant else { return nil }
    return max(.zero, ContinuousClock.now.duration(to: instant))
  }

  /// The earlier of two deadlines.
  public func earlier(_ other: Deadline) -> Deadline {
    guard let instant else { return other }
    guard let otherInstant = other.instant else { return self }
    return otherInstant < instant ? other : self
  }

  /// The time left in milliseconds for `poll`: rounded up so that waiting does not end early, -1 for never.
  var pollMilliseconds: Int32 {
    guard let remaining else { return -1 }
    let (seconds, attoseconds) = remaining.components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int32(seconds * 1000 + quotient + (rest > 0 ? 1 : 0))
  }

  /// The cause to report when this deadline passed.
  var timedOut: TransportError.Cause { .timedOut(after: limit ?? .zero) }

  /// A duration for people: `5 s`, `1.5 s`, `250 ms`.
  public static func text(of duration: Duration) -> String {
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
