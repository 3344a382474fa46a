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
    /// Those of them that count for other cases: what came before the client sent something out of the ordinary.
    let ordinaryFaults: [Verdict]
    /// What took the conversation out of step.
    let outOfStep: Desynchronization?
    /// The same if steps continued after that, so that their findings mean nothing.
    var misleading: Desynchronization? { outOfStep.flatMap { $0.isFollowed(in: transcript) ? $0 : nil } }

    /// Whether the client sent a line that is out of the ordinary, or lines together.
    var hasOddity: Bool { transcript.firstOddity < transcript.events.count }

    /// Takes a conversation, and those of the judge's verdicts that are against `party`; by default, those in the transcript,
    /// and none unless it is judged.
    init(
      opened: Duration = .zero, _ transcript: Transcript, verdicts: [Verdict]? = nil,
      against party: Verdict.Party, isJudged: Bool = true,
      observed: Set<Int> = []
    ) {
      self.observed = observed
      self.opened = opened
      self.party = party
      self.transcript = transcript
      let doubtful = Self.doubtful(in: transcript)
      let counting = isJudged ? verdicts ?? transcript.verdicts : []
      let faults = counting.filter { $0.party == party && !doubtful.contains($0) }
      outOfStep = isJudged ? Desynchronization(transcript, of: party) : nil
      self.faults = outOfStep.map { faults.prefix($0.verdictsBefore) + [$0.verdict] } ?? faults
      ordinaryFaults = self.faults.isEmpty ? [] : transcript.ordinary(self.faults, outOfStep)
    }

    /// The verdicts that may not be the party's fault: on the code of a reply that begins with something else, so that it is not
    /// clear which command it is for, on bytes that a reply only repeats from what the client has just sent, and on a Telnet
    /// command that negotiates no option.
    private static func doubtful(in transcript: Transcript) -> Set<Verdict> {
      var doubtful: Set<Verdict> = []
      var isMalformed = false
      // Since the reply before the last one.
      var (sent, isReplied): ([UInt8], Bool) = ([], false)
      var last: Reply?
      for event in transcript.events {
        if case .command(let line, _) = event.content {
          sent = (isReplied ? [] : sent) + line.bytes
          isReplied = false
        }
        if case .reply(let reply, _, _) = event.content {
          isReplied = true
          last = reply
        }
        guard let verdict = event.verdict else {
          isMalformed = false
          continue
        }
        if verdict.requirement == "959:4.2:reply-line" {
          isMalformed = true
        } else if verdict.requirement == "3659:2.2:no-telnet-options", !(last?.negotiatesTelnet ?? false) {
          doubtful.insert(verdict)
        } else if isMalformed && verdict.requirement.isOfCodes || verdict.mayRepeat(sent) {
          doubtful.insert(verdict)
        }
      }
      return doubtful
    }
  }
}

extension Verdict {
  /// Whether it is about bytes of a reply that are among those just sent.
  fileprivate func mayRepeat(_ sent: [UInt8]) -> Bool {
    switch requirement {
    case "3659:2.2:no-telnet-options", "854:nvt:iac-doubled": !Telnet.strip(sent).sequences.isEmpty
    case "854:nvt:nul-only-after-cr": sent.contains(0)
    case "854:nvt:cr-nul": sent.indices.dropLast().contains { sent[$0] == 0x0D && sent[$0 + 1] != 0x0A }
    case "2640:3.1:utf8-replies": String(validating: Telnet.strip(sent).text, as: UTF8.self) == nil
    default: false
    }
  }
}

extension Reply {
  /// Whether it holds a Telnet command that negotiates an option.
  fileprivate var negotiatesTelnet: Bool {
    Telnet.strip(bytes).sequences.contains { $0.bytes.dropFirst().first ?? 0 >= Telnet.will }
  }
}

extension Transcript {
  /// Those of some verdicts, one of which may be about what took the conversation out of step, that came before the first line
  /// that is out of the ordinary.
  fileprivate func ordinary(_ verdicts: [Verdict], _ outOfStep: Desynchronization?) -> [Verdict] {
    let oddity = firstOddity
    var odd = Set(events[oddity...].compactMap(\.verdict)).subtracting(
      events[..<oddity].compactMap(\.verdict))
    if let outOfStep, outOfStep.place >= oddity { odd.insert(outOfStep.verdict) }
    return verdicts.filter { !odd.contains($0) }
  }

  /// The index of the first line that is no command line of one segment, or that is sent before the last one was answered;
  /// the number of events if there is none.
  fileprivate var firstOddity: Int {
    var isAnswered = true
    return events.indices.first { place in
      switch events[place].content {
      case .command(let line, _):
        defer { isAnswered = false }
        return !isAnswered && !events[place].isQuit || !line.bytes.isOrdinaryLine
      case .reply(_, _, let judgement): isAnswered = isAnswered || judgement.isFinal
      case .mark(.dataOpened): isAnswered = true
      default: break
      }
      return false
    } ?? events.count
  }
}

extension [UInt8] {
  /// Whether it ends with CR LF, and holds neither another line end nor a Telnet command.
  fileprivate var isOrdinaryLine: Bool {
    let text = dropLast(2)
    return suffix(2).elementsEqual([0x0D, 0x0A])
      && text.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 } && Telnet.strip(text).sequences.isEmpty
  }
}
