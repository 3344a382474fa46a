/// One run of one case, and what it came to.
public struct CaseAttempt: Sendable {
  /// What it came to; never flaky.
  public let verdict: CaseVerdict
  /// Why, where the findings do not tell: what is unsupported or missing, or what went wrong.
  public let reason: String?
  /// What was found wrong, the worst first.
  public let findings: [Finding]
  /// What it has to show for itself.
  public let evidence: CaseEvidence
  /// How long it took.
  public let duration: Duration
  /// Whether it could not begin because there was no room for it at the moment.
  let isCrowdedOut: Bool

  /// The control connections in the order in which they were made.
  public var conversations: [CaseEvidence.Conversation] { evidence.conversations }

  /// How the first control connection ended.
  public var ending: ConnectionEnding { evidence.ending }
}
