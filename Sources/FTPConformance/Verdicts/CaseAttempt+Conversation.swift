import FTPConversation
import FTPProtocol

extension CaseAttempt {
  /// A control connection with its data connections, as it was recorded: what shows that the result is right.
  public struct Conversation: Sendable {
    /// When its clock began, on the clock of the attempt, which all conversations share.
    public let opened: Duration
    /// The party under test.
    let party: Verdict.Party
    /// What was said, transferred and judged; passwords are replaced.
    public let transcript: Transcript
    /// The places of verdicts that the judge does not find in the events: the client saw more than it recorded.
    ///
    /// They are known only of an attempt that is recorded.
    let observed: Set<Int>
    /// What the judge found against the party under test while the conversation was in step.
    public let faults: [Verdict]
    /// What took the conversation out of step, if steps continued after that, so that their findings mean nothing.
    let misleading: Desynchronization?

    /// Takes a conversation, and those of the judge's verdicts that are against `party`; by default, those in the transcript.
    init(
      opened: Duration = .zero, _ transcript: Transcript, verdicts: [Verdict]? = nil,
      against party: Verdict.Party,
      observed: Set<Int> = []
    ) {
      self.observed = observed
      self.opened = opened
      self.party = party
      self.transcript = transcript
      let doubtful = Self.doubtful(in: transcript)
      let faults = (verdicts ?? transcript.verdicts).filter { $0.party == party && !doubtful.contains($0) }
      let outOfStep = Desynchronization(transcript, of: party)
      self.faults = outOfStep.map { faults.prefix($0.verdictsBefore) + [$0.verdict] } ?? faults
      misleading = outOfStep.flatMap { $0.isFollowed(in: transcript) ? $0 : nil }
    }

    /// The verdicts on the code of a reply that begins with something else: nobody can tell which command it is for.
    private static func doubtful(in transcript: Transcript) -> Set<Verdict> {
      var doubtful: Set<Verdict> = []
      var isMalformed = false
      for event in transcript.events {
        guard case .verdict(let verdict) = event.content else {
          isMalformed = false
          continue
        }
        if verdict.requirement == "959:4.2:reply-line" {
          isMalformed = true
        } else if isMalformed, verdict.requirement.isOfCodes {
          doubtful.insert(verdict)
        }
      }
      return doubtful
    }
  }
}
