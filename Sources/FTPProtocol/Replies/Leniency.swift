/// What a reader accepts beyond the grammar, as named switches.
///
/// ``lenient`` accepts everything with an unambiguous meaning and reports each deviation: as a ``ReplyDeviation`` of a reply, and as
/// one of the ``Reading/notes`` of a value. ``strict`` treats the first as an error. Both find the same.
public struct Leniency: Hashable, Sendable {
  /// Which line ends a multi-line reply.
  public enum MultilineEnd: Hashable, Sendable {
    /// Only a line with the code that opened the reply (RFC 959, section 4.2).
    case sameCode
    /// A line with any code followed by a space or by the line end. For servers that open with one
    /// code and close with another, such as `553-` closed by `150`; a line of the text that happens to begin
    /// with three digits then ends the reply too.
    case anyCode
  }

  /// The deviations of replies that are errors.
  ///
  /// Empty in ``lenient``, all of them in ``strict``.
  public var rejected: Set<ReplyDeviation.Kind>
  /// Whether a malformed value is an error: an address, a time, a fact, a path.
  public var rejectsBreaches: Bool
  /// Which line ends a multi-line reply.
  public var multilineEnd: MultilineEnd
  /// Whether CR alone ends a line, for servers that never send LF.
  ///
  /// A line then ends at its CR, so that no reply waits for a byte that never arrives. An LF or NUL that
  /// follows belongs to that line end; if the line was the last of its reply, that byte is at the
  /// beginning of the next reply's bytes and in none of its lines.
  public var carriageReturnEndsLine: Bool

  /// Sets each switch.
  public init(
    rejected: Set<ReplyDeviation.Kind> = [], rejectsBreaches: Bool = false,
    multilineEnd: MultilineEnd = .sameCode, carriageReturnEndsLine: Bool = false
  ) {
    self.rejected = rejected
    self.rejectsBreaches = rejectsBreaches
    self.multilineEnd = multilineEnd
    self.carriageReturnEndsLine = carriageReturnEndsLine
  }

  /// Accepts everything that has a definite reading.
  public static let lenient = Leniency()
  /// Treats every deviation as an error.
  public static let strict = Leniency(rejected: Set(ReplyDeviation.Kind.allCases), rejectsBreaches: true)
}
