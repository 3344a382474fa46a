import FTPConversation
import FTPProtocol

/// What an attempt has to show for itself: what was said, and what else its role has seen.
public struct CaseEvidence: Sendable {
  /// A control connection with its data connections, as it was recorded.
  public struct Conversation: Sendable {
    /// When its clock began, on the clock of the attempt: what is common to all its conversations.
    public let opened: Duration
    /// The party under test.
    let party: Verdict.Party
    /// What was said, transferred and judged; passwords are replaced.
    public let transcript: Transcript
    /// What the judge found against the party under test, as long as the conversation was in step.
    public let faults: [Verdict]
    /// From when on it was not; nil if it always was.
    let outOfStep: OutOfStep?

    /// Takes a conversation, and of the judge's verdicts those against `party`.
    init(
      opened: Duration = .zero, _ transcript: Transcript, verdicts: [Verdict], against party: Verdict.Party
    ) {
      self.opened = opened
      self.party = party
      self.transcript = transcript
      let faults = verdicts.filter { $0.party == party }
      let outOfStep = OutOfStep(transcript, of: party)
      self.outOfStep = outOfStep
      self.faults = outOfStep.map { faults.prefix($0.verdictsBefore) + [$0.verdict] } ?? faults
    }
  }

  /// Something else that was seen: how a program ended, what it printed, what is on the disk.
  public struct Exhibit: Hashable, Sendable {
    /// What it is: `exit status`, `standard error`.
    public let name: String
    /// The lines of it, in printable ASCII.
    public let lines: [String]

    /// Makes an exhibit; the lines must hold no raw bytes of a peer.
    package init(_ name: String, _ lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  /// The control connections in the order in which they were made.
  public let conversations: [Conversation]
  /// How the first of them ended.
  public let ending: ConnectionEnding
  /// What the role adds.
  public let exhibits: [Exhibit]

  init(_ conversations: [Conversation], ending: ConnectionEnding, exhibits: [Exhibit] = []) {
    self.conversations = conversations
    self.ending = ending
    self.exhibits = exhibits
  }
}

extension CaseEvidence.Conversation {
  /// What took the conversation out of step, where steps went on after it: what they found then says nothing.
  ///
  /// The farewell that every case ends with is no step.
  var misleading: Verdict? {
    guard let outOfStep else { return nil }
    let later = transcript.events.dropFirst(outOfStep.place + 1).contains { event in
      guard case .command(let line, _) = event.content else { return false }
      return !line.bytes.starts(with: "QUIT".utf8)
    }
    return later ? outOfStep.verdict : nil
  }
}
