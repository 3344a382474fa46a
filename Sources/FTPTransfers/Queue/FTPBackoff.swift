import FTPProtocol

/// How long to wait before a transfer is tried again.
///
/// Each wait is ``factor`` times as long as the previous one, up to ``longest``; a random part is subtracted, so that
/// clients that a server dropped together do not return together.
public struct FTPBackoff: Hashable, Sendable {
  /// The wait before the first retry.
  public var first: Duration
  /// How much longer each wait is than the one before; at least 1.
  public var factor: Double
  /// The longest wait.
  public var longest: Duration
  /// The largest share of a wait that is subtracted at random, 0 to 1.
  public var jitter: Double

  /// Makes a rule; by default 1, 2, 4 … 60 seconds, minus a random part of up to half.
  public init(
    first: Duration = .seconds(1), factor: Double = 2, longest: Duration = .seconds(60), jitter: Double = 0.5
  ) {
    self.first = first
    self.factor = factor
    self.longest = longest
    self.jitter = jitter
  }

  /// No wait at all.
  public static let none = FTPBackoff(first: .zero, longest: .zero)

  /// The wait before a retry, counted from 1.
  package func delay(before retry: Int, using generator: inout SeededGenerator) -> Duration {
    var delay = max(.zero, first)
    // A value too large for a duration would trap, and a larger factor makes no difference.
    let step = factor > 1 ? min(factor, 1_000_000) : 1
    for _ in 1..<max(1, min(retry, 64)) where delay < longest {
      delay = delay > longest / step ? longest : delay * step
    }
    let left = Double.random(in: 0...1, using: &generator) * min(1, max(0, jitter))
    return min(delay, longest) * (1 - left)
  }
}
