import FTPConversation
import FTPProtocol
import FTPRequirements

/// The rules that a server breaks if it takes each read for a line.
private let rulesAboutReads: Set<RequirementID> = [
  "1123:4.1.2.10:reads-carry-no-meaning", "959:5.3:wait-for-line-end", "959:4.1.3:command-line-ends",
  "854:nvt:crlf-one-unit",
]

extension [CaseAttempt.Conversation] {
  /// Why a finding about something that a server may leave out does not count; nil if it may count.
  ///
  /// A server does not offer a verb if it refused it each time as unknown, and FEAT does not list it. A reply that repeats the
  /// argument is about the argument, unless it repeats the whole line. Of several verbs, the one that the finding is about decides.
  func refutation(of finding: Finding, knowing facts: ServerFacts) -> CaseStop? {
    // Few findings need the search.
    lazy var told = answer(told: finding.received)
    lazy var refused = told.flatMap { $0.reply.code.isNegative ? $0.command : nil }
    if let refusal = facts.refusalFromRoot, refused?.argument?.first == UInt8(ascii: "/") {
      return .skipped("files are not found by their names from the root: \(Probe.words(of: refusal))")
    }
    if let confusion = facts.confusedReads, contains(where: \.hasOddity),
      !rulesAboutReads.contains(finding.requirement)
    {
      return .skipped(
        "two commands in one segment got \(confusion) (see rfc1123/4.1.2.10/joined-commands)")
    }
    if !facts.answersToMissing.isEmpty, !finding.requirement.rawValue.hasSuffix("-missing"),
      let verb = told?.command.verb.name, facts.answersToMissing.contains(verb)
    {
      let place = verb == "SIZE" ? "4/size" : "3.2/mdtm"
      return .skipped("\(verb) of a missing name has an answer, too (see rfc3659/\(place)-missing)")
    }
    let rule = RequirementCatalogue.requirement(id: finding.requirement.rawValue)
    let isOffered = facts.features.contains
    let passive = facts.passiveCommand.passiveVerb.name
    guard case .offers(let verbs)? = rule?.condition, !verbs.contains(where: isOffered),
      !verbs.contains(passive)
    else { return nil }
    // What FEAT would list, and is refused for a file that is there, is not offered either.
    if let told, told.reply.code == 550, verbs.contains(told.command.verb.name), told.command.argument != nil,
      told.command.verb.row?.feature != nil, told.command.verb.has(.wantsFile)
    {
      return .unsupported(Probe.words(of: told.reply))
    }
    let own = refused.map(\.verb.name).flatMap {
      verbs.contains($0) ? absence(of: [$0], knowing: facts) : nil
    }
    return (own ?? absence(of: verbs, knowing: facts)).map { .unsupported(Probe.words(of: $0)) }
  }

  /// The last reply whose words a finding begins with, and the command that it answers.
  private func answer(told words: String) -> (reply: Reply, command: Command)? {
    for event in flatMap(\.transcript.events).reversed() {
      guard case .reply(let reply, _, let judgement) = event.content, let command = judgement.command,
        words.hasPrefix(Probe.words(of: reply))
      else { continue }
      return (reply, command)
    }
    return nil
  }

  /// The last reply by which a server refused these verbs as unknown, if it always did; nil if it may have one of them.
  private func absence(of verbs: [String], knowing facts: ServerFacts) -> Reply? {
    var last: Reply?
    for case .reply(let reply, _, let judgement) in flatMap(\.transcript.events).map(\.content) {
      guard let command = judgement.command, verbs.contains(command.verb.name) else { continue }
      let argument = command.argument.map { Escaping.ascii($0, limit: 200) } ?? ""
      let words = Probe.words(of: reply).replacing("\(command.verb) \(argument)", with: "")
      guard facts.isAbsent(reply), !words.holds(word: argument) else {
        return nil
      }
      last = reply
    }
    return last
  }
}

extension ServerFacts {
  /// Whether a rule applies to the server, as far as FEAT tells.
  func admit(_ rule: RequirementID) -> Bool {
    guard case .lists(let label)? = RequirementCatalogue.requirement(id: rule.rawValue)?.condition else {
      return true
    }
    return features.contains(label)
  }
}

extension ConformanceCase {
  /// Whether it is about one of these codes.
  fileprivate func tests(codes: Set<String>) -> Bool {
    requirements.contains { $0.words.split { !$0.isNumber }.contains { codes.contains(String($0)) } }
  }
}

extension ServerCase {
  /// Why a case has shown nothing although its steps ended; nil if it has.
  ///
  /// A pass must have seen something that would have failed it. If the server has none of the commands that were tested,
  /// that is no pass, unless the case is about the codes that say so; nor is it one if nothing happened where it would show
  /// that the rule is broken.
  func emptiness(
    of conversations: [CaseAttempt.Conversation], _ probe: Probe, _ preparations: [CaseAttempt.Preparation]
  ) -> CaseStop? {
    let begin = probe.state.withLock { $0.begin }
    let observables = RequirementCatalogue.requirement(id: entry.mainRequirement.rawValue)?.observables ?? []
    var isShown = observables.isEmpty
    var last: Reply?
    var hasAnswer = false
    for (number, conversation) in conversations.enumerated() {
      for (place, event) in conversation.transcript.events.enumerated() {
        let isReply = if case .reply = event.content { true } else { false }
        // The needs of a case may have brought about a handshake, but replies to a login show nothing.
        if isReply, number == 0, place < begin { continue }
        isShown = isShown || observables.contains { $0.isShown(by: event) }
        guard case .reply(let reply, _, let judgement) = event.content, let command = judgement.command,
          !Self.frame.contains(command.verb),
          !preparations.cover(place, of: command.verb, in: number)
        else { continue }
        hasAnswer = hasAnswer || !probe.facts.isAbsent(reply) || entry.tests(codes: [reply.code.description])
        last = reply
      }
    }
    // What was not kept may have shown it.
    let isWhole = conversations.allSatisfy { $0.transcript.omittedEvents == 0 }
    if isWhole, let last, !hasAnswer { return .unsupported(Probe.words(of: last)) }
    guard isShown || !isWhole else {
      return .skipped("nothing happened that would show whether the rule is broken")
    }
    return nil
  }

  /// The verbs that begin and end sessions, whose replies show nothing about what is between.
  private static let frame: Set<Verb> = [.user, .pass, .auth, .pbsz, .prot, .quit]
}

extension Requirement.Observable {
  /// Whether an event is of the kind that shows that a rule is broken, or that it is not.
  fileprivate func isShown(by event: ConversationEvent) -> Bool {
    switch (self, event.content) {
    case (.replies, .reply), (.files, .reply), (.replies, .unfinishedReply), (.commands, .command),
      (.data, .data), (.data, .mark(.dataOpened)), (.data, .mark(.dataClosed)),
      (.connections, .mark(.dataOpened)), (.connections, .mark(.dataRefused)),
      (.connections, .mark(.dataClosed)), (.connections, .mark(.controlOpened)),
      (.connections, .mark(.controlClosed)), (.tls, .mark(.tls)), (.time, _), (.report, _), (.nothing, _):
      true
    default: false
    }
  }
}

extension String {
  /// Whether a text is in this one, not as a part of a word: the S of MODE S is not in "Syntax error".
  fileprivate func holds(word: String) -> Bool {
    !word.isEmpty
      && ranges(of: word).contains { range in
        let before = self[..<range.lowerBound].last
        let after = self[range.upperBound...].first
        return ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
      }
  }
}
