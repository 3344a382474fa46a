import FTPProtocol

/// The commands that have arrived and were not taken up yet.
///
/// How the bytes were cut means nothing (RFC 1123, section 4.1.2.10). A line longer than the limit is skipped to
/// its end and takes one place in the queue, so that the session stays in step.
struct CommandQueue {
  enum Item {
    case command(Command)
    /// A line over the limit.
    case tooLong
  }

  private let lineLimit: Int
  private var line: [UInt8] = []
  private var isSkipping = false
  private(set) var items: [Item] = []
  /// What the client's Telnet negotiation is to be answered with: a refusal of each option.
  private(set) var telnetAnswers: [UInt8] = []

  init(lineLimit: Int) { self.lineLimit = lineLimit }

  /// Takes bytes as they were read.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      collect(rest[..<end])
      endLine()
      rest = rest[(end + 1)...]
    }
    collect(rest)
  }

  /// Takes the next command out.
  mutating func next() -> Item? { items.isEmpty ? nil : items.removeFirst() }

  /// Takes the answers to negotiation out.
  mutating func takeTelnetAnswers() -> [UInt8] {
    defer { telnetAnswers = [] }
    return telnetAnswers
  }

  private mutating func collect(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    if line.count + part.count > lineLimit {
      isSkipping = true
      line = []
    } else {
      line += part
    }
  }

  private mutating func endLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      isSkipping = false
    }
    if isSkipping {
      items.append(.tooLong)
      return
    }
    if line.last == 0x0D { line.removeLast() }
    let (text, sequences) = Telnet.strip(line)
    for sequence in sequences {
      guard let option = sequence.option, telnetAnswers.count < 192 else { continue }
      switch sequence.command {
      case Telnet.will: telnetAnswers += [Telnet.iac, Telnet.dont, option]
      case Telnet.do: telnetAnswers += [Telnet.iac, Telnet.wont, option]
      default: break
      }
    }
    items.append(.command(Self.command(text)))
  }

  /// Exactly one space separates verb and argument; any other is part of the argument (RFC 2640, section 3.1).
  private static func command(_ text: [UInt8]) -> Command {
    guard let space = text.firstIndex(of: 0x20) else { return Command(Verb(bytes: text)) }
    return Command(Verb(bytes: text[..<space]), bytes: Array(text[(space + 1)...]))
  }
}
