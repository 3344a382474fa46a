import FTPConversation
import FTPProtocol

/// A parser and a judge in the middle of a vector, as one value: to try a segmentation is to work with a
/// copy.
package struct ReplayState {
  private var parser: ReplyParser
  package private(set) var judge = Judge()
  private(set) var replies: [Reply] = []
  /// The replies with their results; nil if they are not collected.
  package private(set) var answers: [Answer]?
  private var ledger: ReplayLedger
  /// The bytes of a command whose line end has not arrived.
  private var partialCommand: [UInt8] = []
  private var data: [DataConnectionID: (byteCount: Int, isExact: Bool)] = [:]
  private var failure: ReplyParserError?

  /// A reply, its meaning, and its expectations.
  package struct Answer {
    package var reply: Reply
    package var judgement: Judgement
    package var expectations: ReplayScript.Expectations
  }

  /// How many things were compared.
  var checks: Int { ledger.checks }
  /// The differences from the vector.
  package var problems: [ReplayLedger.Problem] { ledger.problems }

  /// The same position in the vector, without history: a copy for trials from here on need not carry along everything
  /// before it, or the work would grow with the square of the vector.
  var freshStart: ReplayState {
    var state = self
    state.replies = []
    state.ledger.forgetProblems()
    return state
  }

  package init(_ vector: Vector, bindings: PlaceholderBindings, keepsAnswers: Bool = false) {
    parser = ReplyParser(vector.reading.leniency)
    ledger = ReplayLedger(bindings: bindings)
    answers = keepsAnswers ? [] : nil
  }

  /// Takes an event other than a burst of replies; returns the judge's result for a command.
  @discardableResult
  package mutating func take(_ event: ReplayScript.Event) -> Judgement? {
    switch event {
    case .replies: break
    case .command(let bytes, _, let expectations):
      let judgement = takeCommand(bytes)
      compare(judgement, expectations)
      return judgement
    case .data(let connection, let count, let hasPlaceholders, _, let expectations):
      let before = data[connection]
      data[connection] = ((before?.byteCount ?? 0) + count, before?.isExact ?? true && !hasPlaceholders)
      let isFirst = (before?.byteCount ?? 0) == 0 && count > 0
      compare(isFirst ? judge.observe(data: .firstByte) : nil, expectations)
    case .mark(let mark, let line, let expectations): compare(take(mark, line: line), expectations)
    }
    return nil
  }

  /// Takes the server's bytes, in segments that end at `cuts`.
  package mutating func take(_ burst: ReplayScript.Burst, cuts: [Int]) {
    ledger.beginBurst()
    var start = 0
    for end in cuts + [burst.bytes.count] where end > start {
      parser.append(burst.bytes[start..<end])
      drain(burst) { (parser) throws(ReplyParserError) in try parser.next() }
      start = end
    }
    if burst.endsInClose {
      drain(burst) { (parser) throws(ReplyParserError) in try parser.finish() }
    }
    ledger.endBurst(burst, judge, unfinished: parser.unfinished)
  }

  private mutating func drain(
    _ burst: ReplayScript.Burst, _ next: (inout ReplyParser) throws(ReplyParserError) -> Reply?
  ) {
    guard failure == nil else { return }
    do {
      while let reply = try next(&parser) {
        replies.append(reply)
        let judgement = judge.observe(reply: reply)
        let expectations = ledger.take(
          reply, judgement, judgement.verdicts, judge, in: burst, unfinished: parser.unfinished)
        answers?.append(Answer(reply: reply, judgement: judgement, expectations: expectations))
      }
    } catch {
      failure = error
      if case .unfinished = error.reason { return }
      ledger.report(burst.line, "replies that can be read", "\(error)")
    }
  }

  private mutating func takeCommand(_ bytes: [UInt8]) -> Judgement? {
    partialCommand += bytes
    guard partialCommand.last == 0x0A else { return nil }
    defer { partialCommand = [] }
    return judge.observe(commandLine: partialCommand)
  }

  private mutating func take(_ mark: ConversationMark, line: Int) -> Judgement? {
    switch mark {
    case .controlOpened(let address, _):
      let text = address.map { ledger.bindings.replacingNames(in: $0) }
      judge.serverAddress = text.flatMap { DataAddress($0)?.host }
    case .dataOpened(let connection, _): data[connection] = (0, true)
    case .dataClosed(let connection, let closing):
      let seen = data.removeValue(forKey: connection) ?? (0, true)
      check(closing, seen.byteCount, isExact: seen.isExact, line: line)
      return judge.observe(mark, byteCount: seen.byteCount)
    case .noReply(let verb):
      let judgement = judge.abandon(oldest: verb)
      if judgement == nil { ledger.report(line, "\(verb) without a reply", "no such command") }
      return judgement
    case .missing(nil, _, .server): parser = ReplyParser(parser.leniency)
    case .missing(nil, _, .client): partialCommand = []
    default: break
    }
    return judge.observe(mark)
  }

  private mutating func check(_ closing: ConversationMark.Closing, _ count: Int, isExact: Bool, line: Int) {
    guard isExact, let expected = closing.shownCount ?? closing.byteCount else { return }
    ledger.check(
      expected == count, line: line, expected: "\(expected) bytes in the rows above", actual: "\(count)")
  }

  /// Compares the judge's result with the expectations, except the meaning.
  private mutating func compare(_ judgement: Judgement?, _ expectations: ReplayScript.Expectations) {
    ledger.compare(judgement?.verdicts ?? [], expectations, judge)
  }
}
