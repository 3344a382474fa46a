import FTPConversation
import FTPProtocol

/// What a party did that made cases find something: two findings with the same cause count as one.
///
/// Cases overlap, because sentences do. A server without NLST fails every case that lists names, and a server that
/// closes the connection at a byte 255 fails every case that sends Telnet commands. Each is one thing to fix, and
/// reports count it once. The cause of a finding is read from the conversation, never from the words of the case:
///
/// - **An answer.** The received reply answers a certain command. The same command line with the same reply, digits
///   aside, is the same behaviour, whatever requirement it breaks. 500 and 502 are about the verb, which is unknown
///   with any argument, unless the reply repeats the argument; but TYPE is always known, because transfers need it. If
///   bytes above 127, those of Telnet, are taken for a part of the verb, they count instead of it. For OPTS and SITE,
///   the first word of the argument counts as well, because the rest belongs to the command that it names. PBSZ and
///   PROT count as one command. A finding about the code of a reply that is no refusal is the same with any
///   argument and any words.
/// - **No answer.** The commands after the last reply have none: the verb of the first counts, and not whether
///   the party then closes the connection. What was sent before a login, in one piece with another line, or while the
///   party waits for a data connection, counts as that, whatever the verb. If their lines contain bytes above 127, these
///   count instead of the verb: a party that cannot handle them cannot handle them anywhere.
/// - **Other bytes.** What became of a file counts, whether its end is missing or its line ends differ: a server that cuts
///   downloads fails every case that looks at one.
/// - **A rule.** What the judge itself finds in replies and data is the same wherever it finds it, and so is what the model of
///   a walk finds.
/// - **Something else**, such as a file that came back changed: the same requirement and the same words, digits aside.
///   For clients, such findings are never the same in two cases, because they say little more than that the client
///   failed.
///
/// The first three kinds do not depend on the requirement, the others depend on what they name and nothing else. So two
/// defects are counted as one only if the party does exactly the same for both; one defect may well be counted twice.
struct Cause: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case answer(command: String, reply: String)
    case silence(after: String, isClosed: Bool)
    case bytes(ByteDifference.Kind)
    case rule(RequirementID)
    case words(RequirementID, String, in: CaseID?)
  }

  private let kind: Kind

  /// The cause of a finding in these conversations.
  init(of finding: Finding, about entry: ConformanceCase, in conversations: [CaseAttempt.Conversation]) {
    kind = Self.kind(
      finding, conversations, client: entry.party == .client ? entry.id : nil,
      isOfModel: entry.isOfModel)
  }

  /// The causes of a finding: several if it is about verbs that are missing, each of which other cases miss too.
  static func all(
    of finding: Finding, about entry: ConformanceCase, in conversations: [CaseAttempt.Conversation]
  ) -> [Cause] {
    let own = Cause(of: finding, about: entry, in: conversations)
    guard
      finding.requirement == "1123:4.1.2.13:required-commands"
        || finding.requirement == "959:5.1:minimum-commands"
    else { return [own] }
    return [own]
      + conversations.flatMap { conversation in
        let events = conversation.transcript.events[...]
        return events.indices.compactMap { place -> Cause? in
          guard case .reply(let reply, _, _) = events[place].content, Probe.isAbsent(reply) else {
            return nil
          }
          return answer(at: place, in: events, isOfCode: false).map(Cause.init)
        }
      }
  }

  /// The cause of a refusal with the wrong code, whatever its argument: one line of a server's code refuses them all.
  static func ofCode(_ finding: Finding, in conversations: [CaseAttempt.Conversation]) -> Cause? {
    guard finding.isOfRefusalCode else { return nil }
    for conversation in conversations {
      let events = conversation.transcript.events[...]
      let place =
        events.replies(quotedBy: finding).first
        ?? events.firstIndex { $0.is(finding) }.flatMap { end in
          events[..<end].lastIndex { if case .reply = $0.content { true } else { false } }
        }
      if let place, let kind = answer(at: place, in: events, isOfCode: true, isLoose: true) {
        return Cause(kind)
      }
    }
    return nil
  }

  private init(_ kind: Kind) { self.kind = kind }

  /// The cause of what a model finds that breaks a rule.
  init(breaking rule: RequirementID) { kind = .rule(rule) }

  private static func kind(
    _ finding: Finding, _ conversations: [CaseAttempt.Conversation], client id: CaseID?, isOfModel: Bool
  ) -> Kind {
    // A model compares everything with everything: one defect shows under many names.
    if isOfModel { return .rule(finding.requirement) }
    if let difference = finding.difference, difference != .altered { return .bytes(difference) }
    // All surplus replies are one cause, whatever they say.
    if finding.requirement == "959:5.4:nothing-spontaneous", id == nil { return .rule(finding.requirement) }
    for conversation in conversations {
      let events = conversation.transcript.events[...]
      let answers = events.replies(quotedBy: finding).lazy.compactMap {
        answer(at: $0, in: events, isOfCode: finding.isOfCode)
      }
      if let answer = answers.first { return answer }
      if let place = events.firstIndex(where: { $0.is(finding) }) {
        if finding.isOfSilence, let silence = silence(in: Array(events)) { return silence }
        return ofJudge(finding, events[..<place])
      }
    }
    if finding.requirement == .userRequestsClose {
      // What crossed the close got no answer.
      if let silence = conversations.last.flatMap({ silence(in: $0.transcript.events) }) { return silence }
      let verbs = conversations.last?.transcript.events.compactMap { $0.lineSent?.command?.verb.name }
      if let verb = verbs?.last { return .silence(after: verb, isClosed: true) }
    }
    // The steps ended with the command that got no answer, on the connection that was opened last.
    if finding.isOfSilence {
      for conversation in conversations.reversed() {
        if let silence = silence(in: conversation.transcript.events) { return silence }
      }
    }
    return .words(finding.requirement, withoutDigits(finding.received), in: id)
  }

  /// The kind of a finding of the judge: an answer if it is about codes, otherwise a rule.
  private static func ofJudge(_ finding: Finding, _ events: ArraySlice<ConversationEvent>) -> Kind {
    guard finding.requirement.isOfCodes || finding.requirement.rawValue.hasPrefix("959:6:"),
      let place = events.lastIndex(where: { if case .reply = $0.content { true } else { false } }),
      let answer = answer(at: place, in: events, isOfCode: finding.isOfCode)
    else { return .rule(finding.requirement) }
    return answer
  }

  private static func answer(
    at place: Int, in events: ArraySlice<ConversationEvent>, isOfCode: Bool, isLoose: Bool = false
  ) -> Kind? {
    guard case .reply(let reply, _, _) = events[place].content, let line = events.line(answeredAt: place),
      let command = line.command
    else { return nil }
    let argument = command.argument.map { Escaping.ascii($0, limit: 200) } ?? ""
    let isAbsent = Probe.isAbsent(reply)
    // Some refusals of unknown verbs repeat the line.
    let words =
      isAbsent
      ? reply.lastLineWords.replacing("\(command.verb) \(argument)", with: command.verb.name)
      : reply.lastLineWords
    let shown: String
    switch command.verb {
    case "PBSZ", "PROT": shown = "PBSZ"
    case _ where isAbsent && line.first == Telnet.iac: shown = "bytes above 127"
    case _
    where isAbsent && command.verb != .type
      && (argument.isEmpty || !words.uppercased().contains(argument.uppercased())):
      shown = command.verb.name
    case _ where isOfCode && !reply.code.isNegative:
      return .answer(command: command.verb.name, reply: reply.code.description)
    // A verb without its argument is refused in one place for all.
    case _ where isLoose: shown = argument.isEmpty ? "no argument" : command.verb.name
    case "OPTS", "SITE": shown = "\(command.verb) \(argument.prefix { $0 != " " }.uppercased())"
    // A server that refuses every second parameter of TYPE need be told only once.
    case .type
    where reply.code.isNegative && argument.count == 3 && argument.first != " "
      && argument.dropFirst().first == " "
      && !reply.lastLineWords.contains(argument):
      shown = "TYPE with two parameters"
    default: shown = "\(command.verb) \(argument)"
    }
    return .answer(
      command: withoutDigits(shown), reply: "\(reply.code) " + withoutDigits(String(words.dropFirst(3))))
  }

  private static func silence(in all: [ConversationEvent]) -> Kind? {
    let events = Array(all.prefix { !$0.isQuit })
    let start = events.lastIndex { if case .reply = $0.content { true } else { false } } ?? 0
    let lines = events[start...].compactMap { event in
      if case .command(let line, _) = event.content { line.bytes } else { nil }
    }
    guard let first = lines.first else {
      // The last reply belongs to an earlier line: what came together with that is lost, whatever it is.
      return events.owesReplies ? .silence(after: "(lines in one piece)", isClosed: false) : nil
    }
    let isText = lines.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    let command = Command(parsing: first.withoutLineEnd)
    var verb = command?.verb.name ?? ""
    // A server that answers nothing but USER before a login need not be told so for each verb.
    let isLoggingIn = events[..<start].contains { $0.lineSent != nil }
    if !isLoggingIn, verb != Verb.user.name { verb = "(before USER)" }
    // Nor one that answers nothing before the data connection that it waits for.
    if events.awaitDataConnection, !(command?.verb.transfersData ?? false) {
      verb = "(before the data connection)"
    }
    return .silence(after: isText ? verb : "bytes above 127", isClosed: false)
  }

  /// Replaces numbers, because ports, sizes and times differ each time.
  static func withoutDigits(_ text: String) -> String {
    var result = ""
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if !isDigit { result.append(character) } else if result.last != "#" { result.append("#") }
    }
    return result
  }
}

extension ConformanceCase {
  /// Whether the model of a walk judges it.
  var isOfModel: Bool { requirements == Walk.requirements }
}

extension RequirementID {
  /// The rule about a close of the control connection that the client has not asked for.
  static let userRequestsClose: RequirementID = "959:2.3:user-requests-close"

  /// Whether the judge finds it broken by the code of a reply.
  var isOfCodes: Bool {
    rawValue.hasPrefix("959:5.4:") && rawValue.hasSuffix("-codes")
      || self == "1123:4.1.2.11:standard-codes" || self == "1123:4.1.2.11:general-rules"
  }
}

extension Finding {
  /// Whether only the code is wrong: the outcome is one that the command may have.
  fileprivate var isOfCode: Bool {
    ruling == "1123:4.1.2.11:standard-codes" || requirement.isOfCodes
  }

  /// Whether a refusal has the wrong code, and that is all.
  var isOfRefusalCode: Bool {
    harmRule == "1123:4.1.2.11:standard-codes" || harmRule == "959:4.2:transient-or-permanent"
  }

  /// Whether it is about a missing answer.
  fileprivate var isOfSilence: Bool {
    requirement == "959:4.2:every-command-answered" || expected == Self.workingConnection
  }
}

extension ConversationEvent {
  /// A line that was sent, without its line end.
  var lineSent: [UInt8]? {
    guard case .command(let line, _) = content else { return nil }
    return line.bytes.withoutLineEnd
  }

  /// Whether it is a QUIT, with which every case ends.
  var isQuit: Bool { lineSent?.starts(with: "QUIT".utf8) ?? false }

  /// A verdict of the judge.
  var verdict: Verdict? { if case .verdict(let verdict) = content { verdict } else { nil } }

  /// Whether the other side closed the control connection, or it was lost.
  var isCloseByPeer: Bool {
    if case .mark(.controlClosed(let end)) = content { end != .byClient } else { false }
  }

  /// Whether it is the judge's verdict that a finding repeats.
  fileprivate func `is`(_ finding: Finding) -> Bool {
    verdict?.requirement == finding.requirement && verdict?.received == finding.received
  }
}

extension [ConversationEvent] {
  /// Whether fewer final replies came than lines were sent.
  fileprivate var owesReplies: Bool {
    let lines = count { $0.lineSent != nil }
    // One of the replies is the greeting.
    let replies = count {
      if case .reply(let reply, _, _) = $0.content { !reply.code.isPreliminary } else { false }
    }
    return lines > 0 && lines > replies - 1
  }

  /// Whether the last reply that announced a port got no connection there.
  fileprivate var awaitDataConnection: Bool {
    for event in reversed() {
      switch event.content {
      case .reply(let reply, _, _) where [227, 228, 229].contains(reply.code): return true
      case .mark(.dataOpened), .mark(.dataRefused): return false
      default: continue
      }
    }
    return false
  }
}

extension ArraySlice<ConversationEvent> {
  /// The places of the replies that a finding quotes, the last first: of two equal ones, the steps stopped at the later.
  func replies(quotedBy finding: Finding) -> [Int] {
    indices.reversed().filter { place in
      guard case .reply(let reply, _, _) = self[place].content else { return false }
      return reply.lastLineWords == finding.received
    }
  }

  /// The command line that the reply at a place answers.
  ///
  /// A report that was read back has the verb that a reply answers, but not which of the commands it was.
  func line(answeredAt place: Int) -> [UInt8]? {
    guard case .reply(_, _, let judgement) = self[place].content else { return nil }
    let verb = judgement.command?.verb
    return self[..<place].lazy.reversed().compactMap(\.lineSent).first { $0.command?.verb == verb }
  }
}

extension Reply {
  /// The last line in printable ASCII, which is how findings quote a reply.
  var lastLineWords: String { words(line: lines.count - 1) }

  /// A line in printable ASCII; empty if there is no such line.
  func words(line number: Int) -> String {
    let line = lines.indices.contains(number) ? lines[number].bytes : []
    return Escaping.ascii(line.prefix { $0 != 0x0D && $0 != 0x0A }, limit: 200)
  }
}

extension [UInt8] {
  /// The command in a line, as the judge reads it: without Telnet commands.
  var command: Command? { Command(parsing: Telnet.strip(self).text) }

  /// A command line without its line end.
  fileprivate var withoutLineEnd: [UInt8] { filter { $0 != 0x0D && $0 != 0x0A } }
}
