/// One rule of the FTP texts, in the project's own words.
///
/// A requirement is named by its ``id``, a slug of the form `<rfc>:<section>:<words>` such as
/// `959:4.2:multiline-end`. An id never changes its meaning and is never given to another rule, so it can be
/// cited in code, in reports and in baselines.
public struct Requirement: Sendable, Hashable, Identifiable {
  /// The slug, for example `959:4.2:multiline-end`.
  public let id: String
  /// The text the rule comes from: an RFC number such as `959`, or a draft's short name such as `mfxx`.
  public let rfc: String
  /// The section within that text, for example `4.2` or `appendix-ii`.
  public let section: String
  /// How strongly the text asks for it.
  public let level: Level
  /// Who has to obey it.
  public let side: Side
  /// The rule, one sentence or two.
  public let text: String
  /// Why the rule is not tested, where someone has given a reason.
  public let waiver: String?

  /// How strongly a text asks for something.
  ///
  /// The words of RFC 2119 and RFC 8174, and ``plain`` for texts that state a rule without using them
  /// (most of RFC 959 does).
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// An absolute demand.
    case must = "MUST"
    /// A demand that may be set aside for a good reason.
    case should = "SHOULD"
    /// A liberty that the other side has to live with.
    case may = "MAY"
    /// Stated as a fact, without a word of RFC 2119.
    case plain
  }

  /// The end of the control connection that a rule binds.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The server.
    case server
    /// The client.
    case client
    /// Both ends.
    case both
  }
}
