/// How much of a conversation is kept, so that no peer can fill the recorder's memory.
public struct RecordingLimits: Hashable, Sendable {
  /// Bytes kept of each data connection; the rest is counted.
  ///
  /// 4 KiB by default.
  public var dataBytes: Int
  /// Events kept; later ones are only counted and given to listeners.
  ///
  /// 100,000 by default.
  public var events: Int
  /// Bytes of memory that the kept events may take, with ``eventOverhead`` for each; later events are only counted, as
  /// with ``events``.
  ///
  /// 64 MiB by default.
  public var totalBytes: Int
  /// Bytes of replies that a client keeps until they are asked for; later ones are recorded, counted and dropped.
  ///
  /// 1 MiB by default.
  public var untakenBytes: Int
  /// Replies that a client has not been asked for, until the server counts as flooding.
  ///
  /// 10,000 by default.
  public var untakenReplies = 10_000
  /// Whether to keep that the server had closed a data connection before the client had read it to its end, which decides
  /// how the next reply is judged.
  package var earlyEnds = false

  /// The overhead of an event in addition to its bytes: about as much as one with its meaning needs.
  public static let eventOverhead = 768

  /// Makes limits.
  public init(
    dataBytes: Int = 4_096, events: Int = 100_000, totalBytes: Int = 64 << 20, untakenBytes: Int = 1 << 20
  ) {
    self.dataBytes = dataBytes
    self.events = events
    self.totalBytes = totalBytes
    self.untakenBytes = untakenBytes
  }
}
