import FTPConversation
import FTPProtocol

/// One run of one case on fresh connections, and what it came to.
public struct CaseAttempt: Sendable {
  /// A control connection with its data connections, as it was recorded.
  public struct Conversation: Sendable {
    /// When its clock began, on the clock of the attempt: what is common to all its conversations.
    public let opened: Duration
    /// What was said, transferred and judged; passwords are replaced.
    public let transcript: Transcript
    /// What the judge found against the server.
    public let serverVerdicts: [Verdict]
  }

  /// What it came to; never flaky.
  public let verdict: CaseVerdict
  /// Why, where the findings do not tell: what is unsupported or missing, or what went wrong.
  public let reason: String?
  /// What was found wrong, the worst first.
  public let findings: [Finding]
  /// How the first control connection ended.
  public let ending: ConnectionEnding
  /// How long it took.
  public let duration: Duration
  /// The control connections in the order in which they were made.
  public let conversations: [Conversation]
  /// The directory that was its own; nil where there was none.
  let directory: String?
  /// Whether it could not begin because the server takes no more connections at the moment.
  let isCrowdedOut: Bool
}
