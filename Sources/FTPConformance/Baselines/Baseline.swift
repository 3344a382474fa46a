/// The known problems of a server or a client: cases whose failure is not new.
///
/// As text, one case per line: id, verdict, optionally the last day on which the line is valid, and the reason.
///
/// ```text
/// # Known trouble of the server in the lobby.
///
/// rfc1123/4.1.2.9/stou-reply  fail                   ?
/// # Promised for the next release.
/// rfc959/4.2/unknown-command  fail until 2027-01-31  Answers 502, as it has since 1993.
/// ```
///
/// A line that begins with `#` is a comment, and belongs to the line below it; a comment at the top, followed by an
/// empty line, belongs to the file. A `?`, or nothing, where the reason should be means that none was given.
public struct Baseline: Hashable, Sendable {
  /// One case.
  public struct Entry: Hashable, Sendable {
    /// The case.
    public var id: CaseID
    /// Its verdict.
    public var verdict: CaseVerdict
    /// The last day, in UTC, on which the entry is valid; nil if it always is.
    public var expiry: CalendarDate?
    /// The reason for the problem, and for accepting it; empty if none was given.
    public var reason: String
    /// The lines of comment above it, without `#`.
    public var comment: [String]

    /// Makes an entry.
    ///
    /// Its verdict must be a problem.
    public init(
      _ id: CaseID, _ verdict: CaseVerdict, until expiry: CalendarDate? = nil, reason: String = "",
      comment: [String] = []
    ) {
      self.id = id
      self.verdict = verdict
      self.expiry = expiry
      self.reason = reason
      self.comment = comment
    }

    /// Whether its last day is in the past.
    public func isExpired(on today: CalendarDate) -> Bool { expiry.map { $0 < today } ?? false }
  }

  /// The comment at the top, without `#`.
  public var comment: [String]
  /// The cases; as text they are sorted.
  public var entries: [Entry]
  /// The comment below the last case, without `#`.
  public var closingComment: [String] = []

  /// Makes a baseline.
  public init(_ entries: [Entry] = [], comment: [String] = Self.explanation) {
    self.entries = entries
    self.comment = comment
  }

  /// The comment at the top of a new baseline.
  public static let explanation = [
    "Known findings of `ftpraw check`: case, verdict, optionally `until` and the last day on which the finding is accepted,",
    "and the reason. Replace each `?` with a reason.",
  ]

  /// The verdicts that a baseline can list, by their names.
  static let verdicts = CaseVerdict.allCases.filter(\.isProblem)
}

extension Baseline: CustomStringConvertible {
  /// The text, sorted by id and in columns; reading it gives the same entries.
  public var description: String {
    let sorted = entries.sorted { $0.id.rawValue < $1.id.rawValue }
    let wide = sorted.map(\.id.rawValue.count).max() ?? 0
    let middle = sorted.map(\.standing.count).max() ?? 0
    var text = Self.lines(comment) + (comment.isEmpty || sorted.isEmpty ? "" : "\n")
    for entry in sorted {
      let line =
        Self.padded(entry.id.rawValue, to: wide) + "  " + Self.padded(entry.standing, to: middle) + "  "
        + (entry.reason.isEmpty ? "?" : entry.reason)
      text += Self.lines(entry.comment) + line + "\n"
    }
    return text + (closingComment.isEmpty ? "" : "\n" + Self.lines(closingComment))
  }

  private static func lines(_ comment: [String]) -> String {
    comment.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension Baseline.Entry {
  /// Verdict and date: `fail until 2027-01-31`.
  public var standing: String { verdict.rawValue + (expiry.map { " until \($0)" } ?? "") }
}
