import FTPConversation
import FTPProtocol

/// One run of one case, and its result.
public struct CaseAttempt: Sendable {
  /// Something besides the conversations that was seen: how a program ended, what it printed, which files are on the disk.
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

  /// A part of a conversation that only prepared the test.
  package struct Preparation: Hashable, Sendable {
    /// The position of the conversation.
    package let conversation: Int
    /// The positions of its events.
    package let events: Range<Int>
    /// The one command of the part that prepared; nil if all of them did.
    package let verb: Verb?
  }

  /// The result; never flaky.
  public let verdict: CaseVerdict
  /// The reason, where the findings do not give it: what is unsupported or missing, or what went wrong.
  public let reason: String?
  /// What was found wrong, the worst first.
  public let findings: [Finding]
  /// The control connections in the order in which they were opened.
  public private(set) var conversations: [Conversation]
  /// How the first of them ended.
  package let ending: ConnectionEnding
  /// What the role adds.
  package internal(set) var exhibits: [Exhibit] = []
  /// What only prepared the test.
  package internal(set) var preparations: [Preparation] = []
  /// How long it took.
  public let duration: Duration
  /// Whether it could not begin because the party had no room for it at the moment.
  var isCrowdedOut = false
  /// What is needed to judge it again; nil if that was not kept.
  var recording: AttemptRecording?

  /// How many events its first conversation had when the steps began.
  var begin = 0
  /// The step of the case with which it stopped; nil if it got to the end.
  var stop: Int?

  // What the result may depend on besides the party under test and the case.

  /// Whether no other case disturbed it: none ran at the same time, or few, and the party served them.
  package internal(set) var isAlone = false
  /// Whether something that had to come did not come before a limit ran out.
  package internal(set) var isStalled = false
  /// Whether it waited less than usual.
  package internal(set) var isHurried = false
  /// Whether it relied on pauses, which are too short if the machine is busy.
  package internal(set) var reliesOnPause = false
  /// The cases that ran at the same time as an attempt that stalled or could not finish.
  package internal(set) var beside: [CaseID] = []

  /// Keeps only how much was said in conversations without a fault.
  mutating func dropConversations() {
    guard conversations.allSatisfy(\.faults.isEmpty) else { return }
    begin = 0
    conversations = conversations.map { conversation in
      let count = conversation.transcript.events.count + conversation.transcript.omittedEvents
      return Conversation(
        opened: conversation.opened, Transcript(omittedEvents: count), against: conversation.party)
    }
  }

  /// Whether it cannot be judged again: its steps were ended, or there was too much to record.
  package var isBeyondRecording: Bool {
    !(recording?.isComplete ?? false) || conversations.contains { $0.transcript.omittedEvents > 0 }
  }
}

extension [CaseAttempt.Preparation] {
  /// Whether an event of a conversation, which belongs to a command with this verb, only prepared the test.
  package func cover(_ event: Int, of verb: Verb, in conversation: Int) -> Bool {
    contains {
      $0.conversation == conversation && $0.events.contains(event) && ($0.verb ?? verb) == verb
    }
  }
}
