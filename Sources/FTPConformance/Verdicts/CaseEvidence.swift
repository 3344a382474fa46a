import FTPConversation
import FTPProtocol

/// What shows that the result of an attempt is right: its conversations, and what else its role has seen.
public struct CaseEvidence: Sendable {
  /// A control connection with its data connections, as it was recorded.
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
    /// The moment from which it was not; nil if it always was.
    let outOfStep: OutOfStep?

    /// Takes a conversation, and those of the judge's verdicts that are against `party`.
    init(
      opened: Duration = .zero, _ transcript: Transcript, verdicts: [Verdict], against party: Verdict.Party,
      observed: Set<Int> = []
    ) {
      self.observed = observed
      self.opened = opened
      self.party = party
      self.transcript = transcript
      let faults = verdicts.filter { $0.party == party }
      let outOfStep = OutOfStep(transcript, of: party)
      self.outOfStep = outOfStep
      self.faults = outOfStep.map { faults.prefix($0.verdictsBefore) + [$0.verdict] } ?? faults
    }
  }

  /// Something else that was seen: how a program ended, what it printed, which files are on the disk.
  package struct Exhibit: Hashable, Sendable, Codable {
    /// Its name: `exit status`, `standard error`.
    package let name: String
    /// Its lines, in printable ASCII.
    package let lines: [String]

    /// Makes an exhibit; the lines must hold no raw bytes of a peer.
    package init(_ name: String, _ lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  /// The control connections in the order in which they were opened.
  public let conversations: [Conversation]
  /// How the first of them ended.
  public let ending: ConnectionEnding
  /// What the role adds.
  package let exhibits: [Exhibit]

  init(_ conversations: [Conversation], ending: ConnectionEnding, exhibits: [Exhibit] = []) {
    self.conversations = conversations
    self.ending = ending
    self.exhibits = exhibits
  }
}

extension CaseEvidence.Conversation {
  /// What took the conversation out of step, if steps continued after that, so that their findings mean nothing.
  ///
  /// The QUIT that ends every case does not count as a step.
  var misleading: Verdict? {
    guard let outOfStep else { return nil }
    let later = transcript.events.dropFirst(outOfStep.place + 1).contains { event in
      guard case .command(let line, _) = event.content else { return false }
      return !line.bytes.starts(with: "QUIT".utf8)
    }
    return later ? outOfStep.verdict : nil
  }
}
