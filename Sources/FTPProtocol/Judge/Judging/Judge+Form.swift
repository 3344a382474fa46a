extension Judge {
  /// Takes the exact bytes of a command line, line end included, and judges their form too.
  ///
  /// The bytes are read as ``CommandParser`` reads them on a server's side: LF ends a line, Telnet is removed.
  /// If they contain several commands, all are judged; the judgement is that of the first, with the
  /// verdicts of all. Bytes after the last line end are a command without its end.
  @discardableResult
  public mutating func observe(commandLine line: some Collection<UInt8>) -> Judgement {
    observe(commandLine: Array(line))
  }

  /// Takes the exact bytes of a command line in an array; see the other one.
  @discardableResult
  public mutating func observe(commandLine line: [UInt8]) -> Judgement {
    let judgement = read(commandLine: line)
    return judged(judgement)
  }

  private mutating func read(commandLine line: [UInt8]) -> Judgement {
    // Nearly every line is just a verb and an argument.
    if line.count <= limits.commandLineLength, let command = Command(plainLine: line) {
      return observe(command: command)
    }
    var parser = CommandParser(lineLength: Int.max - 1)
    parser.append(line)
    var first: Judgement?
    func take(_ judgement: Judgement) {
      first?.verdicts += judgement.verdicts
      if first == nil { first = judgement }
    }
    while let outcome = parser.next() {
      if case .telnet = outcome { continue }
      take(observe(outcome))
    }
    let rest = parser.unfinished
    if !Telnet.strip(rest).text.isEmpty {
      parser.append(rest.last == 0x0D ? [0x0A] : [0x0D, 0x0A])
      if let outcome = parser.next() {
        var judgement = observe(outcome)
        judgement.add(
          "959:4.1.3:command-line-ends", by: .client, expected: "CR LF at the end of a command",
          received: rest.last == 0x0D ? "CR alone" : "no line end")
        take(judgement)
      }
    }
    return first ?? Judgement()
  }

  /// Takes what a ``CommandParser`` read, and judges the form of the line.
  @discardableResult
  public mutating func observe(_ outcome: CommandParser.Outcome) -> Judgement {
    switch outcome {
    case .command(let command, let line, let deviations):
      let verdicts = judgeLine(line, command.verb, deviations)
      var judgement = observe(command: command)
      if !verdicts.isEmpty { judgement.verdicts.insert(contentsOf: verdicts, at: 0) }
      return judgement
    case .tooLong(let length, let beginning):
      var judgement = observe(command: Command(parsing: beginning) ?? Command(""))
      judgement.verdicts.insert(tooLong(length), at: 0)
      return judgement
    case .malformed(let line, let deviations):
      var judgement = Judgement()
      judgement.verdicts = judgeLine(line, "", deviations)
      judgement.ordinal = expectOptionalReply()
      return judgement
    case .telnet: return Judgement()
    }
  }

  /// A line without a verb may be answered or not.
  private mutating func expectOptionalReply() -> Int? {
    guard end == nil, queue.count < limits.commandsInFlight else { return nil }
    var entry = CommandInFlight(Command(""), ordinal: commandCount)
    entry.faults = .isBlank
    entry.isSkipped = true
    commandCount += 1
    queue.append(entry)
    return entry.ordinal
  }

  private func judgeLine(_ line: [UInt8], _ verb: Verb, _ deviations: [ValueDeviation]) -> [Verdict] {
    var verdicts = deviations.map {
      Verdict(
        $0.requirement, by: .client, expected: "a well-formed command line",
        received: "one that \($0.text)")
    }
    if line.contains(where: { $0 > 0x7F }), String(validating: Telnet.strip(line).text, as: UTF8.self) == nil
    {
      verdicts.append(
        Verdict(
          "2640:3.1:utf8-names", by: .client, expected: "names in UTF-8",
          received: "8-bit bytes that are not UTF-8"))
    }
    if line.count > limits.commandLineLength, !verb.has(.unboundedLine) {
      verdicts.append(tooLong(line.count))
    }
    return verdicts
  }

  private func tooLong(_ length: Int) -> Verdict {
    Verdict(
      "959:4.2:long-command-line", by: .client,
      expected: "a command line of at most \(limits.commandLineLength) bytes", received: "\(length) bytes")
  }
}

extension Judge {
  /// Turns the parser's findings into verdicts, and judges the digits.
  mutating func judgeForm(_ reply: Reply, _ judgement: inout Judgement) {
    if !reply.isPlain { judgeDeviations(of: reply, &judgement) }
    if !CommandReplies.isWithinGrammar(reply.code) {
      judgement.cite(
        "959:4.2:digit-ranges", expected: "1 to 5, then 0 to 5", received: reply.code.description)
    }
    if reply.code.firstDigit == 6, !securityMachine.state.isControlProtected {
      judgement.add(
        "2228:5.2:protected-replies", by: .server, expected: "6yz only after a security exchange",
        received: reply.code.description)
    }
  }

  /// One verdict per kind of deviation: a greeting of forty lines that all repeat the code is wrong once.
  private func judgeDeviations(of reply: Reply, _ judgement: inout Judgement) {
    let deviations = reply.deviations
    for (index, first) in deviations.enumerated()
    where !deviations[..<index].contains(where: { $0.kind == first.kind }) {
      let others = deviations[(index + 1)...].count { $0.kind == first.kind && $0.line != first.line }
      var more = others == 0 ? "" : ", and so \(others == 1 ? "does 1 more" : "do \(others) more")"
      if first.kind == .otherCodeAtEnd, let code = reply.lastLine.code { more = ", \(code)" }
      judgement.add(
        first.requirement, by: .server, expected: first.kind.expectation,
        received: "line \(first.line + 1) \(first.kind.summary)\(more)")
    }
  }
}
