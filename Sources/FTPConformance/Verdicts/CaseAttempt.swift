/// One run of one case, and its result.
public struct CaseAttempt: Sendable {
  /// The result; never flaky.
  public let verdict: CaseVerdict
  /// The reason, where the findings do not give it: what is unsupported or missing, or what went wrong.
  public let reason: String?
  /// What was found wrong, the worst first.
  public let findings: [Finding]
  /// What shows that the result is right.
  public let evidence: CaseEvidence
  /// How long it took.
  public let duration: Duration
  /// Whether it could not begin because the party had no room for it at the moment.
  let isCrowdedOut: Bool

  /// The control connections in the order in which they were opened.
  public var conversations: [CaseEvidence.Conversation] { evidence.conversations }

  /// How the first control connection ended.
  public var ending: ConnectionEnding { evidence.ending }
}
