import FTPProtocol

/// The commands that have arrived but have not begun yet.
struct CommandQueue {
  enum Item {
    case command(Command)
    /// A line without a verb, or over the limit.
    case unusable

    /// The verb, if it is a command.
    var verb: Verb? {
      if case .command(let command) = self { command.verb } else { nil }
    }
  }

  private var parser: CommandParser
  private let habits: Set<ServerHabit>
  private(set) var items: [Item] = []
  /// The answer to the client's Telnet negotiation: a refusal of each option.
  private var refusals: [UInt8] = []

  init(lineLimit: Int, habits: Set<ServerHabit> = []) {
    parser = CommandParser(lineLength: lineLimit)
    self.habits = habits
  }

  /// Appends received bytes.
  mutating func append(_ bytes: [UInt8]) {
    parser.append(bytes)
    if habits.contains(.takesPiecesForLines), !bytes.isEmpty, bytes.last != 0x0A {
      parser.append([0x0D, 0x0A])
    }
    let count = items.count
    while let outcome = parser.next() {
      switch outcome {
      case .command(_, let line, _) where habits.contains(.knowsUpperCaseOnly) && Self.isLowerCase(line):
        items.append(.unusable)
      case .command(let command, _, _): items.append(.command(command))
      case .malformed, .tooLong: items.append(.unusable)
      case .telnet where habits.contains(.answersTelnet): items.append(.unusable)
      case .telnet(.negotiation(_, _, let refusal)): refusals += refusal
      case .telnet: break
      }
    }
    if habits.contains(.takesOneCommandAtOnce) { items.removeLast(max(0, items.count - count - 1)) }
  }

  /// Whether the verb of a line has a letter in lower case.
  private static func isLowerCase(_ line: [UInt8]) -> Bool {
    line.prefix { $0 != 0x20 }.contains { (0x61...0x7A).contains($0) }
  }

  mutating func next() -> Item? { items.isEmpty ? nil : items.removeFirst() }

  /// Removes and returns the answers to negotiation.
  mutating func takeRefusals() -> [UInt8] {
    defer { refusals = [] }
    return refusals
  }
}
