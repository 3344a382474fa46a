/// Limits on what a server can make a parser hold.
///
/// Stray lines before a reply count toward the reply. `Int.max` means no limit.
public struct ReplyLimits: Hashable, Sendable {
  /// The longest line in bytes, line end included.
  public var lineLength: Int
  /// The most lines of one reply.
  public var lines: Int
  /// The most bytes of one reply.
  public var bytes: Int

  /// Sets each bound.
  public init(lineLength: Int = 65_536, lines: Int = 65_536, bytes: Int = 16_777_216) {
    self.lineLength = lineLength
    self.lines = lines
    self.bytes = bytes
  }

  /// 64 KiB a line, 65,536 lines and 16 MiB a reply: more than any honest server sends, listings over the
  /// control connection included.
  public static let standard = ReplyLimits()
}
