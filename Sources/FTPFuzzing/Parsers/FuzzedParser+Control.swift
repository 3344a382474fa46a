import FTPProtocol

/// Readers of the control connection.
extension FuzzedParser {
  /// The parser of replies, with two of its settings.
  static let replies = FuzzedParser(
    "replies", "the parser of replies",
    oracles: [
      .segmentation, .reference, .lossless, .printing, .strictness, .memory, .work,
    ],
    longest: 2_048, isDivisible: true, sampleRuns: 120, possible: ReplyShapes.possible, harvest: \.streams,
    makeFuzzer: { ReplyFuzzer<OwnReplyParser>(seed: $1, seeds: $0.corpus, oracles: $0.asked) },
    makeCheck: {
      var fuzzer = ReplyFuzzer<OwnReplyParser>(seed: 1)
      return { input throws(ParserFault) in
        let everywhere = Array(1..<max(1, input.bytes.count))
        // The first settings, and others that depend on the length, so that they stay the same while bytes change.
        for settings in [0, input.bytes.count % fuzzer.settings.count] {
          for cuts in [everywhere, (input.segmentations.last ?? []).dropLast().map(\.endIndex)] {
            guard let fault = fuzzer.check(ParserCase(input.bytes, cuts: cuts, settings: settings)) else {
              continue
            }
            throw ParserFault(fault.kind.oracle, "\(fuzzer.settings[settings].name): \(fault.detail)")
          }
        }
      }
    })

  /// The parser of commands, with a limit that short lines exceed and with its usual limit.
  static let commands = FuzzedParser(
    "commands", "the parser of commands, and how it recognizes secrets",
    oracles: [.segmentation, .lossless, .printing, .memory, .secrecy],
    harvest: { [Array($0.commands.joined())] + $0.commands },
    check: { input throws(ParserFault) in
      for bound in [24, 8_192] {
        let whole = ReadCommands([input.bytes[...]], bound: bound)
        for pieces in input.segmentations {
          let cut = ReadCommands(pieces, bound: bound)
          try ParserOracle.segmentation.expect(cut == whole, "whole \(whole), in pieces \(cut)")
        }
        try ParserOracle.memory.expect(
          whole.unfinished.count <= bound, "\(whole.unfinished.count) bytes held, of at most \(bound)")
        try whole.check(input.bytes.count, bound: bound)
      }
    })

  /// The Telnet decoder, and the removal of Telnet commands from a whole text.
  static let telnet = FuzzedParser(
    "telnet", "the Telnet decoder and the removal of Telnet from texts",
    oracles: [.segmentation, .lossless, .agreement, .memory],
    harvest: { $0.commands + $0.replies.map(\.bytes) },
    check: { input throws(ParserFault) in
      var decoder = TelnetDecoder()
      let (text, events) = decoder.decode(input.bytes)
      for pieces in input.segmentations {
        var other = TelnetDecoder()
        var found: (text: [UInt8], events: [TelnetEvent]) = ([], [])
        for piece in pieces {
          let (text, events) = other.decode(piece)
          found.text += text
          found.events += events
        }
        try ParserOracle.segmentation.expect(
          found.text == text && found.events == events && other == decoder,
          "whole \(text) \(events), in pieces \(found)")
      }
      for case .subnegotiation(let content) in events {
        try ParserOracle.memory.expect(
          content.count <= TelnetDecoder.subnegotiationLimit, "\(content.count) bytes of a subnegotiation")
      }
      let (stripped, sequences) = Telnet.strip(input.bytes)
      for sequence in sequences {
        let end = sequence.offset + sequence.bytes.count
        try ParserOracle.lossless.expect(
          end <= input.bytes.count && input.bytes[sequence.offset..<end].elementsEqual(sequence.bytes),
          "the sequence \(sequence) is not where it is said to be")
      }
      // Both agree only on plain input: they treat CR NUL, a subnegotiation beyond the limit, and an IAC before a byte
      // that is not a command differently.
      guard !input.bytes.contains(0), decoder.isInText,
        input.bytes.count <= TelnetDecoder.subnegotiationLimit,
        !text.contains(Telnet.iac), !stripped.contains(Telnet.iac)
      else { return }
      try ParserOracle.agreement.expect(
        stripped == text, "stripped \(stripped), decoded \(text)")
      try ParserOracle.agreement.expect(
        sequences.count == events.count, "\(sequences.count) sequences, \(events.count) events")
    })

  /// The judge, with a conversation that the bytes select.
  static let judge = FuzzedParser(
    "judge", "the judge, with conversations that the bytes select",
    oracles: [.state, .memory], longest: 512, sampleRuns: 150,
    generate: { random in (0..<(16 + random.below(240))).map { _ in random.byte() } },
    check: { input throws(ParserFault) in
      var conversation = JudgedConversation(dice: ByteDice(input.bytes))
      while !conversation.isOver {
        let judgement = conversation.next()
        try conversation.check(judgement)
      }
    })
}

extension FuzzInput {
}

/// What a parser of commands made of some bytes.
private struct ReadCommands: Equatable, CustomStringConvertible {
  private var outcomes: [CommandParser.Outcome] = []
  private(set) var unfinished: [UInt8] = []

  init(_ pieces: [ArraySlice<UInt8>], bound: Int) {
    var parser = CommandParser(lineLength: bound)
    for piece in pieces {
      parser.append(piece)
      while let outcome = parser.next() { outcomes.append(outcome) }
    }
    unfinished = parser.unfinished
  }

  var description: String { "\(outcomes.count) outcomes \(outcomes), unfinished \(unfinished)" }

  /// What must hold for each outcome and for all of them together.
  func check(_ count: Int, bound: Int) throws(ParserFault) {
    var total = 0
    for outcome in outcomes {
      switch outcome {
      case .command(let command, let line, let deviations):
        total += line.count
        try check(command, line, deviations)
      case .malformed(let line, _): total += line.count
      case .tooLong(let length, let beginning):
        total += length
        try ParserOracle.memory.expect(
          length > bound && beginning.count <= bound,
          "a line of \(length) bytes is too long, \(beginning.count) are kept")
      case .telnet: break
      }
    }
    // Only the beginning of a line that is too long is kept until it ends.
    let isWhole = total + unfinished.count == count
    try ParserOracle.lossless.expect(
      isWhole || total + bound < count,
      "\(total) bytes in lines and \(unfinished.count) after them, of \(count)")
  }

  private func check(
    _ command: Command, _ line: [UInt8], _ deviations: [ValueDeviation]
  ) throws(ParserFault) {
    if let written = try? CommandEncoder.encode(command) {
      try ParserOracle.printing.expect(
        Command(parsing: written.undoubled) == command, "\(command) is read as another one")
      if deviations.isEmpty, !line.contains(Telnet.iac) {
        try ParserOracle.printing.expect(
          written.count == line.count && Command(parsing: line) == command, "\(line) is written as \(written)"
        )
      }
    }
    guard let argument = command.argument, argument.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
      return
    }
    if command.verb.has(.secret) {
      let text = Array(command.verb.name.utf8) + [0x20] + argument
      try ParserOracle.secrecy.expect(
        command.carriesSecret && SecretScanner.secretStart(inText: text) != nil,
        "\(text) is not known for a secret")
    }
    guard command.carriesSecret else { return }
    try ParserOracle.secrecy.expect(
      command.redacted.description.hasSuffix("****") && command.redacted.redacted == command.redacted,
      "\(text(command)) is shown as \(command.redacted)")
  }

  private func text(_ command: Command) -> String {
    "\(command.verb) \(Escaping.ascii(command.argument ?? []))"
  }
}

extension [UInt8] {
  /// The bytes with each doubled 255 replaced by one.
  fileprivate var undoubled: [UInt8] {
    var single: [UInt8] = []
    var index = 0
    while index < count {
      single.append(self[index])
      index += self[index] == Telnet.iac && index + 1 < count && self[index + 1] == Telnet.iac ? 2 : 1
    }
    return single
  }
}
