/// Reads the commands of a client, on a server's side, from bytes that arrive in any segments.
///
///     var parser = CommandParser()
///     parser.append(bytesFromTheClient)
///     while let outcome = parser.next() {
///       switch outcome {
///       case .command(let command, _, _): handle(command)
///       case .tooLong, .malformed: send(Reply(500, "Not understood."))
///       case .telnet(.negotiation(_, _, let refusal)): send(refusal)
///       case .telnet: ()
///       }
///     }
///
/// LF ends a line, with or without a CR before it. Telnet sequences are removed and returned as separate outcomes
/// as soon as they are complete, before the command in whose line they are; a doubled IAC is a byte
/// 255 and CR NUL is a CR. The verb is compared as a whole and without regard to case: an abbreviation is another
/// verb. Exactly one space separates it from the argument (RFC 2640, section 3.1). A line that is too long is
/// skipped to its end and returned as one outcome, so that the next one is read correctly. Nothing throws.
public struct CommandParser: Sendable {
  /// What a client's bytes are.
  public enum Outcome: Hashable, Sendable {
    /// A command; the exact bytes of its line, with Telnet sequences and line end; its faults.
    case command(Command, line: [UInt8], deviations: [ValueDeviation])
    /// A line of more bytes than the bound: how many it had with its line end, and the first of them.
    case tooLong(length: Int, beginning: [UInt8])
    /// A line without a verb: empty, or with a space at its beginning. Its exact bytes, and its faults.
    case malformed(line: [UInt8], deviations: [ValueDeviation])
    /// A Telnet command.
    case telnet(TelnetEvent)
  }

  /// The most bytes that a line may have, with Telnet sequences and line end, to be read as a command.
  public let lineLength: Int

  private var buffer: [UInt8] = []
  private var position = 0
  private var decoder = TelnetDecoder()
  private var line = PendingCommand()

  /// Makes a parser at the beginning of a connection; the bound is 8,192 bytes unless it is given.
  public init(lineLength: Int = 8_192) { self.lineLength = max(2, lineLength) }

  /// Takes in bytes of the client; nothing is read until ``next()``.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if position == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      position = 0
    } else if position >= 4_096, position >= buffer.count / 2 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Takes in bytes of the client.
  public mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// The next outcome; nil if more bytes are needed.
  public mutating func next() -> Outcome? {
    while position < buffer.count {
      let byte = buffer[position]
      position += 1
      let step = decoder.feed(byte)
      line.take(byte, step, limit: lineLength)
      if case .event(let event) = step { return .telnet(event) }
      if line.isComplete {
        defer { line = PendingCommand() }
        return line.outcome(limit: lineLength)
      }
    }
    return nil
  }

  /// The bytes received that end no line yet; of a line that is too long, its beginning.
  public var unfinished: [UInt8] { line.bytes + buffer[position...] }
}
