/// One run of one case, and its result.
public struct CaseAttempt: Sendable {
  /// The result; never flaky.
  public let verdict: CaseVerdict
  /// The reason, where the findings do not give it: what is unsupported or missing, or what went wrong.
  public let reason: String?
  /// What was found wrong, the worst first.
  public let findings: [Finding]
  /// What shows that the result is right.
  public internal(set) var evidence: CaseEvidence
  /// How long it took.
  public let duration: Duration
  /// Whether it could not begin because the party had no room for it at the moment.
  let isCrowdedOut: Bool
  /// What is needed to judge it again; nil if that was not kept.
  var recording: AttemptRecording?
  /// What else the result may depend on.
  package internal(set) var circumstances = Circumstances()

  /// What the result of an attempt may depend on besides the party under test and the case.
  package struct Circumstances: Hashable, Sendable {
    /// Whether no other case ran at the same time.
    package internal(set) var isAlone = false
    /// Whether something that had to come did not come before a limit ran out.
    package internal(set) var isStalled = false
    /// Whether it relied on pauses, which are too short if the machine is busy.
    package internal(set) var reliesOnPause = false
    /// The cases that ran at the same time as an attempt that stalled or could not finish.
    package internal(set) var beside: [CaseID] = []
  }

  /// The control connections in the order in which they were opened.
  public var conversations: [CaseEvidence.Conversation] { evidence.conversations }

  /// Whether it cannot be judged again: its steps were ended, or there was too much to record.
  package var isBeyondRecording: Bool {
    !(recording?.isComplete ?? false) || conversations.contains { $0.transcript.omittedEvents > 0 }
  }

  /// How the first control connection ended.
  public var ending: ConnectionEnding { evidence.ending }
}
