import FTPConversation
import FTPProtocol

/// What a party did that made cases find something: two findings with the same cause are one finding in two cases.
///
/// Cases overlap, because sentences do. A server without NLST fails every case that lists names, and one that
/// closes the connection at a byte 255 by each that speaks Telnet. That is one thing to mend, and reports count it once.
/// What a finding is about is read from the conversation, never from the words of the case:
///
/// - **An answer.** The reply that was received answers a certain command. The same command line and the same reply, digits
///   aside, are the same behaviour, whatever requirement it breaks. 500 and 502 are about the verb: it is not there,
///   with any argument, unless the reply repeats the argument; but TYPE is there wherever files are. Where bytes above 127,
///   those of Telnet, are taken for a part of the verb, they count instead of it. Of OPTS and SITE the first word of the
///   argument counts, for the rest belongs to the command that it names, and PBSZ and PROT are the two halves of one.
/// - **No answer.** The commands after the last reply have none: the verb of the first counts, and whether the party closed
///   the connection. Where their lines hold bytes above 127 these count instead of the verb: a party that cannot take them
///   cannot take them anywhere.
/// - **A rule.** What the judge finds by itself in replies and data is the same wherever it finds it.
/// - **Something else**, such as a file that came back changed: the same requirement and the same words, digits aside. Of a
///   client nothing is the same in two cases, for it says little more than whether it has failed.
///
/// The first two kinds do not ask for the requirement, the others for nothing but what they name. So two defects are at
/// most told as one where the party does the very same for both; and one may well be told as two.
struct Cause: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case answer(command: String, reply: String)
    case silence(after: String, isClosed: Bool)
    case rule(RequirementID)
    case words(RequirementID, String, in: CaseID?)
  }

  private let kind: Kind

  /// The cause of a finding that was made in these conversations.
  init(of finding: Finding, about entry: ConformanceCase, in conversations: [CaseEvidence.Conversation]) {
    kind = Self.kind(finding, conversations, client: entry.party == .client ? entry.id : nil)
  }

  private static func kind(
    _ finding: Finding, _ conversations: [CaseEvidence.Conversation], client id: CaseID?
  ) -> Kind {
    for conversation in conversations {
      let events = conversation.transcript.events[...]
      // Of two replies alike the steps have stopped at the later one.
      let answers = events.indices.reversed().lazy.compactMap { place -> Kind? in
        guard case .reply(let reply, _, _) = events[place].content else { return nil }
        return reply.lastLineWords == finding.received ? answer(at: place, in: events) : nil
      }
      if let answer = answers.first { return answer }
      if let place = events.firstIndex(where: { $0.is(finding) }) {
        return ofJudge(finding, events[..<place])
      }
    }
    // Steps end with the command that gets no answer, on the connection that was made last.
    if finding.isOfSilence {
      for conversation in conversations.reversed() {
        if let silence = silence(in: conversation.transcript.events) { return silence }
      }
    }
    return .words(finding.requirement, withoutDigits(finding.received), in: id)
  }

  /// What the judge found is about codes, which are an answer, or about a rule.
  private static func ofJudge(_ finding: Finding, _ events: ArraySlice<ConversationEvent>) -> Kind {
    let id = finding.requirement.rawValue
    let isOfCodes = id.hasPrefix("959:5.4:") && id.hasSuffix("-codes") || id == "1123:4.1.2.11:standard-codes"
    guard isOfCodes || id.hasPrefix("959:6:"),
      let place = events.lastIndex(where: { if case .reply = $0.content { true } else { false } }),
      let answer = answer(at: place, in: events)
    else { return .rule(finding.requirement) }
    return answer
  }

  private static func answer(at place: Int, in events: ArraySlice<ConversationEvent>) -> Kind? {
    guard case .reply(let reply, _, let judgement) = events[place].content else { return nil }
    // Reports that were read back know the verb that a reply answers, and not which of the commands it was.
    let verb = judgement.command?.verb
    let line = events[..<place].lazy.reversed().compactMap(\.lineSent).first { $0.command?.verb == verb }
    guard let line, let command = line.command else { return nil }
    let words = reply.lastLineWords
    let argument = command.argument.map { Escaping.ascii($0, limit: 200) } ?? ""
    let isAbsent = reply.code == 500 || reply.code == 502
    let shown: String
    switch command.verb {
    case "PBSZ", "PROT": shown = "PBSZ"
    case _ where isAbsent && line.first == Telnet.iac: shown = "bytes above 127"
    case _
    where isAbsent && command.verb != .type
      && (argument.isEmpty || !words.uppercased().contains(argument.uppercased())):
      shown = command.verb.name
    case "OPTS", "SITE": shown = "\(command.verb) \(argument.prefix { $0 != " " }.uppercased())"
    default: shown = "\(command.verb) \(argument)"
    }
    return .answer(
      command: withoutDigits(shown), reply: "\(reply.code) " + withoutDigits(String(words.dropFirst(3))))
  }

  private static func silence(in events: [ConversationEvent]) -> Kind? {
    let start = events.lastIndex { if case .reply = $0.content { true } else { false } } ?? 0
    let lines = events[start...].compactMap { event in
      if case .command(let line, _) = event.content { line.bytes } else { nil }
    }.filter { !$0.starts(with: "QUIT".utf8) }
    guard let first = lines.first else { return nil }
    let isClosed = events[start...].contains { event in
      if case .controlClosed(let end) = event.content { end != .byClient } else { false }
    }
    let isText = lines.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    let verb = Command(parsing: first.withoutLineEnd)?.verb.name ?? ""
    return .silence(after: isText ? verb : "bytes above 127", isClosed: isClosed)
  }

  /// Numbers are ports, sizes and times, which are others each time.
  private static func withoutDigits(_ text: String) -> String {
    var result = ""
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if !isDigit { result.append(character) } else if result.last != "#" { result.append("#") }
    }
    return result
  }
}

extension Finding {
  /// Whether it is about an answer that did not come.
  fileprivate var isOfSilence: Bool {
    requirement == "959:4.2:every-command-answered" || expected == "a connection that works"
  }
}

extension ConversationEvent {
  /// A line that was sent, without what ends it.
  fileprivate var lineSent: [UInt8]? {
    guard case .command(let line, _) = content else { return nil }
    return line.bytes.withoutLineEnd
  }

  /// Whether it is the verdict of the judge that a finding repeats.
  fileprivate func `is`(_ finding: Finding) -> Bool {
    guard case .verdict(let verdict) = content else { return false }
    return verdict.requirement == finding.requirement && verdict.received == finding.received
  }
}

extension Reply {
  /// The last line as it can be printed, which is how findings tell of a reply.
  var lastLineWords: String { words(line: lines.count - 1) }

  /// A line as it can be printed; nothing of one that is not there.
  func words(line number: Int) -> String {
    let line = lines.indices.contains(number) ? lines[number].bytes : []
    return Escaping.ascii(line.prefix { $0 != 0x0D && $0 != 0x0A }, limit: 200)
  }
}

extension [UInt8] {
  /// The command in a line, as the judge reads it: without what belongs to Telnet.
  fileprivate var command: Command? { Command(parsing: Telnet.strip(self).text) }

  /// A command line without what ends it.
  fileprivate var withoutLineEnd: [UInt8] { filter { $0 != 0x0D && $0 != 0x0A } }
}
