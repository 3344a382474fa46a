import FTPProtocol
import FTPRequirements

extension CaseStep {
  /// The steps whose value says it all.
  private static let phrases: [CaseField: [String: CaseStep]] = [
    .send: ["{harmless}": .harmless],
    .optional: [
      "EPSV, unless it is known": .played(["EPSV, unless it is known"], commands: ["EPSV"]) {
        try await RFC2428.requireEPSV($0.probe)
      }
    ],
    .connect: ["as announced": .connect],
    .close: [
      "the control connection": .played(["close the control connection"], commands: nil) {
        try $0.connection.close()
      },
      "the data connection": .played(["close the data connection"], commands: nil) { await $0.held?.close() },
    ],
    .abort: [
      "after a Synch": .played(["ABOR after a Synch"], commands: nil) {
        try await $0.connection.writeAbort(.synch)
      }
    ],
    .listing: ["under TLS": .listing(isProtected: true), "in clear": .listing(isProtected: false)],
    .prepare: [
      "a second session": .secondSession, "lines.txt, and how it is sent in either type": .textFile,
      CaseAction.logInBare.words: .preparation([.logInBare]),
      CaseAction.listen.words: .preparation([.listen]),
      "TLS again": .played(["prepare: TLS again"], commands: nil) { try await $0.probe.beginAgain() },
    ],
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
      switch name {
      case .open: steps.append(.openness(after: value.text, try Self.steps(inner)))
      case .second: steps.append(.second(try Self.steps(inner)))
      case .connection, .if: steps.append(try block(name, value, try Self.steps(inner)))
      case .ifAccepted, .ifRefused:
        let branch = try Self.steps(inner)
        switch steps.popLast() {
        case .commands(let commands, let expected)? where commands.count == 1:
          let (accepted, refused) = name == .ifAccepted ? (branch, []) : ([], branch)
          steps.append(.choice(commands[0], expected, accepted: accepted, refused: refused))
        case .choice(let command, let expected, let accepted, _)? where name == .ifRefused:
          steps.append(.choice(command, expected, accepted: accepted, refused: branch))
        default: throw value.problem("'\(name.rawValue)' does not follow a command")
        }
      default:
        if let step = phrases[name]?[value.text] {
          steps.append(step)
        } else {
          steps.append(try one(name, value))
        }
      }
    }
    return steps
  }

  private static func one(_ name: CaseField, _ value: FieldedLine) throws(CatalogueProblem) -> CaseStep {
    switch name {
    case .prepare, .attempt: return .preparation([try action(value, isAttempt: name == .attempt)])
    case .upload,
      .optional where value.divided != nil:
      let (start, content) = try halves(value, ": ")
      let (command, type, _) = try transfer(start)
      return .upload(command, try CaseContent(content), type: type, isOptional: name == .optional)
    case .send, .optional:
      var (command, expected) = try replies(value)
      expected.isOptional = name == .optional
      return .commands(command.split(", ").map(\.text), expected)
    case .observe: return .observation(value.split(", ").map(\.text))
    case .download:
      let parts = value.divided
      let (command, type, way) = try transfer(parts?.name ?? value)
      let content: CaseContent? = if let parts { try CaseContent(parts.value) } else { nil }
      return .download(command, type: type, over: way, content)
    case .refused, .refusedAtOnce:
      let (command, expected) = try replies(value)
      return .refusal(command.text, expected.patterns, isPrompt: name == .refusedAtOnce)
    case .restart:
      let (commands, content) = try halves(value, ": ")
      let all = commands.split(", ").map(\.text)
      return .restart(all.dropLast(), all[all.count - 1], try CaseContent(content))
    case .disturb:
      let (command, expected) = try replies(value)
      return .disturbance(command.text, expected.patterns)
    case .remember, .read:
      let parts = value.split(" as ")
      let view = try view(parts[0])
      return .remember(view, as: parts.last?.text ?? view.text, isTested: name == .read)
    case .expect: return try expectation(value)
    case .transfer, .answer, .security, .diagram: return try played(name, value)
    case .begin, .more, .end, .ends, .prompt, .dial, .finish, .byHand, .shows, .data, .known, .honest, .right,
      .kept, .offset:
      return .played(["\(name.rawValue): \(value.text)"], commands: nil, try play(name, value))
    case .same, .other:
      let (shown, rule) = cited(value)
      return .sameness(try view(shown), isWanted: name == .same, citing: rule)
    case .lines:
      let (event, file) = try halves(value, ": ")
      let (name, type) = try halves(file, " as in TYPE ")
      return .lines(in: type.text, name.text, after: event.text)
    case .names:
      let (event, names) = try halves(value, ": ")
      return .names(try names.words(), after: event.text)
    case .feature:
      let (line, command) = try halves(value, ", if there is ")
      return .feature(line.text, of: command.text)
    case .write: return .write(try CaseContent(value))
    case .reply:
      let (command, expected) = try replies(value)
      return .reply(to: command.text, expected)
    case .claim:
      if let holds = CaseCatalogue.claims[value.text] { return .claim(value.text, holds) }
    case .nothing:
      let (reason, rule) = cited(value)
      return .nothing(because: reason.text, citing: rule)
    case .closed: return .close(after: value.text)
    case .do:
      if let body = CaseCatalogue.bodies[value.text] { return .compute(body) }
    default: break
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
      case "or": expected.ignored = try patterns(words, line)
      case "besides": expected.usual = words.joined(separator: " ")
      case "see": expected.witness = words.first
      case "else":
        guard let end = CaseEnd(rawValue: words.first ?? "") else {
          throw line.problem("no such end of a case: \(words.first ?? "")")
        }
        expected.otherwise = end
      case "passed", "skipped", "unsupported":
        if let end = CaseEnd(rawValue: key) { expected.ends.append((try patterns(words, line), end)) }
      default: throw line.problem("no such word after the replies: \(key)")
      }
    }
    return (parts[0], expected)
  }

  static func patterns(
    _ words: [String], _ line: FieldedLine
  ) throws(CatalogueProblem) -> [ReplyPattern] {
    if words == ["any"] { return [] }
    var patterns: [ReplyPattern] = []
    for word in words {
      let known = [ReplyPattern.preliminary, .completion, .intermediate, .transient, .permanent]
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
