/// A command line in the making: its bytes as received, and its text without Telnet.
struct PendingCommand: Hashable, Sendable {
  /// How many bytes of a line that is too long are kept for a message.
  static let keptOfTooLong = 128

  private(set) var bytes: [UInt8] = []
  private(set) var isComplete = false
  private var text: [UInt8] = []
  private var length = 0
  private var isInterrupted = false
  private var deviations: [ValueDeviation] = []

  /// Adds one byte and the Telnet decoder's result for it.
  mutating func take(_ byte: UInt8, _ step: TelnetDecoder.Step, limit: Int) {
    let (sum, overflow) = length.addingReportingOverflow(1)
    length = overflow ? length : sum
    if length <= limit {
      bytes.append(byte)
    } else if length == limit + 1 {
      bytes.removeSubrange(min(bytes.count, PendingCommand.keptOfTooLong)...)
      text = []
      deviations = []
    }
    switch step {
    case .pending: ()
    case .text(let byte): take(text: byte, limit: limit)
    case .unescaped(let byte):
      // At the beginning of a line this is the rest of a Synch whose urgent byte was read elsewhere.
      if !(text.isEmpty && isInterrupted) {
        report(.unescapedIAC, length - 2, limit: limit)
        take(text: Telnet.iac, limit: limit)
      }
      take(text: byte, limit: limit)
    case .event(.interruptProcess): isInterrupted = true
    case .event(.dataMark): ()
    case .event: report(.telnetCommand, length - 1, limit: limit)
    }
  }

  private mutating func take(text byte: UInt8, limit: Int) {
    if byte == 0x0A {
      isComplete = true
    } else if byte == Telnet.dataMark, text.isEmpty, isInterrupted {
      // The data mark of a Synch whose IAC was the urgent byte and was read elsewhere.
      return
    } else if length <= limit {
      text.append(byte)
    }
  }

  /// Each fault is reported once per line.
  private mutating func report(_ fault: CommandFault, _ offset: Int, limit: Int) {
    guard length <= limit, !deviations.contains(where: { $0.text == fault.text }) else { return }
    deviations.append(fault.deviation(at: offset))
  }

  /// What the complete line is.
  consuming func outcome(limit: Int) -> CommandParser.Outcome {
    guard length <= limit else { return .tooLong(length: length, beginning: bytes) }
    if text.last == 0x0D {
      text.removeLast()
    } else {
      report(.bareLineFeed, length - 1, limit: limit)
    }
    unescapeReturns(limit: limit)
    guard let command = Command(parsing: text) else {
      report(text.isEmpty ? .blankLine : .leadingSpace, 0, limit: limit)
      return .malformed(line: bytes, deviations: deviations)
    }
    let verb = text.prefix { $0 != 0x20 }
    if let odd = verb.firstIndex(where: { !(0x41...0x5A ~= $0 & 0xDF) }) {
      report(.verbNotLetters, bytes.firstIndex(of: verb[odd]) ?? 0, limit: limit)
    }
    return .command(command, line: bytes, deviations: deviations)
  }

  /// Makes CR of CR NUL (RFC 854) and reports other uses of the two.
  private mutating func unescapeReturns(limit: Int) {
    guard text.contains(where: { $0 == 0x0D || $0 == 0 }) else { return }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      plain.append(byte)
      if byte == 0x0D, index + 1 < text.count, text[index + 1] == 0 {
        index += 1
      } else if byte == 0x0D {
        report(.bareCarriageReturn, bytes.firstIndex(of: 0x0D) ?? 0, limit: limit)
      } else if byte == 0 {
        report(.nul, bytes.firstIndex(of: 0) ?? 0, limit: limit)
      }
      index += 1
    }
    text = plain
  }
}
