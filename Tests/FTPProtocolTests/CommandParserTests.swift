import TestSupport
import Testing

@testable import FTPProtocol

/// The bytes of a client, and each outcome as one line of text.
struct CommandCase: CustomStringConvertible, Sendable {
  var description: String
  var bytes: [UInt8]
  var expected: [String]
  var leftover: [UInt8]

  init(_ name: String, _ bytes: String, _ expected: [String], leftover: String = "") {
    description = name
    self.bytes = bytes.latin1
    self.expected = expected
    self.leftover = leftover.latin1
  }
}

/// The names of the faults of a line.
private func names(_ deviations: [ValueDeviation]) -> [String] {
  deviations.map { deviation in
    CommandFault.allCases.first { $0.text == deviation.text }?.rawValue ?? deviation.text
  }
}

private func summary(_ outcome: CommandParser.Outcome) -> String {
  switch outcome {
  case .command(let command, _, let deviations):
    let argument = command.argument.map { "[\(Escaping.ascii($0))]" } ?? "-"
    return ([command.verb.name, argument] + names(deviations)).joined(separator: " ")
  case .tooLong(let length, let beginning): return "tooLong \(length) \(Escaping.ascii(beginning))"
  case .malformed(_, let deviations):
    return (["malformed"] + names(deviations)).joined(separator: " ")
  case .telnet(.negotiation(_, let option, let refusal)):
    return "negotiation \(option) \(Escaping.ascii(refusal))"
  case .telnet(.subnegotiation(let content)): return "subnegotiation \(Escaping.ascii(content))"
  case .telnet(let event): return "\(event)"
  }
}

private let commandCases: [CommandCase] = [
  CommandCase("nothing", "", []),
  CommandCase("a verb", "NOOP\r\n", ["NOOP -"]),
  CommandCase("an argument", "CWD a b\r\n", ["CWD [a b]"]),
  CommandCase("an empty argument", "NOOP \r\n", ["NOOP []"]),
  CommandCase("spaces belong to the argument", "CWD  a \r\n", ["CWD [ a ]"]),
  CommandCase("lower case", "rEtR Name\r\n", ["RETR [Name]"]),
  CommandCase("an abbreviation is another verb", "RET x\r\nRETRX y\r\n", ["RET [x]", "RETRX [y]"]),
  CommandCase("several in a row", "USER a\r\nPASS b\r\nPWD\r\n", ["USER [a]", "PASS [b]", "PWD -"]),
  CommandCase("unfinished", "PWD\r\nNOO", ["PWD -"], leftover: "NOO"),
  CommandCase("unfinished at CR", "NOOP\r", [], leftover: "NOOP\r"),
  CommandCase("LF alone", "PWD\nNOOP\r\n", ["PWD - bareLineFeed", "NOOP -"]),
  CommandCase("CR alone", "CWD a\rb\r\n", ["CWD [a\\rb] bareCarriageReturn"]),
  CommandCase("CR NUL", "CWD a\r\0b\r\n", ["CWD [a\\rb]"]),
  CommandCase("CR NUL LF", "CWD a\r\0\n", ["CWD [a\\r] bareLineFeed"]),
  CommandCase("CR CR LF", "CWD a\r\r\n", ["CWD [a\\r] bareCarriageReturn"]),
  CommandCase("NUL", "CWD a\0b\r\n", ["CWD [a\\x00b] nul"]),
  CommandCase("blank", "\r\n\n", ["malformed blankLine", "malformed bareLineFeed blankLine"]),
  CommandCase("a space in front", " PWD\r\n", ["malformed leadingSpace"]),
  CommandCase(
    "a verb with odd bytes", "P\u{7}WD\r\nX_1 a\r\n", ["P\u{7}WD - verbNotLetters", "X_1 [a] verbNotLetters"]),
  CommandCase("8-bit", "CWD \u{E9}\r\n", ["CWD [\\xe9]"]),
  CommandCase("doubled IAC", "CWD a\u{FF}\u{FF}b\r\n", ["CWD [a\\xffb]"]),
  CommandCase("IAC alone", "CWD a\u{FF}b\r\n", ["CWD [a\\xffb] unescapedIAC"]),
  CommandCase(
    "negotiation", "\u{FF}\u{FB}\u{01}\u{FF}\u{FD}\u{03}\u{FF}\u{FC}\u{01}\u{FF}\u{FE}\u{03}PWD\r\n",
    [
      "negotiation 1 \\xff\\xfe\\x01", "negotiation 3 \\xff\\xfc\\x03", "negotiation 1 ", "negotiation 3 ",
      "PWD - telnetCommand",
    ]),
  CommandCase(
    "an option that looks like LF", "CWD a\u{FF}\u{FD}\nb\r\n",
    ["negotiation 10 \\xff\\xfc\\n", "CWD [ab] telnetCommand"]),
  CommandCase(
    "a subnegotiation", "\u{FF}\u{FA}\u{18}\r\n\u{FF}\u{FF}\u{FF}\u{F0}PWD\r\n",
    ["subnegotiation \\x18\\r\\n\\xff", "PWD - telnetCommand"]),
  CommandCase(
    "IP, Synch and ABOR", "\u{FF}\u{F4}\u{FF}\u{F2}ABOR\r\n", ["interruptProcess", "dataMark", "ABOR -"]),
  CommandCase(
    "the same with DM read elsewhere", "\u{FF}\u{F4}\u{FF}ABOR\r\n", ["interruptProcess", "ABOR -"]),
  CommandCase(
    "the same with IAC read elsewhere", "\u{FF}\u{F4}\u{F2}ABOR\r\n", ["interruptProcess", "ABOR -"]),
  CommandCase(
    "IP twice", "\u{FF}\u{F4}\u{FF}\u{F4}STAT\r\n", ["interruptProcess", "interruptProcess", "STAT -"]),
  CommandCase(
    "AYT and NOP inside a line", "PW\u{FF}\u{F6}D\u{FF}\u{F1}\r\n",
    ["areYouThere", "command(241)", "PWD - telnetCommand"]),
  CommandCase(
    "a line that is too long", "CWD 1234567890123456789012345\r\nPWD\r\n",
    ["tooLong 31 CWD 1234567890123456789012345\\r", "PWD -"]),
  CommandCase(
    "a line of exactly the bound", "CWD 123456789012345678901234\r\n", ["CWD [123456789012345678901234]"]),
]

@Suite("A command parser reads the same commands however the bytes are cut")
struct CommandParserTests {
  @Test("every segmentation gives the expected outcomes", arguments: commandCases)
  func segmented(_ example: CommandCase) {
    for segments in segmentations(example.bytes) {
      var parser = CommandParser(lineLength: 30)
      var outcomes: [CommandParser.Outcome] = []
      for segment in segments {
        parser.append(segment)
        while let outcome = parser.next() { outcomes.append(outcome) }
      }
      #expect(outcomes.map(summary) == example.expected)
      #expect(parser.unfinished == example.leftover)
    }
  }

  @Test("the bytes of the lines are the input", arguments: commandCases)
  func exact(_ example: CommandCase) {
    var parser = CommandParser()
    parser.append(example.bytes.span)
    var bytes: [UInt8] = []
    while let outcome = parser.next() {
      switch outcome {
      case .command(_, let line, _), .malformed(let line, _): bytes += line
      case .tooLong, .telnet: ()
      }
    }
    #expect(bytes + parser.unfinished == example.bytes)
  }

  @Test("a line without an end is dropped and reported once, and the next one is read")
  func resynchronizes() {
    var parser = CommandParser(lineLength: 64)
    for _ in 0..<1_000 {
      parser.append([UInt8](repeating: 0x41, count: 1_000))
      #expect(parser.next() == nil)
      #expect(parser.unfinished.count <= 128)
    }
    parser.append("\r\nPWD\r\n".latin1)
    let long = CommandParser.Outcome.tooLong(
      length: 1_000_002, beginning: [UInt8](repeating: 0x41, count: 64))
    #expect(parser.next() == long)
    #expect(parser.next() == .command(Command(.pwd), line: "PWD\r\n".latin1, deviations: []))
    #expect(parser.next() == nil)
  }

  @Test("random bytes never trap, and give the same result in every segmentation")
  func random() {
    var generator = SeededGenerator(seed: 2)
    let alphabet = "AB \r\n\r\n\0\u{FF}\u{FD}\u{FB}\u{FA}\u{F0}\u{F4}\u{F2}z".latin1
    for _ in 0..<Thoroughness.rounds(20_000) {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      var whole = CommandParser(lineLength: 24)
      whole.append(bytes)
      var expected: [CommandParser.Outcome] = []
      while let outcome = whole.next() { expected.append(outcome) }
      var pieces = CommandParser(lineLength: 24)
      var outcomes: [CommandParser.Outcome] = []
      var index = 0
      while index < bytes.count {
        let end = min(bytes.count, index + Int.random(in: 1...8, using: &generator))
        pieces.append(bytes[index..<end])
        while let outcome = pieces.next() { outcomes.append(outcome) }
        index = end
      }
      #expect(outcomes == expected)
      #expect(pieces.unfinished == whole.unfinished)
    }
  }
}

@Suite("A command encoder writes one line and never two")
struct CommandEncoderTests {
  @Test(
    "commands as bytes",
    arguments: [
      (Command(.noop), "NOOP\r\n"), (Command(.cwd, "a b"), "CWD a b\r\n"), (Command(.cwd, ""), "CWD \r\n"),
      (Command(.cwd, bytes: [0xFF, 0x61, 0xFF]), "CWD \u{FF}\u{FF}a\u{FF}\u{FF}\r\n"),
      (Command(.cwd, bytes: [0x01, 0x7F, 0x80]), "CWD \u{01}\u{7F}\u{80}\r\n"),
      (Command("xyzzy-12345", "q"), "XYZZY-12345 q\r\n"),
    ])
  func writes(_ command: Command, _ bytes: String) throws {
    let encoded = try CommandEncoder.encode(command)
    #expect(encoded == bytes.latin1)
    var parser = CommandParser()
    parser.append(encoded)
    guard case .command(let read, let line, _)? = parser.next() else {
      Issue.record("no command")
      return
    }
    #expect(read == command)
    #expect(line == encoded)
    #expect(parser.next() == nil)
  }

  @Test(
    "bytes that would end or divide the command are rejected",
    arguments: [
      (Command(.cwd, "a\r\nDELE b"), CommandEncodingError.argument(byte: 0x0D, offset: 1)),
      (Command(.cwd, "a\nDELE b"), .argument(byte: 0x0A, offset: 1)),
      (Command(.cwd, "\0"), .argument(byte: 0, offset: 0)), (Command(""), .emptyVerb),
      (Command("A B"), .verb(byte: 0x20, offset: 1)), (Command("A\r\nB"), .verb(byte: 0x0D, offset: 1)),
      (Command("A\n"), .verb(byte: 0x0A, offset: 1)), (Command("\0"), .verb(byte: 0, offset: 0)),
      (Command("PÉ"), .verb(byte: 0xC3, offset: 1)),
    ])
  func refuses(_ command: Command, _ error: CommandEncodingError) {
    #expect(throws: error) { try CommandEncoder.encode(command) }
    #expect(!error.description.isEmpty)
  }

  @Test("a secret is not in the description")
  func redacts() {
    #expect(Command(.pass, "secret").description == "PASS ****")
    #expect(Command(.acct, "secret").redacted.text == "****")
    #expect(Command("pass").description == "PASS")
    #expect(Command(.user, "me").description == "USER me")
    #expect(Command(.cwd, "\u{1B}[2J").description == "CWD \\x1b[2J")
  }

  @Test(
    "a line as a command",
    arguments: [
      ("PWD", Command(.pwd)), ("cwd a\r\n", Command(.cwd, "a")), ("CWD  a\n", Command(.cwd, " a")), ("", nil),
      (" PWD", nil), ("\r\n", nil),
    ] as [(String, Command?)])
  func parses(_ line: String, _ command: Command?) {
    #expect(Command(parsing: line) == command)
  }
}

@Suite("Telnet commands are removed from text, and negotiations refused")
struct TelnetTests {
  @Test(
    "removing Telnet commands from a whole text",
    arguments: [
      ("a", "a", []), ("a\u{FF}\u{FF}b", "a\u{FF}b", []), ("\u{FF}\u{FD}\nb", "b", ["\u{FF}\u{FD}\n"]),
      ("a\u{FF}\u{FA}x\u{FF}\u{F0}b", "ab", ["\u{FF}\u{FA}x\u{FF}\u{F0}"]),
      ("a\u{FF}\u{FA}xb", "axb", ["\u{FF}\u{FA}"]), ("a\u{FF}", "a\u{FF}", []), ("a\u{FF}b", "a\u{FF}b", []),
      ("a\u{FF}\u{FD}", "a", ["\u{FF}\u{FD}"]), ("a\r\0b", "a\rb", []),
      ("\u{FF}\u{F4}\u{FF}\u{F2}", "", ["\u{FF}\u{F4}", "\u{FF}\u{F2}"]),
    ] as [(String, String, [String])])
  func strips(_ bytes: String, _ text: String, _ sequences: [String]) {
    let stripped = Telnet.strip(bytes.latin1)
    #expect(stripped.text == text.latin1)
    #expect(stripped.sequences.map(\.bytes) == sequences.map(\.latin1))
  }

  @Test("escaping is reversible")
  func escapes() {
    let text: [UInt8] = [0xFF, 0x61, 0xFF, 0xFF, 0xF4]
    var decoder = TelnetDecoder()
    #expect(decoder.decode(Telnet.escape(text)).text == text)
    #expect(Telnet.strip(Telnet.escape(text)).text == text)
  }

  @Test("a subnegotiation without an end is bounded")
  func bounded() {
    var decoder = TelnetDecoder()
    let (text, events) = decoder.decode(
      [Telnet.iac, Telnet.subnegotiation] + [UInt8](repeating: 0x61, count: 300))
    #expect(text.count == 44)
    #expect(events == [.subnegotiation([UInt8](repeating: 0x61, count: 256))])
  }

  @Test("what a client may send with ABOR")
  func interrupts() {
    var decoder = TelnetDecoder()
    let (text, events) = decoder.decode(Telnet.interruptProcess + Telnet.synch + "ABOR".latin1)
    #expect(text == "ABOR".latin1)
    #expect(events == [.interruptProcess, .dataMark])
  }
}
