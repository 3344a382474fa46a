import FTPProtocol

/// The commands that have arrived and were not taken up yet.
struct CommandQueue {
  enum Item {
    case command(Command)
    /// A line without a verb.
    case malformed
    /// A line over the limit.
    case tooLong

    /// The verb, if it is a command.
    var verb: Verb? {
      if case .command(let command) = self { command.verb } else { nil }
    }
  }

  private var parser: CommandParser
  private(set) var items: [Item] = []
  /// What the client's Telnet negotiation is to be answered with: a refusal of each option.
  private var refusals: [UInt8] = []

  init(lineLimit: Int) { parser = CommandParser(lineLength: lineLimit) }

  /// Takes bytes as they were read.
  mutating func append(_ bytes: [UInt8]) {
    parser.append(bytes)
    while let outcome = parser.next() {
      switch outcome {
      case .command(let command, _, _): items.append(.command(command))
      case .malformed: items.append(.malformed)
      case .tooLong: items.append(.tooLong)
      case .telnet(.negotiation(_, _, let refusal)): refusals += refusal
      case .telnet: break
      }
    }
  }

  /// Takes the next one out.
  mutating func next() -> Item? { items.isEmpty ? nil : items.removeFirst() }

  /// Takes the answers to negotiation out.
  mutating func takeRefusals() -> [UInt8] {
    defer { refusals = [] }
    return refusals
  }
}
