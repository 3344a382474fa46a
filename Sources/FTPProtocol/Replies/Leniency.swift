/// What a reader of a peer's bytes accepts beside the grammar, as named switches.
///
/// ``lenient`` accepts whatever has a definite reading and reports each departure: as a ``Deviation`` of a reply, and as
/// one of the ``Reading/notes`` of a value. ``strict`` takes the first for an error. Both find the same.
public struct Leniency: Hashable, Sendable {
  /// Which line ends a multi-line reply.
  public enum MultilineEnd: Hashable, Sendable {
    /// Only a line with the code that opened the reply (RFC 959, section 4.2).
    case sameCode
    /// A line with any code that is followed by a space or by the line end. For servers that open with one
    /// code and close with another, such as `553-` closed by `150`; a line of the text that happens to begin
    /// with three digits then ends the reply too.
    case anyCode
  }

  /// The deviations of replies that are errors.
  ///
  /// Empty in ``lenient``, all of them in ``strict``.
  public var rejected: Set<Deviation.Kind>
  /// Whether a value that is not written as it has to be is an error: an address, a time, a fact, a path.
  public var rejectsBreaches: Bool
  /// Which line ends a multi-line reply.
  public var multilineEnd: MultilineEnd
  /// Whether CR alone ends a line, for servers that never send LF.
  ///
  /// A line is then over at its CR, so that no reply waits for a byte that does not come. A LF or NUL that
  /// follows belongs to that line end; where the line was the last of its reply, that byte stands at the
  /// beginning of the next reply's bytes and in none of its lines.
  public var carriageReturnEndsLine: Bool

  /// Sets each switch.
  public init(
    rejected: Set<Deviation.Kind> = [], rejectsBreaches: Bool = false,
    multilineEnd: MultilineEnd = .sameCode, carriageReturnEndsLine: Bool = false
  ) {
    self.rejected = rejected
    self.rejectsBreaches = rejectsBreaches
    self.multilineEnd = multilineEnd
    self.carriageReturnEndsLine = carriageReturnEndsLine
  }

  /// Accepts everything that has a definite reading.
  public static let lenient = Leniency()
  /// Takes every departure for an error.
  public static let strict = Leniency(rejected: Set(Deviation.Kind.allCases), rejectsBreaches: true)
}
