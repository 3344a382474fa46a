import FTPConversation
import FTPProtocol

/// The moment from which replies and commands of a conversation no longer belong together, because a reply is
/// missing or there is one too many.
///
/// Nothing that comes later can be blamed on either party, because each reply is matched with the wrong command. So the
/// judge's verdicts from then on are dropped, and the report says that a reply is missing, or which one is too many.
struct Desynchronization: Hashable, Sendable {
  /// What is wrong; it replaces everything that seems wrong from then on.
  let verdict: Verdict
  /// The index of the moment in the events of the conversation.
  let place: Int
  /// The index of the earliest moment that explains the rest as well: which of the replies since then was one too many does not
  /// show.
  private let earliest: Int
  /// How many of the judge's verdicts on the party came before.
  let verdictsBefore: Int

  /// Looks for the moment in a recording; nil if the conversation was in step.
  init?(_ transcript: Transcript, of party: Verdict.Party) {
    var before = 0
    for (place, event) in transcript.events.enumerated() {
      guard case .verdict(let verdict) = event.content, verdict.party == party else { continue }
      if let found = Self.sign(verdict, at: place, in: transcript) {
        let least = verdict.requirement == Self.simple ? 2 : 1
        let shift =
          found.requirement == Self.surplus
          ? Self.shift(in: transcript, endingAt: place, ifMisfits: least) : nil
        let start = shift?.upperBound
        // A reply after the one to QUIT, or a 1yz or 3yz to a simple command, shows that one is too many only if the others make
        // sense without an earlier one.
        if start == nil, [Self.farewell, Self.simple].contains(verdict.requirement) {
          before += 1
          continue
        }
        self.verdict = found
        self.place = start ?? place
        earliest = shift?.lowerBound ?? place
        let events = transcript.events
        verdictsBefore =
          start.map { Transcript(events: Array(events[..<$0])).verdicts.count { $0.party == party } }
          ?? before
        return
      }
      before += 1
    }
    return nil
  }

  /// Whether steps continued after the moment; the QUIT that ends every case does not count as one.
  func isFollowed(in transcript: Transcript) -> Bool {
    transcript.events.dropFirst(place + 1).contains { $0.lineSent != nil && !$0.isQuit }
  }

  /// Whether a finding is about the code of one of the replies that may have been the one too many.
  func doubts(_ finding: Finding, in transcript: Transcript) -> Bool {
    finding.requirement.isOfCodes
      && transcript.events[earliest...place].contains { event in
        guard case .reply(let reply, _, _) = event.content else { return false }
        return Probe.words(of: reply) == finding.received
      }
  }

  private static let surplus: RequirementID = "959:5.4:nothing-spontaneous"
  private static let farewell: RequirementID = "959:4.1.1:quit-221-close"
  private static let simple: RequirementID = "959:6:simple-commands"
  private static let missing: RequirementID = "959:4.2:every-command-answered"

  /// The verdict that a reply is missing or that one is too many, if this verdict is a sign of either; otherwise nil.
  private static func sign(_ verdict: Verdict, at place: Int, in transcript: Transcript) -> Verdict? {
    switch verdict.requirement {
    case surplus, missing, "959:4.2:preliminary-then-final": verdict
    // No other command is answered with an address.
    case "959:5.4:success-needs-preliminary" where ["227", "228", "229"].contains(verdict.received.prefix(3)):
      Verdict(surplus, by: verdict.party, expected: "one reply to each command", received: verdict.received)
    // What came instead of 221 is no reply if it is the close.
    case farewell where verdict.received.first?.isNumber ?? false, simple:
      Verdict(surplus, by: verdict.party, expected: "one reply to each command", received: verdict.received)
    // A 221 to another command is that of a QUIT that was sent meanwhile.
    case "959:4.2:replies-in-order",
      "1123:4.1.2.11:general-rules"
    where verdict.received.hasPrefix("221") && transcript.events.prefix(place).contains(where: \.isQuit):
      // If the reply that was skipped comes later, the order is wrong; if it never comes, it is missing.
      lostReply(passedOverAt: place, in: transcript).map { lost in
        Verdict(
          missing, by: verdict.party, expected: "a reply to \(lost)",
          received: "none, and \(verdict.received)")
      }
    default: nil
    }
  }

  /// The verb of the oldest command that has no reply at `place` and gets none later.
  private static func lostReply(passedOverAt place: Int, in transcript: Transcript) -> String? {
    var open: [Int: String] = [:]
    for (index, event) in transcript.events.enumerated() {
      switch event.content {
      case .command(_, let judgement):
        guard index < place, let ordinal = judgement?.ordinal else { continue }
        open[ordinal] = judgement?.command?.verb.name ?? "a command"
      case .reply(_, _, let judgement):
        if judgement.isFinal, let ordinal = judgement.ordinal { open[ordinal] = nil }
      default: continue
      }
    }
    return open.min { $0.key < $1.key }?.value
  }

  /// The first and the last of the replies that may have been sent twice, if the commands between them and the surplus reply
  /// make sense without one of them: a second reply that comes late is taken for the reply to the next command, and only
  /// the last reply has no command left.
  ///
  /// Fewer misfits than `least` may be wrong codes.
  private static func shift(
    in transcript: Transcript, endingAt end: Int, ifMisfits least: Int
  ) -> ClosedRange<Int>? {
    let events = transcript.events
    var fewest = misfits(in: events[..<end], without: nil)
    guard fewest >= least else { return nil }
    let replies = events.indices[..<end].filter { index in
      if case .reply = events[index].content { true } else { false }
    }
    // The last reply is the surplus one itself.
    var found: ClosedRange<Int>?
    for omitted in replies.dropLast().suffix(40) {
      let count = misfits(in: events[..<end], without: omitted)
      if count < fewest {
        (fewest, found) = (count, omitted...omitted)
      } else if count == fewest {
        found = found.map { $0.lowerBound...omitted }
      }
    }
    // If codes alone are odd, all others must fit.
    return least > 1 && fewest > 0 ? nil : found
  }

  /// How many replies do not fit their commands if one is left out.
  private static func misfits(in events: ArraySlice<ConversationEvent>, without omitted: Int?) -> Int {
    var judge = Judge()
    var count = 0
    for (index, event) in zip(events.indices, events) where index != omitted {
      switch event.content {
      case .command(let line, _): judge.observe(commandLine: line.bytes)
      case .reply(let reply, _, _):
        let verdicts = judge.observe(reply: reply).verdicts
        count += verdicts.count { verdict in
          let text = verdict.requirement.rawValue
          return verdict.requirement != surplus
            && (text.hasPrefix("959:5.4:") || text.hasPrefix("959:6:") || text == "959:4.2:replies-in-order")
        }
      default: continue
      }
    }
    return count
  }
}
