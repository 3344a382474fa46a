import FTPProtocol

/// A parser and a judge in the middle of a vector, as one value: to try a segmentation is to work with a
/// copy.
struct ReplayState {
  private var parser: ReplyParser
  private(set) var session = Session()
  private(set) var replies: [Reply] = []
  private(set) var checks = 0
  private(set) var problems: [Problem] = []
  private let bindings: PlaceholderBindings
  /// The bytes of a command whose line end has not come.
  private var partialCommand: [UInt8] = []
  private var commands: [(ordinal: Int, verb: Verb)] = []
  private var data: [DataConnectionID: (byteCount: Int, isExact: Bool)] = [:]
  /// Bytes of the burst that were made replies of.
  private var consumed = 0
  /// Bytes of the bursts before that belong to a reply that goes on in this one.
  private var carried = 0
  private var failure: ReplyParserError?

  /// Something that is not as the vector says.
  struct Problem: Hashable {
    var line: Int
    var expected: String
    var actual: String
  }

  init(_ vector: Vector, bindings: PlaceholderBindings) {
    parser = ReplyParser(vector.reading.leniency)
    self.bindings = bindings
  }

  /// Takes an event that is no burst of replies.
  mutating func take(_ event: ReplayScript.Event) {
    switch event {
    case .replies: break
    case .command(let bytes, _, let expectations): compare(takeCommand(bytes), expectations)
    case .data(let connection, let count, let hasPlaceholders, _, let expectations):
      let before = data[connection]
      data[connection] = ((before?.byteCount ?? 0) + count, before?.isExact ?? true && !hasPlaceholders)
      let isFirst = (before?.byteCount ?? 0) == 0 && count > 0
      compare(isFirst ? session.observe(data: .firstByte) : nil, expectations)
    case .mark(let mark, let line, let expectations): compare(take(mark, line: line), expectations)
    }
  }

  /// Takes what the server says, in segments that end at `cuts`.
  mutating func take(_ burst: ReplayScript.Burst, cuts: [Int]) {
    consumed = -carried
    var place = Place()
    var start = 0
    for end in cuts + [burst.bytes.count] where end > start {
      parser.append(burst.bytes[start..<end])
      drain(burst, &place) { (parser) throws(ReplyParserError) in try parser.next() }
      start = end
    }
    if burst.endsInClose {
      drain(burst, &place) { (parser) throws(ReplyParserError) in try parser.finish() }
    }
    settle(burst, place)
    carried = burst.bytes.count - consumed
  }

  /// Which expectations of a burst are used up: those of the rows before a boundary, and some of its own.
  private struct Place {
    var boundary = 0
    var reply = 0
  }

  private mutating func drain(
    _ burst: ReplayScript.Burst, _ place: inout Place,
    _ next: (inout ReplyParser) throws(ReplyParserError) -> Reply?
  ) {
    guard failure == nil else { return }
    do {
      while let reply = try next(&parser) {
        consumed += reply.bytes.count
        replies.append(reply)
        take(reply, burst, &place)
      }
    } catch {
      failure = error
      if case .unfinished = error.reason { return }
      report(burst.line, "replies that can be read", "\(error)")
    }
  }

  private mutating func take(_ reply: Reply, _ burst: ReplayScript.Burst, _ place: inout Place) {
    let judgement = session.observe(reply: reply)
    if judgement.isFinal, let ordinal = judgement.ordinal { commands.removeAll { $0.ordinal == ordinal } }
    while place.boundary < burst.boundaries.count, burst.boundaries[place.boundary].offset < consumed {
      pass(burst.boundaries[place.boundary].replies.dropFirst(place.reply))
      place = Place(boundary: place.boundary + 1)
    }
    guard place.boundary < burst.boundaries.count else {
      return compare(judgement, ReplayScript.Expectations())
    }
    let boundary = burst.boundaries[place.boundary]
    let expectations =
      place.reply < boundary.replies.count
      ? boundary.replies[place.reply] : ReplayScript.Expectations(line: boundary.line)
    place.reply += 1
    if let meaning = expectations.meaning {
      checks += 1
      let expected = meaning.value.text(bindings)
      if judgement.description != expected { report(meaning.line, expected, judgement.description) }
    }
    compare(judgement, expectations)
  }

  /// Tells of the expectations behind rows at which no reply has ended.
  private mutating func settle(_ burst: ReplayScript.Burst, _ place: Place) {
    var skipped = place.reply
    for boundary in burst.boundaries.dropFirst(place.boundary) {
      pass(boundary.replies.dropFirst(skipped))
      skipped = 0
    }
  }

  private mutating func pass(_ replies: ArraySlice<ReplayScript.Expectations>) {
    for expectations in replies {
      checks += 1
      let held = parser.unfinished
      if let meaning = expectations.meaning, meaning.value.isUnfinished {
        let code = meaning.value.code.map { Array($0.description.utf8) } ?? []
        if held.isEmpty || !held.starts(with: code) {
          let found = held.isEmpty ? "nothing" : Escaping.ascii(held, limit: 40)
          report(meaning.line, "bytes that make no reply (\(meaning.value))", found)
        }
        compare(nil, expectations)
      } else if let meaning = expectations.meaning {
        report(meaning.line, meaning.value.text(bindings), "no reply that ends here")
      } else {
        compare(nil, expectations)
      }
    }
  }

  private mutating func takeCommand(_ bytes: [UInt8]) -> Judgement? {
    partialCommand += bytes
    guard partialCommand.last == 0x0A else { return nil }
    let first = session.commandCount
    let judgement = session.observe(commandLine: partialCommand)
    partialCommand = []
    if let command = judgement.command, let ordinal = judgement.ordinal, ordinal >= first {
      commands.append((ordinal, command.verb))
    }
    return judgement
  }

  private mutating func take(_ mark: VectorMark, line: Int) -> Judgement? {
    switch mark {
    case .controlOpened(let address):
      let text = address.map { bindings.replacingNames(in: $0) }
      session.serverAddress = text.flatMap { DataAddress($0)?.host }
      return nil
    case .controlClosed(let end): return session.observe(end: end)
    case .dataOpened(let connection, _):
      data[connection] = (0, true)
      return session.observe(data: .opened)
    case .dataRefused: return session.observe(data: .refused)
    case .dataHalfClosed(_, by: .server): return session.observe(data: .ended)
    case .dataClosed(let connection, let closing):
      let seen = data.removeValue(forKey: connection) ?? (0, true)
      check(closing, seen.byteCount, isExact: seen.isExact, line: line)
      return session.observe(data: .closed(byteCount: UInt64(closing.byteCount ?? seen.byteCount)))
    case .tls(nil, .established): return session.observe(security: .established)
    case .tls(nil, .failed): return session.observe(security: .failed)
    case .tls(nil, .ended): return session.observe(security: .ended)
    case .noReply(let verb):
      checks += 1
      guard let index = commands.firstIndex(where: { $0.verb == verb }) else {
        report(line, "\(verb) without a reply", "no such command")
        return nil
      }
      return session.abandon(commands.remove(at: index).ordinal)
    case .controlHalfClosed, .dataHalfClosed, .use, .tls, .wait, .note: return nil
    }
  }

  private mutating func check(_ closing: VectorMark.Closing, _ count: Int, isExact: Bool, line: Int) {
    guard isExact, let expected = closing.shownCount ?? closing.byteCount else { return }
    checks += 1
    if expected != count { report(line, "\(expected) bytes in the rows above", "\(count)") }
  }

  /// Compares what the judge found with what is expected, apart from the meaning.
  private mutating func compare(_ judgement: Judgement?, _ expectations: ReplayScript.Expectations) {
    checks += 1
    var missing = expectations.verdicts
    var found: [Verdict] = []
    for verdict in judgement?.verdicts ?? [] {
      if let index = missing.firstIndex(where: { $0.accepts(verdict) }) {
        missing.remove(at: index)
      } else {
        found.append(verdict)
      }
    }
    if !missing.isEmpty || !found.isEmpty {
      report(
        expectations.line,
        missing.isEmpty ? "no departure" : missing.map(\.description).joined(separator: "; "),
        found.isEmpty ? "no departure" : found.map(\.description).joined(separator: "; "))
    }
    for state in expectations.states {
      checks += 1
      let actual = state.value.found(in: session)
      if actual != state.value { report(state.line, "\(state.value)", "\(actual)") }
    }
  }

  private mutating func report(_ line: Int, _ expected: String, _ actual: String) {
    problems.append(Problem(line: line, expected: expected, actual: actual))
  }
}
