import FTPProtocol
import FTPRequirements

extension CaseStep {
  /// What a step does whose value says it all, and the commands that it sends.
  private static let phrases: [CaseField: [String: (commands: [String]?, play: CasePlay)]] = [
    .send: ["{harmless}": ([], { $0.last = try await $0.probe.sendHarmless(over: $0.session) })],
    .optional: ["EPSV, unless it is known": (["EPSV"], { try await RFC2428.requireEPSV($0.probe) })],
    .close: [
      "the control connection": (nil, { try $0.connection.close() }),
      "the data connection": (nil, { await $0.held?.close() }),
    ],
    .abort: ["after a Synch": (nil, { try await $0.connection.writeAbort(.synch) })],
    .listing: [
      "under TLS": ([], { try await $0.probe.requireListing(isProtected: true) }),
      "in clear": ([], { try await $0.probe.requireListing(isProtected: false) }),
      "over that connection": (nil, { try await $0.requireListing() }),
    ],
    .prepare: [
      "a second session": ([], { $0.second = try await $0.probe.neighbour() }),
      "a second login": ([], { $0.second = try await $0.probe.secondSession() }),
      "lines.txt, and how it is sent in either type": (
        ["STOR"], { $0.textFile = try await $0.probe.linesByType() }
      ),
      "TLS again": (nil, { try await $0.probe.beginAgain() }),
    ],
  ]

  /// Actions that are called otherwise than their commands.
  private static let actions: [String: CaseAction] = [
    "a login under TLS, without PBSZ and PROT": .logInBare, "a data connection, announced and made": .listen,
  ]

  /// Reads steps, and those inside them.
  static func steps(_ fields: ArraySlice<Fields<CaseField>.Field>) throws(CatalogueProblem) -> [CaseStep] {
    var steps: [CaseStep] = []
    var rest = fields
    while let field = rest.popFirst() {
      let inner = rest.prefix { $0.indentation > field.indentation }
      rest = rest.dropFirst(inner.count)
      let (name, value) = (field.name, field.value)
      if name.isBlock ? inner.isEmpty : value.text.isEmpty {
        throw value.problem("'\(name.rawValue)' has no \(name.isBlock ? "steps below it" : "value")")
      }
      if name.isBlock {
        steps.append(try block(name, value, try Self.steps(inner)))
      } else if let (commands, play) = phrases[name]?[value.text] {
        steps.append(CaseStep(name, value.text, commands: commands, play: play))
      } else {
        steps.append(try one(name, value))
      }
    }
    return steps
  }

  private static func one(_ name: CaseField, _ value: FieldedLine) throws(CatalogueProblem) -> CaseStep {
    func step(_ commands: [String]?, _ play: @escaping CasePlay) -> CaseStep {
      CaseStep(name, value.text, commands: commands, play: play)
    }
    switch name {
    case .prepare, .attempt:
      if let action = actions[value.text] { return .prepare(action, as: value.text, name) }
      return .prepare(try action(value, isAttempt: name == .attempt), as: value.text, name)
    case .upload,
      .optional where value.divided != nil:
      let (start, content) = try halves(value, ": ")
      let (command, type, _) = try transfer(start)
      let contents = try CaseContent(content)
      return step([command]) {
        try await $0.upload(command, contents, type: type, isOptional: name == .optional)
      }
    case .send, .optional:
      var (command, expected) = try replies(value)
      expected.isOptional = name == .optional
      var pieces: [CaseStep] = []
      for part in command.split(", ") { pieces.append(.send(part.text, expected, as: name)) }
      return CaseStep(
        name, value.text, commands: pieces.flatMap { $0.commands ?? [] }, expecting: expected, pieces: pieces
      ) { [pieces] in try await $0.play(pieces) }
    case .observe:
      let commands = value.split(", ").map(\.text)
      let pieces = commands.map { command in
        CaseStep(name, command, commands: [command]) { try await $0.observe([command]) }
      }
      return CaseStep(name, value.text, commands: commands, pieces: pieces) { try await $0.observe(commands) }
    case .download:
      let parts = value.divided
      let (command, type, way) = try transfer(parts?.name ?? value)
      let content: CaseContent? = if let parts { try CaseContent(parts.value) } else { nil }
      return step([command]) { try await $0.download(command, type: type, way, content) }
    case .connect:
      let (way, end) = try ending(value)
      let isEarlier = way.text == "as announced before"
      guard isEarlier || way.text == "as announced" else { break }
      return step([]) { try await $0.connect(as: isEarlier ? $0.announced : $0.last, else: end) }
    case .refused, .refusedAtOnce:
      let (command, expected) = try replies(value)
      return step([command.text]) { player in
        let started = try await player.probe.startPassive(command.text, over: player.session)
        try await player.probe.expectRefusal(
          started, expected.patterns, isPrompt: name == .refusedAtOnce, to: command.text)
      }
    case .restart:
      let all = (value.divided?.name ?? value).split(", ").map(\.text)
      let content: CaseContent? =
        if let (_, content) = value.divided { try CaseContent(content) } else { nil }
      return step(all) { try await $0.restart(all.dropLast(), all[all.count - 1], content) }
    case .remember, .read:
      let parts = value.split(" as ")
      let view = try view(parts[0])
      let sight = parts.last?.text ?? view.text
      return step([]) { player in
        player.sights[sight] =
          name == .read
          ? try await view.look(player)
          : try await player.probe.preparing(view.command) { try await view.look(player) }
      }
    case .same, .other:
      let (shown, rule) = cited(value)
      let view = try view(shown)
      return step([]) { try await $0.compare(view, isWanted: name == .same, citing: rule) }
    case .lines:
      let (event, file) = try halves(value, ": ")
      let (name, type) = try halves(file, " as in TYPE ")
      return step([]) { try await $0.requireLines(name.text, type.text, after: event.text) }
    case .names:
      let (event, names) = try halves(value, ": ")
      let all = try names.words()
      return step([]) { try await $0.probe.requireNames(all, after: event.text, over: $0.session) }
    case .feature:
      let (line, command) = try halves(value, ", if there is ")
      return step([]) { try await $0.probe.expectFeature(line.text, of: command.text) }
    case .nothing:
      let (text, end) = try ending(value)
      let (reason, rule) = cited(text)
      return step([]) { player in
        do {
          try await player.probe.expectNothing(because: reason.text, citing: rule, over: player.session)
        } catch CaseStop.found(let finding) where end != nil {
          try player.require(false, finding.expected, finding.received, else: end)
        }
      }
    case .closed:
      let (event, rule) = cited(value)
      return step([]) { try await $0.probe.expectClose(after: event.text, citing: rule, over: $0.session) }
    case .expect: return step([], try expectation(value))
    case .transfer:
      let (command, expected) = try replies(value.split(": \"")[0])
      let content: CaseContent? =
        if let (_, content) = value.divided { try CaseContent(content) } else { nil }
      let (line, type, way) = try transfer(command)
      return step([line]) { try await $0.transfer(line, type: type, way, expected, content) }
    case .security, .answer, .reply, .prompt, .late, .end:
      let (command, expected) = try replies(value)
      let commands: [String]? =
        name == .security ? [command.text] : [.answer, .reply].contains(name) ? [] : nil
      return step(commands) { try await $0.take(name, command.text, expected) }
    default: return step(nil, try play(name, value))
    }
    throw value.problem("no such step: \(name.rawValue): \(value.text)")
  }

  private static func action(_ value: FieldedLine, isAttempt: Bool) throws(CatalogueProblem) -> CaseAction {
    guard let (start, content) = value.divided else {
      if isAttempt { return .attempt(value.text) }
      guard value.split(", ").count > 1 else { return .send(value.text) }
      let (command, type, _) = try transfer(value)
      return .download(command, type: type)
    }
    let (command, type, _) = try transfer(start)
    guard command.hasPrefix("STOR ") else { throw value.problem("only STOR prepares a file: \(command)") }
    let name = String(command.dropFirst(5))
    return isAttempt
      ? .place(name, try CaseContent(content)) : .store(name, try CaseContent(content), type: type)
  }

  /// A command, its type and the way of its data: `LIST, type A, active`.
  private static func transfer(
    _ line: FieldedLine
  ) throws(CatalogueProblem) -> (command: String, type: String?, way: DataWay) {
    let parts = line.split(", ")
    var (type, way): (String?, DataWay) = (nil, .passive)
    for part in parts.dropFirst() {
      if let form = AddressForm.allCases.first(where: { part.text == "by \($0.passiveVerb)" }) {
        way = .by(form)
      } else if part.text.hasPrefix("type ") {
        type = part.text == "type in force" ? nil : String(part.text.dropFirst(5))
      } else if part.text == "active" || part.text == "ready" {
        way = part.text == "active" ? .active : .ready
      } else {
        throw line.problem("no such way of a transfer: \(part.text)")
      }
    }
    return (parts[0].text, type, way)
  }

  /// What comes before a separator that must be there, and what comes after it.
  static func halves(
    _ line: FieldedLine, _ separator: String
  ) throws(CatalogueProblem) -> (FieldedLine, FieldedLine) {
    let parts = line.split(separator)
    guard parts.count == 2 else { throw line.problem("there is no '\(separator)' between two parts") }
    return (parts[0], parts[1])
  }

  static func cited(_ line: FieldedLine) -> (FieldedLine, RequirementID?) {
    let parts = line.split(", citing ")
    return (parts[0], parts.count == 2 ? RequirementID(rawValue: parts[1].text) : nil)
  }

  static func view(_ line: FieldedLine) throws(CatalogueProblem) -> CaseView {
    if line.split(" -> ").count == 1 {
      guard let view = CaseView.named(line.text) else { throw line.problem("no such view: \(line.text)") }
      return view
    }
    let (command, code) = try halves(line, " -> ")
    guard let code = UInt16(code.text).flatMap(ReplyCode.init) else {
      throw line.problem("not a code: \(code.text)")
    }
    return .reply(to: command.text, code, line.text)
  }

  /// A command and its replies: any if there is no arrow.
  static func replies(
    _ line: FieldedLine
  ) throws(CatalogueProblem) -> (command: FieldedLine, ExpectedReply) {
    let parts = line.split(" -> ")
    var expected = ExpectedReply(patterns: [])
    guard parts.count > 1 else { return (line, expected) }
    for (index, clause) in parts[1].split(", ").enumerated() {
      var words = clause.text.split(separator: " ").map(String.init)
      let key = index == 0 || words.isEmpty ? "" : words.removeFirst()
      switch key {
      case "" where index == 0: expected.patterns = try patterns(words, line)
      case "tolerating": expected.tolerated = try patterns(words, line)
      case "preferring": expected.preferred = try patterns(words, line)
      case "citing": expected.requirement = words.first.map { RequirementID(rawValue: $0) }
      case "per": expected.preference = words.first.map { RequirementID(rawValue: $0) }
      case "or" where words == ["closed"]: expected.mayClose = true
      case "none": expected.silence = try Self.end(words.first ?? "", line)
      case "or": expected.ignored = try patterns(words, line)
      case "besides": expected.usual = words.joined(separator: " ")
      case "see": expected.witness = words.first
      case "else":
        expected.otherwise = try Self.end(words.first ?? "", line)
      case "passed", "skipped", "unsupported":
        if let end = CaseEnd(rawValue: key) { expected.ends.append((try patterns(words, line), end)) }
      default: throw line.problem("no such word after the replies: \(key)")
      }
    }
    return (parts[0], expected)
  }

  static func end(_ word: String, _ line: FieldedLine) throws(CatalogueProblem) -> CaseEnd {
    guard let end = CaseEnd(rawValue: word) else { throw line.problem("no such end of a case: \(word)") }
    return end
  }

  static func patterns(
    _ words: [String], _ line: FieldedLine
  ) throws(CatalogueProblem) -> [ReplyPattern] {
    if words == ["any"] { return [] }
    var patterns: [ReplyPattern] = []
    for word in words {
      let known = [
        ReplyPattern.preliminary, .completion, .intermediate, .transient, .permanent, .harmless,
      ]
      if word == "negative" {
        patterns.append(.negative)
      } else if let pattern = known.first(where: { $0.description == word }) {
        patterns.append(pattern)
      } else if let code = UInt16(word).flatMap(ReplyCode.init) {
        patterns.append(ReplyPattern(code))
      } else {
        throw line.problem("no such reply: \(word)")
      }
    }
    return patterns
  }
}

extension CaseContent {
  init(_ line: FieldedLine) throws(CatalogueProblem) {
    let words = line.text.split(separator: " ")
    let parts = line.split(" + ")
    if parts.count > 1 {
      var all: [CaseContent] = []
      for part in parts { all.append(try CaseContent(part)) }
      self = .joined(all)
    } else if line.text.hasPrefix("\""), case let all = try line.wordBytes(), all.count == 1 {
      self = .bytes(all[0])
    } else if let known = Self.named[line.text] {
      self = known
    } else if [2, 4].contains(words.count), words[1] == "bytes", let count = Int(words[0]),
      let start = words.count == 4 ? Int(words[3]) : 0, count >= 0, start >= 0
    {
      self = .random(count, from: start)
    } else {
      throw line.problem("no such contents: \(line.text)")
    }
  }
}
