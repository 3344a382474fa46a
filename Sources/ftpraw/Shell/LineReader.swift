import FTPSystem

/// Reads lines that a person types: with editing and history on a terminal, plainly anywhere else.
struct LineReader: ~Copyable {
  /// What came of asking for a line.
  enum Answer: Hashable, Sendable {
    /// A line without its end.
    case line([UInt8])
    /// ^C.
    case interrupted
    /// The end of the input.
    case ended
  }

  /// Lines kept for the arrow keys.
  static let longestHistory = 1_000

  private let console: any Console
  private let isInteractive: Bool
  private var history: [[UInt8]] = []
  private var lines = InputLines()
  private var decoder = KeyDecoder()

  init(console: any Console) {
    self.console = console
    isInteractive = console.isTerminal(.input) && console.isTerminal(.output)
  }

  /// Shows the prompt and waits for a line; blocks.
  mutating func next(prompt: String) throws(LocalFileError) -> Answer {
    guard isInteractive, let terminal = RawTerminal() else {
      // No prompt where nobody looks: the output is then the conversation alone.
      guard let line = try lines.next() else { return .ended }
      return .line(line)
    }
    defer { withExtendedLifetime(terminal) {} }
    var line = EditedLine(history: history)
    while true {
      console.print(line.drawing(prompt: prompt, width: console.terminalWidth ?? 80), terminator: "")
      switch try take(into: &line) {
      case .open: continue
      case .done(let bytes):
        console.print("")
        remember(bytes)
        return .line(bytes)
      case .interrupted:
        console.print("^C")
        // What is half typed goes first, the shell only on an empty line.
        guard !line.bytes.isEmpty else { return .interrupted }
        line = EditedLine(history: history)
      case .ended:
        console.print("")
        return .ended
      }
    }
  }

  /// Waits for one key and gives it to the line.
  private mutating func take(into line: inout EditedLine) throws(LocalFileError) -> EditedLine.Outcome {
    // One byte at a time, so that what is typed ahead stays with the terminal.
    var buffer: [UInt8] = [0]
    guard try StandardStream.input.read(into: &buffer) > 0 else { return .ended }
    guard let key = decoder.take(buffer[0]) else { return .open }
    return line.take(key)
  }

  private mutating func remember(_ line: [UInt8]) {
    guard !line.isEmpty, line != history.last, EditedLine.secretStart(of: line) == nil else { return }
    history.append(line)
    if history.count > Self.longestHistory { history.removeFirst() }
  }
}
