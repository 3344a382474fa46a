import FTPConversation
import FTPProtocol

/// How much of what a server sends is kept: one budget for all cases of a run, so that no server, and no number of
/// cases, can fill the memory.
///
/// Everything beyond is counted, and judged, but not kept.
package final class RunBudget: Sendable {
  /// The most bytes of one transfer that a case looks at, unless it has sent more itself: far more than any folder of its
  /// own lists.
  package static let transfer = 3 << 20
  /// The longest reply that a case looks at.
  package static let reply = ReplyLimits(lineLength: 65_536, lines: 16_384, bytes: 1 << 20)

  /// How many replies that no case has asked for show that a server floods.
  private static let untakenReplies = 500

  /// What the recordings of a whole run may take, and those of one connection.
  private static let whole = 96 << 20
  private static let connection = 3 << 20
  /// A connection may take this part of what is left, so that something is left for each that follows.
  private static let share = 32
  /// What a connection may take in any case: enough for the commands of most cases.
  private static let least = 12 << 10

  private let kept = Guarded(0)

  /// What the recording of the next connection may keep.
  func limits() -> RecordingLimits {
    let bytes = min(Self.connection, max(Self.least, (Self.whole - kept.withLock { $0 }) / Self.share))
    var limits = RecordingLimits(
      dataBytes: 1_024, events: min(2_000, bytes / RecordingLimits.eventOverhead), totalBytes: bytes)
    limits.untakenReplies = Self.untakenReplies
    return limits
  }

  /// The same for something else that stays, of this many bytes.
  func charge(_ bytes: Int) { kept.withLock { $0 += bytes } }
}
