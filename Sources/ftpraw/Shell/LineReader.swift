import FTPProtocol
import FTPSystem

/// Reads lines that a person types: with editing and history on a terminal, plainly anywhere else.
struct LineReader: ~Copyable {
  /// The result of reading a line.
  enum Answer: Hashable, Sendable {
    /// A line without its end.
    case line([UInt8])
    /// ^C.
    case interrupted
    /// The end of the input.
    case ended
  }

  private let console: any Console
  private let isInteractive: Bool
  private var history = ShellHistory()
  private var lines = InputLines()
  private var decoder = KeyDecoder()

  init(console: any Console) {
    self.console = console
    isInteractive = console.isTerminal(.input) && console.isTerminal(.output)
    if isInteractive { history = ShellHistory(console) }
  }

  /// Shows the prompt and waits for a line; blocks.
  mutating func next(prompt: String) throws(LocalFileError) -> Answer {
    guard isInteractive, let terminal = RawTerminal() else {
      // No prompt without a terminal: the output is then only the conversation.
      guard let line = try lines.next() else { return .ended }
      return .line(line)
    }
    defer { withExtendedLifetime(terminal) {} }
    var line = newLine()
    while true {
      console.print(line.drawing(prompt: prompt, width: console.terminalWidth ?? 80), terminator: "")
      switch try take(into: &line) {
      case .open: continue
      case .done(let bytes):
        console.print("")
        history.remember(bytes)
        return .line(bytes)
      case .choices(let words):
        let layout = TextLayout(width: console.terminalWidth ?? 80)
        console.print("\n" + layout.paragraph(words.joined(separator: "  ")), terminator: "")
      case .interrupted:
        console.print("^C")
        // ^C discards a half-typed line, and ends the shell only on an empty one.
        guard !line.bytes.isEmpty else { return .interrupted }
        line = newLine()
      case .ended:
        console.print("")
        return .ended
      }
    }
  }

  /// Waits for one key and gives it to the line.
  private mutating func take(into line: inout EditedLine) throws(LocalFileError) -> EditedLine.Outcome {
    // One byte at a time, so that text typed ahead stays with the terminal.
    var buffer: [UInt8] = [0]
    guard try StandardStream.input.read(into: &buffer) > 0 else { return .ended }
    guard let key = decoder.take(buffer[0]) else { return .open }
    return line.take(key)
  }

  private func newLine() -> EditedLine {
    EditedLine(history: history.lines, completing: ShellWordList.words)
  }
}

/// What Tab offers in the shell.
enum ShellWordList {
  /// Verbs at the beginning of a line, and after `?` all that can be explained and has no colon; in the case that was
  /// typed.
  static func words(_ before: [UInt8]) -> [String] {
    let parts = String(decoding: before, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard let typed = parts.last, parts.count == 1 || parts.first == "?" && parts.count == 2, typed != "?"
    else {
      return []
    }
    let words = parts.count == 1 ? VerbTable.verbs.map(\.verb.name) : Topic.offered
    let isLower = !typed.isEmpty && typed == typed.lowercased() && typed != typed.uppercased()
    return words.filter { $0.uppercased().hasPrefix(typed.uppercased()) }.map {
      isLower ? $0.lowercased() : $0
    }
  }
}
