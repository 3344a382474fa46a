import FTPConversation
import FTPProtocol

extension Vector {
  /// The same conversation with the judge's results: meanings, verdicts, states.
  ///
  /// Existing rows `=>` and `!!` are replaced; reasons (`~~`), comments and `code=same` stay, and
  /// so do the judge's words if a verdict had them. To write a vector, write what both sides say, let this
  /// add what it means, and read whether it means what it should.
  ///
  /// - Parameter addsStates: whether a row `@@` is added wherever the state changes. Those that are there are
  ///   brought up to date in any case.
  /// - Returns: the annotated vector.
  public func annotated(addsStates: Bool = false) -> Vector {
    var annotator = VectorAnnotator(self, addsStates: addsStates)
    var vector = annotator.run()
    vector.rows = vector.rows.map { VectorRow($0.content) }
    return vector
  }
}

/// Plays a vector row by row and records the judge's results.
struct VectorAnnotator {
  private let vector: Vector
  private let addsStates: Bool
  private let bindings: PlaceholderBindings
  private var parser: ReplyParser
  private var judge = Judge()
  private var told = Judge().state
  private var rows: [VectorRow] = []
  private var partialCommand: [UInt8] = []
  private var dataCounts: [DataConnectionID: Int] = [:]
  private var current = DataConnectionID(rawValue: 1)
  /// The present meanings of the vector, by the row of their reply.
  private var sameCodeRows: Set<Int> = []
  /// The requirements whose verdicts have the judge's words somewhere in the present vector.
  private var worded: Set<RequirementID> = []

  init(_ vector: Vector, addsStates: Bool) {
    self.vector = vector
    self.addsStates = addsStates
    bindings = PlaceholderBindings(samplesFor: vector)
    parser = ReplyParser(vector.reading.leniency)
    var lastReply = 0
    for (index, row) in vector.rows.enumerated() {
      if case .reply = row.content { lastReply = index }
      if case .meaning(let meaning) = row.content, meaning.needsSameCode { sameCodeRows.insert(lastReply) }
      if case .verdict(let verdict) = row.content, verdict.words != nil { worded.insert(verdict.requirement) }
    }
  }

  /// The annotated vector; existing rows keep their lines, new ones have none.
  mutating func run() -> Vector {
    for (index, row) in vector.rows.enumerated() { take(row, at: index) }
    var result = vector
    result.rows = rows
    return result
  }

  private mutating func take(_ row: VectorRow, at index: Int) {
    switch row.content {
    case .meaning, .verdict: return
    case .state(let state): rows.append(VectorRow(.state(state.found(in: judge))))
    case .command(let line):
      rows.append(row)
      partialCommand += line.rendered(bindings).bytes
      guard partialCommand.last == 0x0A else { return }
      add(judge.observe(commandLine: partialCommand))
      partialCommand = []
    case .reply(let line):
      rows.append(row)
      parser.append(line.rendered(bindings).bytes)
      while let reply = try? parser.next() { add(reply, at: index) }
      addUnfinished(after: index)
    case .data(_, let line):
      rows.append(row)
      let before = dataCounts[current] ?? 0
      dataCounts[current] = before + line.rendered(bindings).bytes.count
      if before == 0, !line.parts.isEmpty { add(judge.observe(data: .firstByte)) }
    case .mark(let mark):
      if case .controlClosed(let end) = mark, end != .byClient {
        // A reply that only the close completes is read when the connection is closed already.
        while let reply = try? parser.finish() { add(reply, at: index, addsState: false) }
      }
      rows.append(row)
      take(mark)
    case .difference, .comment, .blank: rows.append(row)
    }
  }

  private mutating func add(_ reply: Reply, at index: Int, addsState: Bool = true) {
    let judgement = judge.observe(reply: reply)
    var meaning = ExpectedMeaning(judgement)
    meaning.words = meaning.words.map(nameAddress)
    meaning.needsSameCode = sameCodeRows.contains(index)
    rows.append(VectorRow(.meaning(meaning)))
    add(judgement, addsState: addsState)
  }

  /// Marks bytes that never become a reply; lines that more follow are not marked.
  private mutating func addUnfinished(after index: Int) {
    guard !parser.unfinished.isEmpty else { return }
    let later = vector.rows[(index + 1)...].first { !$0.content.isRemark }?.content
    if case .reply = later { return }
    let endsInClose =
      if case .mark(.controlClosed(let end)) = later { end != .byClient } else { false }
    var copy = parser
    if endsInClose, let reply = try? copy.finish(), !reply.bytes.isEmpty { return }
    guard vector.rows[(index + 1)...].allSatisfy({ if case .reply = $0.content { false } else { true } })
    else {
      return
    }
    let code = ReplyCode(digits: String(decoding: parser.unfinished.prefix(3), as: UTF8.self))
    rows.append(VectorRow(.meaning(ExpectedMeaning(code: code, words: ["unfinished"]))))
  }

  private mutating func take(_ mark: ConversationMark) {
    var count = 0
    switch mark {
    case .controlOpened(let address, _):
      judge.serverAddress = address.flatMap { DataAddress(bindings.replacingNames(in: $0))?.host }
    case .dataOpened(let connection, _):
      current = connection
      dataCounts[connection] = 0
    case .dataClosed(let connection, _):
      count = dataCounts.removeValue(forKey: connection) ?? 0
      if dataCounts.count == 1, let other = dataCounts.keys.first { current = other }
    case .use(let connection): current = connection
    case .missing(nil, _, .server): parser = ReplyParser(vector.reading.leniency)
    case .missing(nil, _, .client): partialCommand = []
    case .noReply(let verb):
      if let judgement = judge.abandon(oldest: verb) { add(judgement) }
    default: break
    }
    if let judgement = judge.observe(mark, byteCount: count) { add(judgement) }
  }

  private mutating func add(_ judgement: Judgement, addsState: Bool = true) {
    rows += judgement.verdicts.map { verdict in
      VectorRow(.verdict(ExpectedVerdict(verdict, withWords: worded.contains(verdict.requirement))))
    }
    guard addsStates, addsState, judge.state != told else { return }
    told = judge.state
    rows.append(VectorRow(.state(ExpectedState(told))))
  }

  /// Writes the name of a placeholder for the address that it stands for.
  private func nameAddress(_ word: String) -> String {
    guard word.hasPrefix("addr=") else { return word }
    let address = word.dropFirst(5)
    for placeholder in vector.placeholders where !placeholder.name.isEmpty {
      guard let shown = bindings[placeholder.name]?.shownText else { continue }
      if address == shown { return "addr={\(placeholder.name)}" }
      if shown.hasPrefix(":"), address.hasSuffix(shown) {
        return "addr=\(address.dropLast(shown.count)){\(placeholder.name)}"
      }
    }
    return word
  }
}
